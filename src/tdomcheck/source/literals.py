"""The text inside a string literal, decoded as Python does, with every character mapped to its bytes."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator

from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_ESCAPE = regex(
    r"\\(?:(?P<newline>\r\n|\r|\n)|(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<U>[0-9a-fA-F]{8})|N\{(?P<name>[^}]+)\}|(?P<simple>[\\'\"abfnrtv]))"
)
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_BRACES_OR_ESCAPE = regex(r"\{\{|\}\}|\r\n|\r|\\", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters from `index` on that stand for the bytes from `start` to `end`, one for one or all for one."""

    index: int
    start: int
    end: int
    is_even: bool
    """Each character is one byte; otherwise the run is one character."""


@dataclass(frozen=True, slots=True)
class MappedText:
    """Decoded text in which every character knows its bytes in the file."""

    text: str
    runs: tuple[Run, ...]
    start: int
    """Where the text begins in the file, also when it is empty."""

    def span(self, first: int, last: int) -> Span:
        """The bytes of the characters from `first` to before `last`."""
        if not self.text or first >= len(self.text):
            end = self.runs[-1].end if self.runs else self.start
            return Span(end, end)
        start = self._bytes(first)[0]
        return Span(start, self._bytes(last - 1)[1] if last > first else start)

    def _bytes(self, index: int) -> tuple[int, int]:
        run = self.runs[bisect_right(self.runs, index, key=lambda run: run.index) - 1]
        if run.is_even:
            start = run.start + index - run.index
            return start, start + 1
        return run.start, run.end


class MappedTextBuilder:
    """Collects decoded pieces of adjacent literals into one mapped text."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self._length = 0

    def add_literal(self, raw: str, start: int, *, is_raw: bool, is_template: bool) -> None:
        """Decode the source text of a literal's content that begins at byte `start`."""
        offset = start
        for source, value in _decoded(raw, is_raw=is_raw, is_template=is_template):
            size = len(source.encode("utf-8", "surrogatepass"))
            self._add(source, value, offset, offset + size)
            offset += size

    def _add(self, source: str, value: str, start: int, end: int) -> None:
        if value and source == value and source.isascii():
            self._runs.append(Run(self._length, start, end, is_even=True))
        elif source == value:
            for index, letter in enumerate(value):
                size = len(letter.encode("utf-8", "surrogatepass"))
                self._runs.append(Run(self._length + index, start, start + size, is_even=False))
                start += size
        elif value:
            self._runs.append(Run(self._length, start, end, is_even=False))
        self._pieces.append(value)
        self._length += len(value)

    def build(self) -> MappedText:
        return MappedText("".join(self._pieces), tuple(self._runs), self._start)


def _decoded(raw: str, *, is_raw: bool, is_template: bool) -> Iterator[tuple[str, str]]:
    """Pairs of source text and the characters that it stands for (none for a continued line)."""
    position = 0
    for match in _BRACES_OR_ESCAPE.finditer(raw):
        start = match.start()
        if start < position:
            continue
        source, value = _special(raw, match, is_raw=is_raw, is_template=is_template)
        if not source:
            continue
        if start > position:
            yield raw[position:start], raw[position:start]
        yield source, value
        position = start + len(source)
    if position < len(raw):
        yield raw[position:], raw[position:]


def _special(raw: str, match: re.Match[str], *, is_raw: bool, is_template: bool) -> tuple[str, str]:
    token = match.group()
    if token in {"{{", "}}"}:
        return (token, token[0]) if is_template else ("", "")
    if token in {"\r\n", "\r"}:
        return token, "\n"
    if is_raw:
        return "", ""
    escape = _ESCAPE.match(raw, match.start())
    return (escape.group(), _value(escape)) if escape else ("", "")


def _value(escape: re.Match[str]) -> str:
    kind = escape.lastgroup
    text = escape[kind] if kind else ""
    if kind == "newline":
        return ""
    if kind == "simple":
        return _SIMPLE.get(text, text)
    if kind == "name":
        try:
            return unicodedata.lookup(text)
        except KeyError:
            return escape.group()
    code = int(text, 8 if kind == "octal" else 16)
    return chr(code) if code <= 0x10FFFF else escape.group()
