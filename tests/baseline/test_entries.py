"""The file of accepted findings: read, refused, and written so that git can merge it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.baseline.entries import HEAD, BaselineKey, counted, entries_of, read_baseline, write_baseline
from tdomcheck.errors import UsageError

TEXTS = st.text(st.characters(codec=None), max_size=20).map(
    lambda text: (
        text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
        if not any("\ud800" <= char <= "\udfff" for char in text)
        else "x"
    )
)
KEYS = st.builds(BaselineKey, TEXTS, TEXTS, TEXTS, TEXTS)


@given(st.lists(KEYS, max_size=12))
def test_what_is_written_is_read_again(keys: list[BaselineKey]) -> None:
    text = write_baseline(counted(keys), {})
    again = read_baseline(text, "x").counts
    assert again == counted(keys)
    assert sorted(key for key, count in entries_of(again) for _ in range(count)) == sorted(keys)
    assert text.startswith(f"{HEAD}\n")
    assert text.split("\n")[1:-1] == sorted(text.split("\n")[1:-1], key=lambda line: line.rpartition("\t")[0])


def test_a_name_that_is_not_utf_8() -> None:
    key = BaselineKey("TDC101", b"a\xff.py".decode("utf-8", "surrogateescape"), "f", "0")
    assert key.line == "TDC101\ta%FF.py\tf\t0"
    assert BaselineKey.of_line(key.line) == key


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", f"{HEAD}\n"])
def test_nothing_is_accepted(text: str) -> None:
    assert read_baseline(text, "x").size == 0


def test_equal_findings_are_counted() -> None:
    key = BaselineKey("A", "b.py", "f", "0")
    text = write_baseline(counted([key, key]), {})
    assert text.splitlines()[1:] == ["A\tb.py\tf\t0\t1", "A\tb.py\tf\t0\t2"]


def test_a_line_that_both_sides_of_a_merge_have_counts_once() -> None:
    assert read_baseline("A\tb\tf\t0\t1\nA\tb\tf\t0\t1\nA\tb\tf\t0\t2\n", "x").size == 2


def test_carriage_returns_of_a_checkout_are_nothing() -> None:
    assert read_baseline("# x\r\nA\tb\tf\t0\t1\r\n", "x").counts == {"A\tb\tf\t0": 1}


class TestComments:
    TEXT = f"{HEAD}\n# above a\nA\ta\t\t0\t1\n# above c\n# two lines\nA\tc\t\t0\t1\n# at the end\n"

    def test_they_stay(self) -> None:
        baseline = read_baseline(self.TEXT, "x")
        assert write_baseline(baseline.counts, baseline.comments) == self.TEXT

    def test_an_entry_that_goes_leaves_them_to_the_next(self) -> None:
        baseline = read_baseline(self.TEXT, "x")
        without = write_baseline({"A\tc\t\t0": 1}, baseline.comments)
        assert without == f"{HEAD}\n# above a\n# above c\n# two lines\nA\tc\t\t0\t1\n# at the end\n"
        nothing = write_baseline({}, baseline.comments)
        assert nothing == f"{HEAD}\n# above a\n# above c\n# two lines\n# at the end\n"

    def test_an_entry_between_does_not_take_them(self) -> None:
        baseline = read_baseline(self.TEXT, "x")
        counts = {**baseline.counts, "A\tb\t\t0": 1}
        assert "A\tb\t\t0\t1\n# above c\n" in write_baseline(counts, baseline.comments)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<<<<<<< HEAD\nA\tb\tf\t0\t1\n", "x:1: a merge left its markers here"),
        ("A\tb\tf\t0\t1\n=======\n", "x:2: a merge left its markers here"),
        (">>>>>>> other\n", "take one side and run `tdomcheck baseline update`"),
        ("A\tb\tf\t0\n", "x:1: an entry has 5 fields with tabs between, and this line has 4"),
        ("words\n", "this line has 1"),
        ("# tdomcheck baseline, version 2\n", "is a baseline of version 2, and this tdomcheck knows version 1"),
    ],
)
def test_what_cannot_be_understood(text: str, reason: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_baseline(text, "x")
    assert reason in str(caught.value)
