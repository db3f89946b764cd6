"""A round may hold as many fixes as a file has lines: the work grows with their number, not its square."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_rewrite import finding

from tdomcheck.model import Edit, Finding, Span
from tdomcheck.rewrite.choose import choose
from tdomcheck.rewrite.verify import Moves, broken_promise


def calls(work: Callable[[], object]) -> int:
    """The number of calls, in Python and in C, that some work takes: the same on every machine."""
    count = 0

    def tick(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def many(count: int, *, further: bool = False) -> list[Finding]:
    """Fixes with one edit each, or also with one far below, so that they are not taken in the order of the file."""
    below = 10 * count
    return [
        finding((10 * number, 10 * number + 3), *([(below + 10 * number, below + 10 * number + 1)] if further else []))
        for number in range(count)
    ]


def verified(some: Sequence[Finding]) -> str:
    edits = [edit for one in some if one.fix for edit in one.fix.edits]
    after = [finding(span=(10 * number + 5, 10 * number + 6)) for number in range(len(some))]
    return broken_promise(some, some, after, Moves(edits, [3] * len(edits)))


@pytest.mark.parametrize(
    "work",
    [lambda count: choose(many(count)), lambda count: choose(many(count, further=True)), lambda c: verified(many(c))],
    ids=["choosing", "choosing what is spread", "verifying"],
)
def test_the_work_grows_with_the_fixes(work: Callable[[int], object]) -> None:
    work(2)
    small, large = (calls(partial(work, count)) for count in (50, 400))
    assert large < 12 * small


def moved_slowly(edits: Sequence[tuple[int, int]], lengths: Sequence[int], offset: int, *, is_end: bool) -> int:
    delta = 0
    for (start, end), length in zip(edits, lengths, strict=True):
        if start > offset or (start == offset and not is_end):
            break
        delta += length - (min(end, offset) - start)
    return offset + delta


def apart(steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    edits, position = [], 0
    for gap, width in steps:
        edits.append((position + gap, position + gap + width))
        position += gap + width
    return sorted(set(edits))


steps = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(st.lists(steps, max_size=8).map(apart), st.data())
def test_a_bisection_moves_what_a_search_moves(edits: list[tuple[int, int]], data: st.DataObject) -> None:
    lengths = data.draw(st.lists(st.integers(0, 5), min_size=len(edits), max_size=len(edits)))
    moves = Moves([Edit(start, end, "") for start, end in edits], lengths)
    for start in range(30):
        expected = Span(
            moved_slowly(edits, lengths, start, is_end=False), moved_slowly(edits, lengths, start + 2, is_end=True)
        )
        assert moves.moved(Span(start, start + 2)) == expected


spans = st.tuples(st.integers(0, 12), st.integers(0, 6)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(spans, st.lists(spans, max_size=6))
def test_a_finding_that_is_left_is_found_wherever_it_is(place: tuple[int, int], left: list[tuple[int, int]]) -> None:
    reason = broken_promise([finding(span=place)], [], [finding(span=span) for span in left], Moves((), ()))
    assert bool(reason) == any(Span(*place).touches(Span(*span)) for span in left)
