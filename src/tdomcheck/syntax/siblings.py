"""Which keywords and which stars stand beside each other, by their places: to ask nodes for parents is quadratic."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex

_MARK = regex(rb"[()'\"#]")
_OPEN_LINE = 400
"""Bytes of a line before a star; behind less there are not the 256 targets that are too many."""


def keywords_of_calls(view: ModuleView) -> Iterator[list[bytes]]:
    """The names of the keywords of each call; two calls are taken for one rather than one for two."""
    utf8 = view.tree.utf8
    outer: list[int] = []
    calls: list[tuple[list[bytes], int]] = []
    for node in view.nodes["keyword"]:
        start, end = node.start_byte, node.end_byte
        while outer and outer[-1] <= start:
            outer.pop()
        depth = len(outer)
        while len(calls) > depth + 1:
            yield calls.pop()[0]
        name = utf8[start:end].partition(b"=")[0].strip()
        if len(calls) > depth and _is_one_call(utf8[calls[depth][1] : start]):
            calls[depth][0].append(name)
            calls[depth] = (calls[depth][0], end)
        else:
            if len(calls) > depth:
                yield calls.pop()[0]
            calls.append(([name], end))
        outer.append(end)
    yield from (names for names, _ in calls)


def _is_one_call(gap: bytes) -> bool:
    """Whether no bracket that was open before a gap is closed in it, as far as it can be read without its strings."""
    depth = 0
    for match in _MARK.finditer(gap):
        if match.group() not in b"()":
            return True
        depth += 1 if match.group() == b"(" else -1
        if depth < 0:
            return False
    return True


def has_odd_star(view: ModuleView) -> bool:
    """Whether a star may stand where it is not taken, or beside another one in a target."""
    utf8 = view.tree.utf8
    end = -1
    for node in view.nodes["star"]:
        start = node.start_byte
        before = utf8[max(start - 200, 0) : start].rstrip()[-1:]
        if before not in {b"(", b"[", b","}:
            return True
        if node.type == "list_splat_pattern":
            gap = utf8[end:start] if end >= 0 else b":"
            is_far = start - utf8.rfind(b"\n", 0, start) > _OPEN_LINE
            if is_far or not (b":" in gap or b"=" in gap):
                return True
            end = node.end_byte
    return False
