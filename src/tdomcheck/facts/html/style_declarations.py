"""The declarations of a `style`, in a text that may have values in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView

_SIDES = 2
"""What a declaration has: a name and a value."""


def broken_declaration(view: ModuleView, text: tree_sitter.Node) -> str | None:
    """A part of a literal that is no `name: value`, whatever is interpolated into it."""
    if text.type != "string" or "\\" in view.text(text):
        return None
    values = [child for child in text.children if child.type == "interpolation"]
    for declaration in (part for piece in _pieces(view, text, values) for part in piece.split(";")):
        sides = sum(bool(part.strip()) for part in declaration.split(":"))
        # Of a piece between two values only what it has too many is certain.
        if sides > _SIDES or (declaration.strip() and sides < _SIDES and not values):
            return declaration.strip()
    return None


def _pieces(view: ModuleView, text: tree_sitter.Node, values: Sequence[tree_sitter.Node]) -> Iterator[str]:
    """What is written before, between and behind the values."""
    start = text.children[0].end_byte
    for value in values:
        yield view.tree.utf8[start : value.start_byte].decode("utf-8", "replace")
        start = value.end_byte
    yield view.tree.utf8[start : text.children[-1].start_byte].decode("utf-8", "replace")
