"""Spans as lines and columns, in files that may be missing or not decode."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from tdomcheck.errors import Undecodable
from tdomcheck.model import Edit, Finding, Span
from tdomcheck.model.suffixes import is_module
from tdomcheck.regex import regex
from tdomcheck.source.text import Position, SourceText
from tdomcheck.values import dataclass

_LINE_END = regex(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Region:
    """A range as people count it: from one, the end column behind the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


class RawText:
    """Bytes that are not text, shown as far as they are; what does not decode becomes a surrogate."""

    newline = "\n"

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._starts = [0, *(ending.end() for ending in _LINE_END.finditer(data))]

    @property
    def line_count(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> Position:
        line = max(bisect_right(self._starts, offset) - 1, 0)
        return Position(line + 1, len(self.slice(self._starts[line], offset)) + 1)

    def line(self, number: int) -> str:
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.data)
        return self.slice(self._starts[number - 1], end).rstrip("\r\n")

    def slice(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "surrogateescape")


TextView = SourceText | RawText


def view_of(data: bytes, *, is_python: bool = True) -> TextView:
    """The text of a file, or its bytes if that is all there is; only Python names its encoding in a comment."""
    try:
        source = SourceText(data, is_python=is_python)
        b"a".decode(source.encoding, "replace")  # codecs like `idna` cannot replace, and positions need that
    except (Undecodable, UnicodeError):
        return RawText(data)
    return source


class Places:
    """The files of one report, each decoded once and only if it is asked for."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._sources = sources
        self._views: dict[str, TextView] = {}

    def is_known(self, path: str) -> bool:
        return path in self._sources

    def view(self, path: str) -> TextView:
        """The text of a file; empty if its bytes are missing."""
        if path not in self._views:
            self._views[path] = view_of(self._sources.get(path, b""), is_python=is_module(path))
        return self._views[path]

    def region(self, path: str, span: Span) -> Region:
        """Lines and columns of a span, cut to what the file has."""
        return self.span(path, span.start, span.end)

    def span(self, path: str, start_byte: int, end_byte: int) -> Region:
        """Lines and columns of a range of bytes."""
        view = self.view(path)
        start = view.position(min(max(start_byte, 0), len(view.data)))
        end = max(start, view.position(min(max(end_byte, start_byte, 0), len(view.data))))
        return Region(start.line, start.column, end.line, end.column)

    def shown(self, path: str, span: Span) -> Region:
        """The region to point at: one that ends behind a line end stops before it, so that no line is too many."""
        region = self.region(path, span)
        if region.end_column > 1 or region.end_line == region.line:
            return region
        end = region.end_line - 1
        last = len(self.view(path).line(end)) + 1
        return Region(region.line, region.column, end, max(last, region.column) if end == region.line else last)

    def content(self, path: str, edit: Edit) -> str:
        """What an edit really writes: its text in the line ends of the file."""
        lines = re.sub(r"\r\n|\r|\n", "\n", edit.text)
        return lines.replace("\n", self.view(path).newline)


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by path, place, code and message, whatever order the workers ended in."""
    return sorted(findings, key=lambda finding: finding.sort_key)
