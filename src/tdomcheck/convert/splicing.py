"""What LibCST writes, as edits of the text that it read: its own habits are no change."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from tdomcheck.edits.difference import Replacement, difference
from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText

_SWAPPED = re.compile(r"(?<![\w\"'])([rR])([tT])(?=[\"'])")
_TEMPLATE = re.compile(r"(?<![\w\"'])[tT][rR](?=[\"'])")


def edits_between(source: SourceText, base: str, after: str) -> tuple[Edit, ...]:
    """The edits of a file that `after` asks for, where `base` is what LibCST makes of it unchanged.

    It drops form feeds at the begin of lines, and reads `tr""` as `rt""`: the two texts need not be the same."""
    if base == after:
        return ()
    changes = difference(base, after)
    places = _Places(source.text, base)
    found = [
        Replacement(places.start(change), places.end(change), _prefixed(source.text, places, change))
        for change in changes
    ]
    offsets = _utf8_offsets(source.text, found)
    return tuple(
        Edit(source.from_utf8(offsets[each.start]), source.from_utf8(offsets[each.end]), each.text) for each in found
    )


class _Places:
    """Where a place of one text is in another that is nearly the same."""

    def __init__(self, text: str, base: str) -> None:
        habits = () if text == base else difference(base, text)
        self._starts = [habit.start for habit in habits]
        self._ends = [habit.end for habit in habits]
        self._shifts = [0, *accumulate(len(habit.text) - (habit.end - habit.start) for habit in habits)]

    def start(self, change: Replacement) -> int:
        """What LibCST dropped right before a change stays."""
        return change.start + self._shifts[bisect_right(self._ends, change.start)]

    def end(self, change: Replacement) -> int:
        """What it dropped right behind one stays, too."""
        if change.start == change.end:
            return self.start(change)
        return change.end + self._shifts[bisect_left(self._starts, change.end)]


def _prefixed(text: str, places: _Places, change: Replacement) -> str:
    """`rt""` is `tr""` again, where that stood."""
    old = text[places.start(change) : places.end(change)]
    return _SWAPPED.sub(r"\2\1", change.text) if _TEMPLATE.search(old) else change.text


def _utf8_offsets(text: str, changes: Sequence[Replacement]) -> dict[int, int]:
    places = sorted({place for change in changes for place in (change.start, change.end)})
    offsets: dict[int, int] = {}
    position = size = 0
    for place in places:
        size += len(text[position:place].encode())
        offsets[place], position = size, place
    return offsets
