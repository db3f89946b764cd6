"""Places in ranges, without asking every range about every place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

Range = tuple[int, int]


def merged(ranges: Sequence[Range]) -> list[Range]:
    """Ranges that do not overlap, in order, and hold the places of some that may."""
    disjoint: list[Range] = []
    for start, end in sorted(ranges):
        if disjoint and start < disjoint[-1][1]:
            disjoint[-1] = (disjoint[-1][0], max(end, disjoint[-1][1]))
        else:
            disjoint.append((start, end))
    return disjoint


def covers(ranges: Sequence[Range], place: int) -> bool:
    """Whether one of some ranges, in order and apart, holds a place."""
    index = bisect_right(ranges, place, key=lambda each: each[0]) - 1
    return index >= 0 and place < ranges[index][1]
