"""One item of a list, a tuple or a dictionary, with the comma that goes with it."""

from __future__ import annotations

import tree_sitter

from tdomcheck.model import Edit
from tdomcheck.refactor.sources import SourceReading


def cut_item(reading: SourceReading, item: tree_sitter.Node) -> list[Edit]:
    """The edits that take an item away with its comma, that behind it where there is one; comments stay."""
    utf8, source = reading.view.tree.utf8, reading.view.source
    start, end = item.start_byte, item.end_byte
    comma = comma_beside(item, is_behind=True) or comma_beside(item, is_behind=False)
    apart: list[Edit] = []
    if comma is not None:
        first, last = (start, comma.end_byte) if comma.start_byte > start else (comma.start_byte, end)
        is_close = not utf8[min(end, comma.end_byte) : max(start, comma.start_byte)].strip()
        start, end = (first, last) if is_close else (start, end)
        apart = [] if is_close else [Edit(source.from_utf8(comma.start_byte), source.from_utf8(comma.end_byte), "")]
    if utf8[end - 1 : end] == b",":
        end += len(utf8[end:]) - len(utf8[end:].lstrip(b" "))
        line = utf8.rfind(b"\n", 0, start) + 1
        if not utf8[line:start].strip() and utf8[end : end + 1] == b"\n":
            start, end = line, end + 1
        elif utf8[end : end + 1] in _ENDS:
            start = len(utf8[:start].rstrip(b" \t"))
    return [Edit(source.from_utf8(start), source.from_utf8(end), ""), *apart]


_ENDS = frozenset({b"\r", b"\n", b")", b"]", b"}"})


def comma_beside(item: tree_sitter.Node, *, is_behind: bool) -> tree_sitter.Node | None:
    """The comma next to an item, comments aside."""
    node = item.next_sibling if is_behind else item.prev_sibling
    while node is not None and node.type == "comment":
        node = node.next_sibling if is_behind else node.prev_sibling
    return node if node is not None and node.type == "," else None
