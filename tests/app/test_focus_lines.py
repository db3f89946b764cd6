"""Which lines a change has added."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.app import focus
from tdomcheck.app.focus import added_lines


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (b"", b"", set()),
        (b"", b"a\nb", {1, 2}),
        (b"a\n", b"a\n", set()),
        (b"a\n", b"", set()),
        (b"a\nb\nc\n", b"a\nB\nc\n", {2}),
        (b"a\nb\n", b"b\n", set()),
        (b"a\r\nb\r\n", b"a\r\nx\r\nb\r\n", {2}),
        (b"a\rb\r", b"a\rb\rc\r", {3}),
        (b"a\n", b"a\r\n", {1}),
        (b"\xff\n", b"\xff\n\xfe\n", {2}),
    ],
)
def test_lines(old: bytes, new: bytes, lines: set[int]) -> None:
    assert added_lines(old, new) == lines


def test_of_a_large_file_every_line_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(focus, "_MOST_BYTES", 3)

    assert added_lines(b"a\n", b"a\nb\n") == {1, 2}


@given(st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"])), st.lists(st.sampled_from([b"a\n", b"b\n", b"d\n"])))
def test_what_is_left_was_there_in_order(old: list[bytes], new: list[bytes]) -> None:
    added = added_lines(b"".join(old), b"".join(new))
    rest = iter(old)

    assert all(line in rest for number, line in enumerate(new, start=1) if number not in added)
