"""What differs between two texts, as few and small edits: what is the same on both sides is not touched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from tdomcheck.edits.matching import unequal
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_LINE = regex(r"[^\n]*\n|[^\n]+")
_Range = tuple[int, int, int, int]
_WORD = regex(r"\w+|[^\S\r\n\f]+|\r\n|.", re.DOTALL)


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
    starts = _starts(old, shift)
    for first, last, new_first, new_last in unequal(old, new):
        if last - first == new_last - new_first:  # line by line, so that nothing between two changes is touched
            for index in range(last - first):
                yield from _words(old[first + index], new[new_first + index], starts[first + index])
        else:
            yield from _words("".join(old[first:last]), "".join(new[new_first:new_last]), starts[first])


def _words(before: str, after: str, shift: int) -> Iterator[Replacement]:
    if before == after:
        return
    old, new = _WORD.findall(before), _WORD.findall(after)
    starts = _starts(old, shift)
    for first, last, new_first, new_last in _whole(old, unequal(old, new)):
        yield Replacement(starts[first], starts[last], "".join(new[new_first:new_last]))


def _whole(old: Sequence[str], ranges: Iterable[_Range]) -> Iterator[_Range]:
    """Words that change one behind the other are one change: that the space between them is the same means nothing."""
    last: _Range | None = None
    for each in ranges:
        if last is not None and all(piece.isspace() and piece not in "\r\n\f" for piece in old[last[1] : each[0]]):
            last = last[0], each[1], last[2], each[3]
            continue
        if last is not None:
            yield last
        last = each
    if last is not None:
        yield last


def _starts(pieces: Sequence[str], shift: int) -> list[int]:
    return list(accumulate(map(len, pieces), initial=shift))


def _common(one: str, two: str) -> int:
    """How many letters two texts begin with in common, by halves."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == two[low:middle] else (low, middle - 1)
    return low
