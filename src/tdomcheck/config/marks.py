"""Where the keys and values of a TOML text stand: `tomllib` says what is in a file, and forgets where.

The scanner trusts that `tomllib` accepted the text; where it loses the thread it stops, and problems further down are
reported without a frame instead of with a wrong one.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TypeAlias

from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions in arrays, from the top of the document."""

BLANK = regex(r"(?:[ \t\r\n]+|#[^\n]*)+")
SPACE = regex(r"[ \t]*")
BARE = regex(r"[A-Za-z0-9_-]+")
STRING = regex(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
SCALAR = regex(r"[^,\]}#\r\n]+")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one line; the first line and the first column are 1."""

    line: int
    column: int
    width: int


@dataclass(frozen=True, slots=True)
class Marks:
    """Offsets of all keys and values of a text."""

    text: str
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def key(self, path: Path) -> Mark | None:
        """Where a key stands; the place of what holds it, if it has none of its own."""
        return self._closest(path, self.keys)

    def value(self, path: Path) -> Mark | None:
        """Where a value begins, as far as its first line goes."""
        return self._closest(path, self.values) if path in self.values else self.key(path)

    def _closest(self, path: Path, spans: dict[Path, tuple[int, int]]) -> Mark | None:
        while path:
            if path in spans:
                return self._mark(*spans[path])
            path = path[:-1]
        return None

    def _mark(self, start: int, end: int) -> Mark:
        line_start = self.text.rfind("\n", 0, start) + 1
        line_end = self.text.find("\n", start, end)
        width = (end if line_end < 0 else line_end) - start
        return Mark(self.text.count("\n", 0, start) + 1, start - line_start + 1, max(width, 1))


def scan(text: str) -> Marks:
    """The places of everything in a TOML document."""
    marks = Marks(text)
    with suppress(_LostError, RecursionError):  # what was found so far is right
        _Scanner(text, marks).document()
    return marks


class _LostError(Exception):
    """The text is not what the scanner expects."""


@dataclass(slots=True)
class _Scanner:
    text: str
    marks: Marks
    place: int = 0
    counts: dict[Path, int] = field(default_factory=dict)
    """How many tables each array of tables has so far."""

    def document(self) -> None:
        table: Path = ()
        while self._skip(BLANK) < len(self.text):
            if self.text[self.place] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        brackets = 2 if self.text.startswith("[[", self.place) else 1
        self.place += brackets
        path: Path = ()
        parts = self._dotted()
        for name, start, end in parts:
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
            path = (*path, name)
            self.marks.keys.setdefault(path, (start, end))
        if brackets == 2:
            number = self.counts.get(path, 0)
            self.counts[path] = number + 1
            path = (*path, number)
            self.marks.keys[path] = parts[-1][1:]
        self._expect("]" * brackets)
        return path

    def _pair(self, table: Path) -> None:
        path = table
        for name, start, end in self._dotted():
            path = (*path, name)
            self.marks.keys.setdefault(path, (start, end))
        self._expect("=")
        self._skip(SPACE)
        self._value(path)

    def _dotted(self) -> list[tuple[str, int, int]]:
        parts = [self._part()]
        while self.text.startswith(".", self._skip(SPACE)):
            self.place += 1
            parts.append(self._part())
        return parts

    def _part(self) -> tuple[str, int, int]:
        start = self._skip(SPACE)
        match = BARE.match(self.text, start) or STRING.match(self.text, start)
        if match is None:
            raise _LostError
        self.place = match.end()
        return _name(match.group()), start, match.end()

    def _value(self, path: Path) -> None:
        start = self.place
        match self.text[start : start + 1]:
            case "[":
                self._array(path)
            case "{":
                self._inline_table(path)
            case '"' | "'":
                self._take(STRING)
            case _:
                self._take(SCALAR)
        self.marks.values[path] = (start, start + len(self.text[start : self.place].rstrip()))

    def _array(self, path: Path) -> None:
        self.place += 1
        number = 0
        while not self.text.startswith("]", self._skip(BLANK)):
            self._value((*path, number))
            number += 1
            if self.text.startswith(",", self._skip(BLANK)):
                self.place += 1
        self.place += 1

    def _inline_table(self, path: Path) -> None:
        self.place += 1
        while not self.text.startswith("}", self._skip(BLANK)):
            self._pair(path)
            if self.text.startswith(",", self._skip(BLANK)):
                self.place += 1
        self.place += 1

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.place)
        if match is not None:
            self.place = match.end()
        return self.place

    def _take(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.place)
        if match is None:
            raise _LostError
        self.place = match.end()

    def _expect(self, token: str) -> None:
        if not self.text.startswith(token, self._skip(SPACE)):
            raise _LostError
        self.place += len(token)


def _name(token: str) -> str:
    if token[0] not in "\"'":
        return token
    if "\\" not in token:
        return token[1:-1]
    import tomllib

    try:
        return str(tomllib.loads(f"name = {token}")["name"])
    except tomllib.TOMLDecodeError:
        return token  # the document is refused elsewhere; here every text comes to an end
