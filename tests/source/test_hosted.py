"""Code inside of documents: its positions are those of the document, and edits touch nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.edits.splice import apply_edits
from tdomcheck.model import Edit, Span
from tdomcheck.source.documents import document_text, read_document, source_of
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.text import Position, SourceText

LINES = st.sampled_from(["x = 1", "page = 'é😀'", "if x:\n    y = 2", "", "f(\n    1,\n)", 's = """\na\n"""'])
LEADS = st.sampled_from(["", "   ", "> ", "> > ", "\t", "- "])
ENDS = st.sampled_from(["\n", "\r\n"])


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Blocks of Python between prose that is no ASCII, in lists, in quotes and at prompts."""
    parts = [draw(st.sampled_from(["", "Prosa: é 😀\n", "---\ntitle: x\n---\n"]))]
    for _ in range(draw(st.integers(0, 3))):
        lines = "\n".join(draw(st.lists(LINES, min_size=1, max_size=4))).split("\n")
        lead = draw(LEADS)
        inner = "  " if lead == "- " else lead
        if draw(st.booleans()):
            kind, lines = "pycon", [">>> x = 1", "... ", "1", ">>> f(", "...     'é',", "... )"]
        else:
            kind = draw(st.sampled_from(["python", "py"]))
        body = "".join(f"{inner}{line}\n" if line or draw(st.booleans()) else "\n" for line in lines)
        if ">" in lead:
            body = "".join(f"{inner}{line}\n" for line in lines)
        parts.append(f"{lead}```{kind}\n{body}{inner}```\n\nMehr: ü\n\n")
    return "".join(parts).replace("\n", draw(ENDS)).encode()


def hosted(data: bytes, name: str = "a.md") -> HostedText:
    return document_text(data, read_document(data, name))


@given(documents())
def test_every_byte_of_code_is_a_byte_of_the_document(data: bytes) -> None:
    source = hosted(data)
    places = [source.from_utf8(offset) for offset in range(len(source.utf8) + 1)]
    assert all(before <= after for before, after in pairwise(places))
    for offset, place in enumerate(places[:-1]):
        letter = source.utf8[offset : offset + 1]
        if letter not in b"\r\n":
            assert data[place : place + 1] == letter
            assert source.to_utf8(place) == offset


@given(documents())
def test_lines_and_columns(data: bytes) -> None:
    source, whole = hosted(data), SourceText(data)
    for number in range(1, source.line_count + 1):
        text = source.line(number)
        place = source.offset(number, 1)
        if text.strip():
            assert data[place : place + len(text.encode())] == text.encode()
            assert source.host_line(place) == whole.position(place).line
            assert source.position(place) == Position(number, 1)
            assert source.slice(place, place + len(text.encode())) == text


@given(documents(), st.data())
def test_edits_touch_nothing_outside_of_blocks(data: bytes, draws: st.DataObject) -> None:
    source = hosted(data)
    size = len(source.utf8)
    first = draws.draw(st.integers(0, size))
    last = draws.draw(st.integers(first, min(size, first + 20)))
    text = draws.draw(st.sampled_from(["", "z", "a\nb", "import z\n", "é\n  b\n"]))
    settled = source.settled([Edit(source.from_utf8(first), source.from_utf8(last), text)])
    if settled is None or not source.fences:
        return
    after = apply_edits(source, settled)
    outside, kept = data, after
    for fence in source.fences:
        outside = outside.replace(data[slice(*fence.code)], b"|", 1)
    changed = [fence for fence in source.fences if fence.code[0] <= settled[0].start <= fence.code[1]]
    assert changed
    begin, end = changed[0].code
    assert kept[:begin] == data[:begin]
    assert kept.endswith(data[end:])


