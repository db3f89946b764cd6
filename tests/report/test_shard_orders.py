"""What shards say in the same order, as one list; and bytes of a configuration that is not there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.model import Severity, Span
from tdomcheck.model.shard import BudgetAccount, BudgetCount, QuotedLine
from tdomcheck.report.places import Places
from tdomcheck.report.shards.of_budgets import sketched
from tdomcheck.report.shards.ordering import woven
from tdomcheck.report.shards.shapes import NotMergeable


@pytest.mark.parametrize(
    ("lists", "whole"),
    [
        pytest.param([], "", id="nobody says anything"),
        pytest.param(["abc", "abc"], "abc", id="all say the same"),
        pytest.param(["ac", "abc"], "abc", id="one knows what stands between"),
        pytest.param(["b", "ab", "bc"], "abc", id="ends are known to others"),
        pytest.param(["", "ab", ""], "ab", id="one says all"),
    ],
)
def test_what_shards_say_is_told_once(lists: Sequence[str], whole: str) -> None:
    assert "".join(woven(lists)) == whole


@given(st.lists(st.text("abcdef", max_size=6)))
def test_nothing_is_lost_and_nothing_is_told_twice(lists: list[str]) -> None:
    assert sorted(woven(lists)) == sorted({item for items in lists for item in items})


def account(*lines: QuotedLine) -> BudgetAccount:
    counts = tuple(BudgetCount(f"TDC{number}", 0, 0, Span(0, 0), line) for number, line in enumerate(lines))
    return BudgetAccount("pyproject.toml", "pyproject.toml", Severity.ERROR, is_whole=True, counts=counts)


@given(
    st.lists(st.text("aé =\t", max_size=8), min_size=1, max_size=8),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.data(),
)
def test_quoted_lines_are_where_they_were(texts: list[str], end: str, data: st.DataObject) -> None:
    """Of any lines, in any order, each twice: numbers, columns and bytes are those of the whole file."""
    whole = "".join(f"{text}{end}" for text in texts).encode()
    numbers = data.draw(st.lists(st.integers(1, len(texts)), min_size=1))
    starts = [len("".join(f"{text}{end}" for text in texts[: number - 1]).encode()) for number in numbers]
    lines = [
        QuotedLine(number, start, f"{texts[number - 1]}{end}", "")
        for number, start in zip(numbers, starts, strict=True)
    ]
    sketch, places = Places({"x.toml": sketched(account(*lines))}), Places({"x.toml": whole})
    for line in lines:
        stop = line.start + len(line.text.encode()) - len(end)
        assert sketch.view("x.toml").line(line.number) == places.view("x.toml").line(line.number)
        assert sketch.span("x.toml", line.start, stop) == places.span("x.toml", line.start, stop)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([QuotedLine(2, 0, "a\n", "")], id="no room for a line before it"),
        pytest.param([QuotedLine(1, 5, "a\n", "")], id="the first begins behind the beginning"),
        pytest.param([QuotedLine(1, 0, "abc\n", ""), QuotedLine(2, 2, "d\n", "")], id="they overlap"),
    ],
)
def test_lines_that_no_file_has_are_damaged(lines: list[QuotedLine]) -> None:
    with pytest.raises(NotMergeable, match="lines of the configuration overlap"):
        sketched(account(*lines))
