"""Words of gates that more than the gates ask for; without imports, for a run that only reads its cache."""

from __future__ import annotations

from collections.abc import Collection

REGISTERS = "registers"
"""Beside `registration`: not only by decorators, which would have to come from a library of containers."""

HTML_FROM = "html from "
"""What goes before the reference of a function that is called `html` and comes from another module than tdom's."""
_OF_TEMPLATES = ("template", "component-tag", "component-return ", "return template", "import string.templatelib")


def beside_templates(words: Collection[str]) -> frozenset[str]:
    """What else than its templates and components there is in a file for a rule to look at."""
    return frozenset(word for word in words if not word.startswith(_OF_TEMPLATES))