@pytest.mark.parametrize(
    ("before", "line", "text", "after"),
    [
        ("  ```py\n  x\n  y\n  ```\n", 2, "z\n", "  ```py\n  x\n  z\n  y\n  ```\n"),
        ("  ```py\n  x\n  ```\n", 2, "z\n", "  ```py\n  x\n  z\n  ```\n"),
        ("> ```py\n> x\n> ```\n", 1, "a\nb\n\n", "> ```py\n> a\n> b\n>\n> x\n> ```\n"),
        ("```pycon\n>>> x\n1\n```\n", 1, "z\n", "```pycon\n>>> z\n>>> x\n1\n```\n"),
        ("```pycon\n>>> x\n1\n```\n", 2, "z\n", "```pycon\n>>> x\n>>> z\n1\n```\n"),
        ("```pycon\n>>> x\n```\n", 1, "if a:\n    b\n", "```pycon\n>>> if a:\n...     b\n>>> x\n```\n"),
        ("```pycon\n>>> if x:\n...     y\n```\n", 2, "    z\n", "```pycon\n>>> if x:\n...     z\n...     y\n```\n"),
        ("  ```py\r\n  x\r\n  ```\r\n", 1, "z\n", "  ```py\r\n  z\r\n  x\r\n  ```\r\n"),
    ],
)
def test_new_lines_stand_behind_what_their_block_stands_behind(before: str, line: int, text: str, after: str) -> None:
    source = hosted(before.encode())
    place = source.offset(line, 1)
    settled = source.settled([Edit(place, place, text)])
    assert settled is not None
    assert apply_edits(source, settled).decode() == after


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("  ```py\n  x\n  y\n  ```\n", "x\n", "  ```py\n  y\n  ```\n"),
        ("  ```py\n  x\n  y\n  ```\n", "y\n", "  ```py\n  x\n  ```\n"),
        ("> ```py\n> x\n> y\n> ```\n", "y\n", "> ```py\n> x\n> ```\n"),
        ("```pycon\n>>> x\n>>> y\n2\n```\n", "x\n", "```pycon\n>>> y\n2\n```\n"),
    ],
)
def test_lines_go_with_what_stands_before_them(before: str, code: str, after: str) -> None:
    source = hosted(before.encode())
    start = source.utf8.index(code.encode())
    span = Span(source.from_utf8(start), source.from_utf8(start + len(code)))
    settled = source.settled([Edit(span.start, span.end, "")])
    assert settled is not None
    assert apply_edits(source, settled).decode() == after


def test_an_edit_over_several_lines() -> None:
    source = hosted(b"> ```py\n> f(1,\n>   2)\n> ```\n")
    start, end = source.from_utf8(source.utf8.index(b"1")), source.from_utf8(source.utf8.index(b")"))
    assert source.slice(start, end) == "1,\n  2"
    settled = source.settled([Edit(start, end, "3,\n  4")])
    assert settled is not None
    assert apply_edits(source, settled) == b"> ```py\n> f(3,\n>   4)\n> ```\n"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("```py\nx\n```\n\n```py\ny\n```\n", "x", "y"),  # from block to block
        ("```pycon\n>>> x\n1\n>>> y\n```\n", "x", "y"),  # across output
        ("```pycon\n>>> x\n```\n", "x", "\n\n"),  # the end of the block would join the line
    ],
)
def test_edits_that_reach_beyond_their_block_are_refused(text: str, first: str, last: str) -> None:
    source = hosted(text.encode())
    start, end = source.utf8.index(first.encode()), source.utf8.index(last.encode()) + 1
    assert source.settled([Edit(source.from_utf8(start), source.from_utf8(end), "z")]) is None


def test_a_statement_keeps_its_first_prompt() -> None:
    source = hosted(b"```pycon\n>>> @a\n... def f(): pass\n```\n")
    assert source.settled([Edit(source.offset(1, 1), source.offset(2, 1), "")]) is None


def test_what_lies_between_blocks_is_no_code() -> None:
    data = b"words\n\n```py\nx\n```\n\nwords\n"
    source = hosted(data)
    assert source.holds(Span(data.index(b"x\n"), data.index(b"x\n") + 1))
    assert not source.holds(Span(0, 0))
    assert not source.holds(Span(len(data) - 3, len(data) - 1))
    assert not hosted(b"words").holds(Span(0, 1))


def test_a_block_at_the_end_without_line_end() -> None:
    data = b"Then::\n\n   >>> x = 1"
    source = hosted(data, "a.rst")
    place = source.offset(2, 1)
    settled = source.settled([Edit(place, place, "y = 2\n")])
    assert settled is not None
    assert apply_edits(source, settled) == b"Then::\n\n   >>> x = 1\n   >>> y = 2"


def test_a_coding_cookie_is_for_python_only() -> None:
    data = "# Coding: utf-16\n\né\n".encode()
    assert source_of(data, "a.md").data == data
    assert SourceText(data, is_python=False).text == data.decode()
