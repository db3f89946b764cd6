"""Text literals to t-strings, in one piece where they fit on a line."""

from __future__ import annotations

from itertools import pairwise

import tree_sitter

from tdomcheck.edits.templates import to_template
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.source.text import line_start

_LONGEST_LINE = 120


def template_literal(view: ModuleView, node: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits from text to a t-string; pieces that stand one after another are joined if a line holds them all."""
    edits = to_template(view, node)
    if not edits or not is_joined(view, node):
        return edits
    gaps = _gaps(view, node)
    return tuple(sorted([*(edit for edit in edits if not any(edit.end == gap.end for gap in gaps)), *gaps]))


def is_joined(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a text is written in pieces that fit on one line, with nothing but white space between them."""
    parts = _parts(node)
    if node.type != "concatenated_string" or len(parts) != node.named_child_count or not _is_alike(view, parts):
        return False
    span = view.span(node)
    column = span.start - line_start(view.source.data, span.start)
    length = span.end - span.start - sum(gap.end - gap.start for gap in _gaps(view, node))
    return column + length <= _LONGEST_LINE


def _gaps(view: ModuleView, node: tree_sitter.Node) -> list[Edit]:
    """From the quote that ends a piece to the one that begins the next."""
    parts = _parts(node)
    return [
        Edit(view.span(before.children[-1]).start, view.span(after.children[0]).end, "")
        for before, after in pairwise(parts)
    ]


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type == "string"]


def _is_alike(view: ModuleView, parts: list[tree_sitter.Node]) -> bool:
    """Whether all pieces have the same quotes, and read backslashes alike: a quote on a single line."""
    openings = {view.text(part.children[0]).lower().lstrip("fu") for part in parts}
    return len(openings) == 1 and openings.pop() in {'"', "'", 'r"', "r'"}
