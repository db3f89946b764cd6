"""How an attribute of a tag is written."""

from __future__ import annotations

from enum import StrEnum


class AttributeKind(StrEnum):
    """The four forms of an attribute that tdom knows, and the one that it refuses."""

    LITERAL = "literal"
    INTERPOLATED = "interpolated"
    TEMPLATED = "templated"
    SPREAD = "spread"
    REFUSED = "refused"
