"""Bytes to text and back: first what must come through unharmed, then what is refused."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tdomcheck.errors import Undecodable
from tdomcheck.source.text import Position, SourceText

LINE_ENDS = ("\n", "\r\n", "\r")
letters = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
lines = st.lists(st.tuples(letters, st.sampled_from(LINE_ENDS)), max_size=6)
texts = st.builds(lambda parts, last: "".join(text + end for text, end in parts) + last, lines, letters)
latin = st.text(st.characters(max_codepoint=255, exclude_characters="\0\x85"), max_size=40)


def source_of(text: str, *, marked: bool = False) -> SourceText:
    return SourceText((codecs.BOM_UTF8 if marked else b"") + text.encode())


@given(text=texts.filter(lambda text: "coding" not in text), marked=st.booleans())
@example(text="", marked=False)
@example(text="\f\r\n\r", marked=True)
@example(text="no end", marked=False)
def test_text_comes_through_as_it_is(text: str, *, marked: bool) -> None:
    source = source_of(text, marked=marked)
    assert source.text == text
    assert source.utf8 == text.encode()
    assert source.data == source.mark + source.utf8


@given(texts.filter(lambda text: "coding" not in text), st.booleans())
def test_every_place_leads_back_to_its_byte(text: str, marked: bool) -> None:
    source = source_of(text, marked=marked)
    for index in range(len(text) + 1):
        offset = len(source.mark) + len(text[:index].encode())
        if text[index - 1 : index + 1] == "\r\n" and index:
            continue  # nothing stands between the two
        place = source.position(offset)
        assert source.offset(place.line, place.column) == offset
        assert source.from_utf8(source.to_utf8(offset)) == offset


@given(latin)
def test_every_place_leads_back_to_its_byte_in_other_encodings(text: str) -> None:
    source = SourceText(b"# coding: latin-1\n" + text.encode("latin-1"))
    assert source.text.endswith(text)
    for offset in range(18, len(source.data) + 1):
        place = source.position(offset)
        if source.data[offset - 1 : offset + 1] != b"\r\n":
            assert source.offset(place.line, place.column) == offset
        assert source.from_utf8(source.to_utf8(offset)) == offset
        assert source.from_utf8(len(source.text[:offset].encode())) == offset


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "shift_jis", "gbk", "koi8-r", "euc-jp"])
def test_offsets_agree_in_all_encodings(encoding: str) -> None:
    word = {"latin-1": "é", "cp1252": "€", "koi8-r": "ж"}.get(encoding, "日本")
    text = f"# coding: {encoding}\nx = '{word}'; y = 1\r\nz = '{word}' + w\n"
    source = SourceText(text.encode(encoding))
    for index in range(len(text)):
        expected = len(text[:index].encode(encoding))
        assert source.from_utf8(len(text[:index].encode())) == expected
        assert source.to_utf8(expected) == len(text[:index].encode())
    assert source.slice(source.data.index(b"x = "), source.data.index(b"; y")) == f"x = '{word}'"


@given(texts)
def test_python_and_we_agree_where_lines_end(text: str) -> None:
    """Form feeds, vertical tabs and Unicode's line separators end no line of a source."""
    import io

    expected = list(io.StringIO(text, newline="").readlines())
    expected = [line.rstrip("\r\n") for line in expected]
    source = source_of(text.replace("coding", ""))
    if "coding" not in text:
        assert [source.line(number) for number in range(1, len(expected) + 1)] == expected


def test_form_feeds_and_separators_end_no_line() -> None:
    source = source_of("a\fb\x0bc\u2028d\x85e\nf")
    assert source.line_count == 2
    assert source.position(source.data.index(b"f", -1)) == Position(2, 1)


@pytest.mark.parametrize(
    ("text", "newline"),
    [
        ("", "\n"),
        ("x", "\n"),
        ("a\nb\n", "\n"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\rb\r", "\r"),
        ("a\r\nb\n", "\n"),
    ],
)
def test_new_lines_are_written_as_most_lines_end(text: str, newline: str) -> None:
    source = source_of(text)
    assert source.newline == newline
    assert source.encode("1\n2\r\n") == f"1{newline}2{newline}".encode()


def test_text_is_written_in_the_encoding_of_the_file() -> None:
    source = SourceText("# coding: latin-1\nx = 'é'\n".encode("latin-1"))
    assert source.encode("é\n") == b"\xe9\n"
    with pytest.raises(UnicodeEncodeError):
        source.encode("→")


def test_a_place_beyond_the_file_is_its_end() -> None:
    source = source_of("one\ntwo")
    assert source.offset(9, 9) == len(source.data)
    assert source.offset(0, 1) == 0
    assert source.line(0) == source.line(9) == ""


COOKIES = (
    "# coding: utf-8-unix",
    "# -*- coding: latin-1-unix -*-",
    "# coding: iso-latin-1-dos",
    "# coding: UTF_8",
    "# coding=utf8",
    "# vim: set fileencoding=latin-1 :",
    "#!/usr/bin/env python\n# coding: cp1252",
    "#!/usr/bin/env python\r\n# coding: cp1252",
    "\f# coding: latin-1",
    "# one\r# two\r# coding: latin-1",
    "\n\n# coding: latin-1",
    "'''\n# coding: latin-1\n'''",
    "x = 1\n# coding: latin-1",
    "# coding: utf-8-sig",
)


@pytest.mark.parametrize("cookie", COOKIES)
def test_a_cookie_means_what_it_means_to_python(cookie: str) -> None:
    body = f"{cookie}\ntext = 'caf".encode() + b"\xc3\xa9'\n"
    scope: dict[str, str] = {}
    exec(compile(body, "cookie.py", "exec"), scope)  # noqa: S102  # Python itself is the oracle
    assert f"text = '{scope['text']}'" in SourceText(body).text


@pytest.mark.parametrize(
    "cookie", ["nosuch", "hex", "rot13", "utf-16", "cp037", "undefined", "utf-7", "unicode_escape", "punycode"]
)
def test_what_python_source_cannot_be_in_is_refused(cookie: str) -> None:
    with pytest.raises(Undecodable, match="its coding cookie names"):
        SourceText(f"# coding: {cookie}\nx = 1\n".encode())


def test_a_mark_and_another_cookie_contradict_each_other() -> None:
    with pytest.raises(Undecodable, match="byte order mark"):
        SourceText(codecs.BOM_UTF8 + b"# coding: latin-1\n")


@pytest.mark.parametrize(
    ("data", "offset"),
    [(b"x = '\xff'\n", 5), (codecs.BOM_UTF8 + b"\xff", 3), (b"a\0", 1), (codecs.BOM_UTF8 + b"a\0", 4)],
)
def test_what_cannot_be_decoded_has_a_place(data: bytes, offset: int) -> None:
    with pytest.raises(Undecodable) as caught:
        SourceText(data)
    assert caught.value.offset == offset


@given(st.binary(max_size=60))
def test_any_bytes_are_text_or_refused_with_a_sentence(data: bytes) -> None:
    try:
        source = SourceText(data)
        sentence, place = "it is text", len(source.data)
    except Undecodable as error:
        sentence, place = str(error), error.offset
    assert sentence
    assert 0 <= place <= len(data)
