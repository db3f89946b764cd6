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
_OF_TEMPLATES = ("template", "component-tag", "component-return ", "return template", "import string.templatelib")


def beside_templates(words: Collection[str]) -> frozenset[str]:
    """What else than its templates and components there is in a file for a rule to look at."""
    return frozenset(word for word in words if not word.startswith(_OF_TEMPLATES))
