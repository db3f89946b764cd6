"""What differs between two texts, and what a delta says of it: exact there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.edits.delta import StaleError, file_delta, new_content
from tdomcheck.edits.difference import Replacement, difference
from tdomcheck.model import Edit
from tdomcheck.model.delta import FileDelta

TEXTS = st.lists(st.sampled_from(["a\n", "b\n", "x = 1\n", "x = 2\n", "\n", "  y", "\f", "\r\n", "ä\n"])).map("".join)
CONTENTS = st.lists(st.sampled_from([b"a\n", b"a\r\n", b"b\r\n", b"\r", "ä = 1\n".encode(), b"\xe9\n", b"x"])).map(
    b"".join
)
MARKS = st.sampled_from([b"", b"\xef\xbb\xbf", b"# coding: latin-1\n", b"# coding: utf-8\r\n"])


def spliced(text: str, changes: tuple[Replacement, ...]) -> str:
    pieces, position = [], 0
    for change in changes:
        assert position <= change.start <= change.end
        pieces += [text[position : change.start], change.text]
        position = change.end
    return "".join((*pieces, text[position:]))


def test_the_same_text_has_no_difference() -> None:
    assert difference("a\nb\n", "a\nb\n") == ()


def test_what_is_the_same_within_a_line_is_not_touched() -> None:
    assert difference("a\nx = old(1)\nb\n", "a\nx = new(1)\nb\n") == (Replacement(6, 9, "new"),)


def test_changes_that_are_apart_stay_apart() -> None:
    assert [change.text for change in difference("a\nb\nc\nd\n", "A\nb\nc\nD\n")] == ["A", "D"]


def test_texts_of_thousands_of_lines_with_nothing_in_common() -> None:
    assert len(difference("a\nb\n" * 3000, "c\nd\n" * 3000)) == 6000
    assert len(difference("a\nb\n" * 3000, "c\nd\n" * 3001)) == 6000


@given(TEXTS, TEXTS)
def test_a_difference_leads_from_one_text_to_the_other(one: str, two: str) -> None:
    assert spliced(one, difference(one, two)) == two


@given(MARKS, CONTENTS, CONTENTS, st.sampled_from(["a.py", "a.toml"]))
def test_a_delta_gives_the_new_bytes(mark: bytes, one: bytes, two: bytes, path: str) -> None:
    before, after = mark + one, mark + two
    assert new_content(file_delta(path, before, after), before) == after


@given(CONTENTS)
def test_a_new_file_is_one_insertion_and_a_deleted_one_has_none(data: bytes) -> None:
    made = file_delta("a.py", None, data)
    assert new_content(made, None) == data
    assert made.old_sha256 is None
    assert len(made.edits) == (1 if data else 0)
    gone = file_delta("a.py", data, None)
    assert (gone.new_sha256, gone.edits) == (None, ())
    assert new_content(gone, data) is None


def test_line_ends_of_the_file_are_told_apart_from_its_texts() -> None:
    delta = file_delta("a.py", b"a\r\nb\r\n", b"a\r\nx\r\ny\r\nb\r\n", symbols=["m.b", "m.a", "m.b"])
    assert delta.newline == "\r\n"
    assert delta.edits == (Edit(3, 3, "x\ny\n"),)
    assert delta.symbols == ("m.a", "m.b")


def test_a_latin_file_has_its_letters_as_they_are() -> None:
    delta = file_delta("a.py", b"# coding: latin-1\n\xe9 = 1\n", b"# coding: latin-1\n\xe9 = '\xe8'\n")
    assert delta.edits == (Edit(22, 23, "'è'"),)


@pytest.mark.parametrize(
    ("delta", "before", "reason"),
    [
        (file_delta("a.py", b"a", b"b"), b"c", "has changed since the plan was written"),
        (file_delta("a.py", b"a", b"b"), None, "is not there any more"),
        (file_delta("a.py", None, b"b"), b"", "stands there already"),
        (FileDelta("a.py", file_delta("a.py", b"a", b"").old_sha256, "0" * 64, (Edit(0, 9, ""),)), b"a", "has 1 bytes"),
        (FileDelta("a.py", file_delta("a.py", b"a", b"").old_sha256, "0" * 64, (Edit(0, 1, "x"),)), b"a", "would not"),
    ],
)
def test_a_file_that_a_delta_does_not_fit(delta: FileDelta, before: bytes | None, reason: str) -> None:
    with pytest.raises(StaleError, match=reason):
        new_content(delta, before)


def test_a_letter_that_the_encoding_lacks() -> None:
    before = b"# coding: latin-1\n"
    old = file_delta("a.py", before, b"").old_sha256
    with pytest.raises(StaleError, match="cannot be written in iso8859-1"):
        new_content(FileDelta("a.py", old, "0" * 64, (Edit(18, 18, "\u20ac"),)), before)
