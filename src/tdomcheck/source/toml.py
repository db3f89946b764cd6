"""TOML with places: `tomllib` reads a file and does not say where anything stands."""

from __future__ import annotations

import re
import tomllib
import typing as t
from collections.abc import Iterator
from functools import cached_property

from tdomcheck.errors import Unparsable
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText

_TOKEN = regex(
    rb"""
    (?P<string> \"{3} (?: [^\\] | \\. )*? \"{3,5} | '{3} .*? '{3,5} | \" (?: [^"\\\r\n] | \\. )* \" | '[^'\r\n]*' )
    | (?P<comment> \# [^\r\n]* )
    | (?P<key> [\w-]+ )
    | (?P<mark> [][{}=.,\r\n] )
    """,
    re.DOTALL | re.VERBOSE,
)
_PLACE = regex(r"\(at line (\d+), column (\d+)\)")


class Piece(t.NamedTuple):
    """A string that is a value, or a comment."""

    text: str
    """Of a string what it says, of a comment all of it."""
    span: Span
    where: str = ""
    """The table and the key that a string is the value of, or is in the value of: `project.dependencies`."""


class TomlText:
    """The text of a TOML file; what it says and where are two questions."""

    def __init__(self, data: bytes) -> None:
        self.source = SourceText(data, is_python=False)
        self.data = data

    @cached_property
    def values(self) -> dict[str, object]:
        """What the file says; raises Unparsable."""
        if _LONG_KEY.search(self.data):
            raise Unparsable("it is no TOML that could be read: a key has more than 200 parts", 0)
        try:
            return tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            offset = self.source.offset(int(place[1]), int(place[2])) if place else len(self.data)
            reason = _PLACE.sub("", str(error)).removesuffix(" (at end of document)").strip()
            raise Unparsable(f"it is no TOML: {reason[:1].lower()}{reason[1:]}", offset) from None
        except RecursionError:
            raise Unparsable("it is no TOML that could be read: it nests too deeply", 0) from None

    @cached_property
    def strings(self) -> list[Piece]:
        """Every string that is no key; its span is with its quotes."""
        return [piece for piece in self._pieces if piece.where]

    @cached_property
    def comments(self) -> list[Piece]:
        """Every comment from its `#` to the end of the line."""
        return [piece for piece in self._pieces if not piece.where]

    @cached_property
    def entries(self) -> list[Span]:
        """Every header, and every key with its value over however many lines, from the first token to the last."""
        _ = self._pieces
        return self._scan.entries

    @cached_property
    def _pieces(self) -> list[Piece]:
        return [piece for match in _TOKEN.finditer(self.data) for piece in self._scan.take(match)]

    @cached_property
    def _scan(self) -> _Scan:
        return _Scan()


_LONG_KEY = regex(rb"(?:[\w\"'-]+[ \t]*\.[ \t]*){200}")
"""What the reader of Python takes time for with the square of its length."""


class _Scan:
    """Walks over the tokens of a file and knows what table and key it is in."""

    def __init__(self) -> None:
        self._table: list[str] = []
        self._key: list[str] = []
        self.entries: list[Span] = []
        self._depth = 0
        self._is_open = False
        self._is_header = False
        self._is_value = False

    def take(self, match: re.Match[bytes]) -> Iterator[Piece]:
        text, span = match[0].decode("utf-8", "replace"), Span(match.start(), match.end())
        self._extend(span, text)
        if match["comment"]:
            yield Piece(text.rstrip(), span)
        elif match["mark"]:
            self._mark(text)
        elif not self._is_value:
            (self._table if self._is_header else self._key).append(_value(text) if match["string"] else text)
        elif match["string"]:
            yield Piece(_value(text), span, ".".join([*self._table, *self._key]))

    def _extend(self, span: Span, text: str) -> None:
        """The entry that a token belongs to ends behind it; one that begins a line outside of brackets begins one."""
        if text in {"\r", "\n"}:
            self._is_open = self._is_open and self._depth > 0
        elif self._is_open:
            self.entries[-1] = Span(self.entries[-1].start, span.end)
        elif not text.startswith("#"):
            self.entries.append(span)
            self._is_open = True

    def _mark(self, mark: str) -> None:
        if mark in "\r\n":
            if self._depth == 0:
                self._key, self._is_value, self._is_header = [], False, False
        elif self._is_value:
            self._depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark, 0)
        elif mark == "[":
            self._table, self._is_header = [], True
        elif mark == "=":
            self._is_value = True


def _value(literal: str) -> str:
    if "\\" not in literal and not literal.startswith(('"""', "'''")):
        return literal[1:-1]
    try:
        return str(tomllib.loads(f"value = {literal}")["value"])
    except tomllib.TOMLDecodeError:
        return ""


def table(value: object, *keys: str) -> dict[str, object]:
    """The table below some keys; an empty one where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def text(value: object) -> str:
    """A string, or nothing."""
    return value if isinstance(value, str) else ""
