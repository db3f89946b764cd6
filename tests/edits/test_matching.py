"""Which pieces of two texts are the same: a script that leads from one to the other, and what it costs to find it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
from counting import opcodes
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.edits.difference import difference
from tdomcheck.edits.matching import unequal

PIECES = st.lists(st.sampled_from("abcd"), max_size=30)


def exchanged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    result: list[str] = []
    position = 0
    for first, last, new_first, new_last in unequal(old, new):
        assert position <= first <= last
        result += [*old[position:first], *new[new_first:new_last]]
        position = last
    return [*result, *old[position:]]


def cost(old: Sequence[str], new: Sequence[str]) -> int:
    return sum(last - first + new_last - new_first for first, last, new_first, new_last in unequal(old, new))


def least(old: Sequence[str], new: Sequence[str]) -> int:
    """By the table that takes the time of their product."""
    row = list(range(len(new) + 1))
    for number, piece in enumerate(old, 1):
        last, row[0] = row[0], number
        for index, other in enumerate(new, 1):
            last, row[index] = row[index], last if piece == other else 1 + min(row[index], row[index - 1])
    return row[-1]


@pytest.mark.parametrize("pieces", [[], ["a"], ["a", "b", "a"]])
def test_the_same_pieces_stay(pieces: list[str]) -> None:
    assert list(unequal(pieces, pieces)) == []


def test_nothing_in_common_is_one_exchange() -> None:
    assert list(unequal(["a"] * 5000, ["b"] * 4000)) == [(0, 5000, 0, 4000)]


@given(PIECES, PIECES)
def test_it_leads_from_one_to_the_other_by_the_shortest_way(old: list[str], new: list[str]) -> None:
    assert exchanged(old, new) == new
    assert cost(old, new) == least(old, new)


@given(st.lists(st.sampled_from("ab"), min_size=120, max_size=300), st.lists(st.sampled_from("ba"), max_size=300))
def test_it_leads_from_one_to_the_other_beyond_a_window(old: list[str], new: list[str]) -> None:
    assert exchanged(old, new) == new


def test_it_leads_on_where_a_window_ends() -> None:
    old, new = ["a", "b"] * 400, ["b", "b", "a"] * 300
    assert exchanged(old, new) == new
    assert cost(old, new) < len(old) + len(new)


def annotated(count: int) -> tuple[str, str]:
    """Lines that all change, with one more in front, so that none stands where it stood."""
    lines = "".join(f"x{number}: t.Dict[str, t.Sequence[int]] = f({number}, a, b)\n" for number in range(count))
    new = lines.replace("t.Dict", "dict").replace("t.S", "S")
    return f"import typing as t\n{lines}", f"from collections.abc import Sequence\n{new}"


def test_the_work_grows_with_the_lines_that_change_and_not_with_their_square() -> None:
    few, many = (opcodes(partial(difference, *annotated(count))) for count in (60, 240))
    assert many < 5 * few


def test_pieces_that_are_changed_one_by_one_are_told_one_by_one() -> None:
    before, after = annotated(100)
    assert max(len(change.text) for change in difference(before, after)) < 60
