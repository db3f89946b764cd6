"""What differs between two texts, as few and small edits: what is the same on both sides is not touched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from tdomcheck.values import dataclass

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_COMPARABLE = 4_000
"""Lines; matching takes time with their product where texts have little in common."""


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """Characters from `start` to `end` that become another text."""

    start: int
    end: int
    text: str


def difference(before: str, after: str) -> tuple[Replacement, ...]:
    """The replacements that turn one text into the other, in order and apart."""
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    start, end = _line_before(before, head), _line_behind(before, len(before) - tail)
    # The same lines on both sides, as both texts are the same before `head` and behind `tail`.
    middle = after[start : len(after) - (len(before) - end)]
    return tuple(_lines(before[start:end], middle, start))


def _line_before(text: str, place: int) -> int:
    return text.rfind("\n", 0, place) + 1


def _line_behind(text: str, place: int) -> int:
    if place and text[place - 1] == "\n":
        return place
    end = text.find("\n", place)
    return len(text) if end < 0 else end + 1


def _lines(before: str, after: str, shift: int) -> Iterator[Replacement]:
    old, new = _LINE.findall(before), _LINE.findall(after)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for first, last, new_first, new_last in _unequal(old, new):
        was, becomes = "".join(old[first:last]), "".join(new[new_first:new_last])
        head = _common(was, becomes)
        tail = _common(was[head:][::-1], becomes[head:][::-1])
        start = shift + starts[first]
        yield Replacement(start + head, start + len(was) - tail, becomes[head : len(becomes) - tail])


def _unequal(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    if max(len(old), len(new)) > _COMPARABLE:
        yield 0, len(old), 0, len(new)
        return
    for tag, first, last, new_first, new_last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield first, last, new_first, new_last


def _common(one: str, two: str) -> int:
    """How many letters two texts begin with in common, by halves."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == two[low:middle] else (low, middle - 1)
    return low
