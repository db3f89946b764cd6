"""Comments that a change does not bring along: what somebody wrote for readers does not go in silence."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query

_FOR_TOOLS = regex(
    r"(?:noqa|nopycln|nosec|pragma|fmt|isort|type|pyright|pylint|mypy|pyrefly|ty|ruff|flake8|tdomcheck)\b\s*(?::|$)"
)
"""How a comment begins that a tool reads; it is about the very code that goes."""


def remarks(comment: str) -> tuple[str, ...]:
    """What a comment says to readers, each remark of several on its line by itself."""
    pieces = (piece.strip() for piece in comment.split("#"))
    return tuple(piece for piece in pieces if piece.strip("-=~*_ \t") and _FOR_TOOLS.match(piece) is None)


def lost_remarks(before: ModuleView, after: ModuleView) -> Counter[str]:
    """The remarks of one source that another one does not have, each with how often."""
    return _remarks(before) - _remarks(after)


def _remarks(view: ModuleView) -> Counter[str]:
    return Counter(remark for node in _comments(view) for remark in remarks(view.text(node)))


def lost_comments(before: ModuleView, after: ModuleView, edits: Sequence[Edit]) -> Iterator[tuple[Edit, str]]:
    """The comments that edits take out of a source, in the order of both, and that nothing in it says any longer.

    Where there are as many as before, what was one has become another."""
    comments = _comments(before)
    if not edits or len(comments) <= len(_comments(after)):
        return
    lost = lost_remarks(before, after)
    ends = [edit.end for edit in edits]
    for node in comments:
        span, text = before.span(node), before.text(node).rstrip()
        edit = edits[min(bisect_right(ends, span.start), len(edits) - 1)]
        is_taken = edit.start < span.end and span.start < edit.end
        if is_taken and any(lost[remark] > 0 for remark in remarks(text)):
            lost.subtract(remarks(text))
            yield edit, text


def _comments(view: ModuleView) -> list[tree_sitter.Node]:
    query = compiled_query("(comment) @comment")
    return tree_sitter.QueryCursor(query).captures(view.tree.root).get("comment", [])
