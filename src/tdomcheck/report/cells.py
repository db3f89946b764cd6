"""Lines of source as columns of a terminal: tabs, wide letters, combining marks, and lines too long to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from tdomcheck.report.escape import RUNNER_PREFIXES, glyph
from tdomcheck.values import dataclass

_TAB = 4
_CUT = "..."


@dataclass(frozen=True, slots=True)
class Row:
    """A line, or a window of it, as it is shown."""

    text: str
    first: int
    """Index in the line of the first character shown."""
    edges: tuple[int, ...]
    """Columns where each shown character starts, and where the last one ends."""

    def column(self, index: int) -> int:
        """Column of a character of the line; of the nearest edge if it is not shown."""
        return self.edges[min(max(index - self.first, 0), len(self.edges) - 1)]


def char_width(char: str) -> int:
    """How many columns a letter takes."""
    if "\x20" <= char < "\x7f":
        return 1
    if unicodedata.category(char) in {"Mn", "Me", "Cf"} or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def text_width(text: str) -> int:
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(char_width, text))


def row(line: str, focus: int, budget: int) -> Row:
    """A line if it fits, else the window of it in which the character at `focus` is well visible."""
    budget = max(budget, 4 * len(_CUT))
    if len(line) <= budget and line.isascii() and line.isprintable() and "#" not in line:
        return Row(line, 0, tuple(range(len(line) + 1)))  # as nearly all are: each letter is a column
    if len(line) <= 4 * budget:  # a minified file is one line, measured again for each of its findings
        whole = _laid_out(line, 0, len(line), 0)
        if whole.edges[-1] <= budget:
            return whole
    return _window(line, min(max(focus, 0), len(line)), budget)


def _window(line: str, focus: int, budget: int) -> Row:
    first = focus
    lead = budget // 3
    while first > 0 and lead > 0:
        first -= 1
        lead -= max(text_width(_shown(line, first)), 1)
    before = _CUT if first else ""
    room = budget - len(before) - len(_CUT)
    column = last = 0
    for last, piece in _pieces(line, first, len(before)):
        column += text_width(piece)
        if column > room:
            return _laid_out(line, first, last, len(before), before, _CUT)
    return _laid_out(line, first, len(line), len(before), before)


def _laid_out(line: str, first: int, last: int, column: int, before: str = "", after: str = "") -> Row:
    pieces = []
    edges = [column]
    for index, piece in _pieces(line, first, column):
        if index >= last:
            break
        pieces.append(piece)
        edges.append(edges[-1] + text_width(piece))
    return Row(before + "".join(pieces) + after, first, tuple(edges))


def _pieces(line: str, first: int, column: int) -> Iterator[tuple[int, str]]:
    for index in range(first, len(line)):
        piece = " " * (_TAB - column % _TAB) if line[index] == "\t" else _shown(line, index)
        column += text_width(piece)
        yield index, piece


def _shown(line: str, index: int) -> str:
    char = line[index]
    if char == "#" and line.startswith(RUNNER_PREFIXES, index):
        return "\\x23"
    return glyph(char)
