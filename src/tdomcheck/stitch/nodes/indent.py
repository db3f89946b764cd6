"""Indentation: a text becomes as far in, and with the same white space, as the place that it comes to."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from tdomcheck.regex import regex
from tdomcheck.stitch.nodes.outline import CodeBody
from tdomcheck.stitch.nodes.text import column
from tdomcheck.values import dataclass

_WHITE = regex(rb"[ \t\f]*")


@dataclass(frozen=True, slots=True)
class Indentation:
    """Where a text comes to stand."""

    prefix: str
    """What its lines begin with."""
    unit: str
    """What one level adds; empty where nobody knows, so that the text keeps its own."""


@dataclass(frozen=True, slots=True)
class TextLayout:
    """How a text is indented by itself."""

    base: int
    """The column of its first line."""
    unit: int
    """Columns that a level adds; 0 where it has one level."""
    frozen: tuple[tuple[int, int], ...] = ()
    """Ranges whose lines are not code: those of strings. Sorted."""


def unit_of_bodies(bodies: Iterable[CodeBody], base: int) -> int:
    """How many columns each level adds, over all bodies of a text."""
    return math.gcd(*(column(body.prefix) - base for body in bodies if column(body.prefix) > base))


_UNITS = frozenset({2, 3, 4, 8})


def unit_of_lines(utf8: bytes, base: int, frozen: Sequence[tuple[int, int]], *, is_strict: bool = False) -> int:
    """The same by the lines, where no body says it: the least that a line is further in."""
    lines = (match for match in re.finditer(rb"(?m)^([ \t]+)[^\s*]", utf8) if not is_frozen(match.start(), frozen))
    widths = [column(line[1]) - base for line in lines if column(line[1]) > base + 1]
    unit = min(widths, default=0)
    # Other widths are those of arguments below an opening bracket, and stay.
    return unit if unit in _UNITS and (not is_strict or not any(width % unit for width in widths)) else 0


def is_frozen(offset: int, frozen: Sequence[tuple[int, int]]) -> bool:
    """Whether an offset is inside of a range, behind its start."""
    index = bisect_right(frozen, (offset,)) - 1
    return index >= 0 and frozen[index][0] < offset < frozen[index][1]


def reindented(utf8: bytes, start: int, end: int, layout: TextLayout, place: Indentation) -> str:
    """A part of a text as it reads at a place; its first line comes behind what stands there already."""
    pieces: list[bytes] = []
    position = start
    for line in _lines(utf8, start, end):
        if pieces and not is_frozen(line, layout.frozen):
            white = _WHITE.match(utf8, line)
            stop = min(white.end() if white else line, end)
            is_blank = stop == end or utf8[stop : stop + 1] == b"\n"
            pieces.append(b"" if is_blank else _indentation(column(utf8[line:stop]) - layout.base, layout, place))
            position = stop
        following = utf8.find(b"\n", position, end)
        stop = end if following < 0 else following + 1
        pieces.append(utf8[position:stop])
        position = stop
    return b"".join(pieces).decode("utf-8", "replace")


def _lines(utf8: bytes, start: int, end: int) -> list[int]:
    return [start, *(match.end() for match in re.compile(rb"\n").finditer(utf8, start, end) if match.end() < end)]


def _indentation(columns: int, layout: TextLayout, place: Indentation) -> bytes:
    columns = max(columns, 0)
    if not place.unit or not layout.unit:
        return (place.prefix + " " * columns).encode()
    if place.unit == " " * layout.unit:
        return (place.prefix + " " * columns).encode()
    levels, rest = divmod(columns, layout.unit)
    return (place.prefix + place.unit * levels + " " * rest).encode()
