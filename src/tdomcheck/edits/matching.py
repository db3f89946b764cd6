"""Which pieces of two texts are the same, in order: Myers' shortest edit script, in windows that bound its work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_WINDOW = 100
"""Pieces that one search may drop and add before what it has come to counts: its work grows with the square of them,
that of all searches with the length of the texts. Where more differs it is good, and may not be shortest."""

Pair = tuple[int, int]
_Reached = dict[int, int]
"""How far the first text is matched, by the diagonal: the difference of both positions."""


def unequal(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """The ranges of both that are to be exchanged, in order: `old[first:last]` by `new[first:last]`."""
    position, new_position = 0, 0
    for index, new_index in (*_pairs(old, new), (len(old), len(new))):
        if index > position or new_index > new_position:
            yield position, index, new_position, new_index
        position, new_position = index + 1, new_index + 1


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    yield from ((index, index) for index in range(head))
    yield from _inner_pairs(old, new, head, tail)
    yield from ((len(old) - left, len(new) - left) for left in range(tail, 0, -1))


def _inner_pairs(old: Sequence[str], new: Sequence[str], head: int, tail: int) -> Iterator[Pair]:
    """Between what both begin and end with; a piece that only one of them has is never a match."""
    ends = len(old) - tail, len(new) - tail
    both = {*old[head : ends[0]]}.intersection(new[head : ends[1]])
    places = [index for index in range(head, ends[0]) if old[index] in both]
    new_places = [index for index in range(head, ends[1]) if new[index] in both]
    one, two = [old[index] for index in places], [new[index] for index in new_places]
    start = (0, 0)
    while start[0] < len(one) and start[1] < len(two):
        found, start = _search(one, two, start)
        yield from ((places[index], new_places[new_index]) for index, new_index in found)


def _common(one: Sequence[str], two: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, two, strict=False):
        if left != right:
            break
        count += 1
    return count


def _search(old: Sequence[str], new: Sequence[str], start: Pair) -> tuple[list[Pair], Pair]:
    """The matches from `start` on, as far as a window reaches, and where they end."""
    length, new_length = len(old) - start[0], len(new) - start[1]
    reached: _Reached = {1: 0}
    history: list[_Reached] = []
    for cost in range(min(_WINDOW, length + new_length) + 1):
        history.append(dict(reached))
        for diagonal in _diagonals(cost, length, new_length):
            x = _step(reached, cost, diagonal)
            y = x - diagonal
            while x < length and y < new_length and old[start[0] + x] == new[start[1] + y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
            if x >= length and y >= new_length:
                return _traced(history, (x, y), start), (len(old), len(new))
    x, y = max(
        ((reached[each], reached[each] - each) for each in _diagonals(_WINDOW, length, new_length)),
        key=lambda place: (sum(place), place),
    )
    return _traced(history, (x, y), start), (start[0] + x, start[1] + y)


def _diagonals(cost: int, length: int, new_length: int) -> range:
    """Those that so many dropped and added pieces lead to without leaving the texts."""
    return range(-(cost - 2 * max(0, cost - new_length)), cost - 2 * max(0, cost - length) + 1, 2)


def _step(reached: _Reached, cost: int, diagonal: int) -> int:
    """How far one more piece leads on a diagonal: one that is added, or one that is dropped."""
    return reached[diagonal + 1] if _is_added(reached, cost, diagonal) else reached[diagonal - 1] + 1


def _is_added(reached: _Reached, cost: int, diagonal: int) -> bool:
    if abs(diagonal) == cost:
        return diagonal == -cost
    return reached[diagonal - 1] < reached[diagonal + 1]


def _traced(history: Sequence[_Reached], end: Pair, start: Pair) -> list[Pair]:
    """The matches on the way to `end`, from the first to the last."""
    x, y = end
    pairs: list[Pair] = []
    for cost in range(len(history) - 1, -1, -1):
        reached, diagonal = history[cost], x - y
        before = diagonal + 1 if _is_added(reached, cost, diagonal) else diagonal - 1
        previous = (reached[before], reached[before] - before) if cost else (0, 0)
        while x > previous[0] and y > previous[1]:
            x, y = x - 1, y - 1
            pairs.append((start[0] + x, start[1] + y))
        x, y = previous
    return pairs[::-1]
