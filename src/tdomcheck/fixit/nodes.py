"""The nodes of LibCST that stand where a finding or a fix does: ours are bytes of the file."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper, PositionProvider

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Fix
from tdomcheck.source.text import SourceText


def node_at(wrapper: MetadataWrapper, place: CodeRange) -> cst.CSTNode:
    """The smallest node that holds a place, else the module."""
    return min(_around(wrapper, place), key=_size, default=(wrapper.module, place))[0]


def edited_expression(
    wrapper: MetadataWrapper, view: ModuleView, fix: Fix
) -> tuple[cst.BaseExpression, cst.BaseExpression] | None:
    """The smallest expression that holds all edits of a fix, and what it becomes."""
    source = view.source
    first, last = min(fix.edits), max(fix.edits, key=lambda edit: edit.end)
    place = CodeRange(_position(source, first.start), _position(source, last.end))
    expressions = ((node, where) for node, where in _around(wrapper, place) if isinstance(node, cst.BaseExpression))
    node, where = min(expressions, key=_size, default=(None, place))
    if not isinstance(node, cst.BaseExpression) or node.lpar:  # its own brackets are outside of its range
        return None
    text = _edited(source, fix, where)
    if "\n" in text:
        return None  # LibCST indents the lines of a node anew
    try:
        return node, cst.parse_expression(text)
    except cst.ParserSyntaxError:
        return None  # it is an expression only where it stands


def _around(wrapper: MetadataWrapper, place: CodeRange) -> Iterator[tuple[cst.CSTNode, CodeRange]]:
    positions = wrapper.resolve(PositionProvider)
    for node, where in positions.items():
        if isinstance(where, CodeRange) and _is_before(where.start, place.start) and _is_before(place.end, where.end):
            yield node, where


def _size(found: tuple[object, CodeRange]) -> tuple[int, int]:
    where = found[1]
    return where.end.line - where.start.line, where.end.column - where.start.column


def _is_before(first: CodePosition, second: CodePosition) -> bool:
    return (first.line, first.column) <= (second.line, second.column)


def _position(source: SourceText, offset: int) -> CodePosition:
    position = source.position(offset)
    return CodePosition(position.line, position.column - 1)


def _edited(source: SourceText, fix: Fix, where: CodeRange) -> str:
    """The text of a range after the edits inside of it."""
    position, end = (source.offset(place.line, place.column + 1) for place in (where.start, where.end))
    text = ""
    for edit in sorted(fix.edits):
        text += source.slice(position, edit.start) + edit.text
        position = edit.end
    return text + source.slice(position, end)
