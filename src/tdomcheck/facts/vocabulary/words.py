"""Words of gates that more than the gates ask for; without imports, for a run that only reads its cache."""

from __future__ import annotations

from collections.abc import Collection

REGISTERS = "registers"
"""Beside `registration`: not only by decorators, which would have to come from a library of containers."""

HTML_FROM = "html from "
"""What goes before the reference of a function that is called `html` and comes from another module than tdom's."""
CATEGORIZING = "gives categories"
"""The feature of a file that may make a category of what is a kind elsewhere."""
RAW_TEXT = "raw text"
"""The feature of a file in which text may arrive as it is written."""
AS_IT_IS = "text as it is"
"""The feature of a file whose templates write some text as it is."""
MIDDLEWARE = "middleware"
"""The kind of a class that some file registers, or names in the map of a target."""
COMPONENT = "component"
"""The kind of a function or class that some template of the project uses as a tag."""
UNTAGGED = "no component of a tag"
"""The kind of one that none does."""
SHOWN = "component that is shown"
"""The kind of one that a tag uses, or that no other file imports: then whoever uses the project does."""
TAKEN = "component that only Python takes"
"""The kind of one that no tag uses, and that other files import."""
_OF_TEMPLATES = ("template", "component-tag", "component-return ", "return template", "import string.templatelib")


def beside_templates(words: Collection[str]) -> frozenset[str]:
    """What else than its templates and components there is in a file for a rule to look at."""
    return frozenset(word for word in words if not word.startswith(_OF_TEMPLATES))
