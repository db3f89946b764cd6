"""Literals of strings as text has them that need not be Python, and those that are one string for Python."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

Place = tuple[int, int]

# Every quote begins something, so that nothing is looked at twice: what is not closed ends with its line, or the text.
_TOKEN = regex(
    r"#[^\n]*"
    r"|(?:(?<!\w)[rbuftRBUFT]{1,2})?(?:"
    r'"""([^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)(?:"""|\\?\Z)'
    r"|'''([^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)(?:'''|\\?\Z)"
    r'|"([^"\\\n]*(?:\\.[^"\\\n]*)*)(?:"|(?=\n)|\\?\Z)'
    r"|'([^'\\\n]*(?:\\.[^'\\\n]*)*)(?:'|(?=\n)|\\?\Z))",
    re.DOTALL,
)
_GLUE = regex(r"(?:[\s\\+]|#[^\n]*\n)*")


@dataclass(frozen=True, slots=True)
class StringRun:
    """Literals beside each other, which are one string."""

    start: int
    parts: tuple[Place, ...]
    """Where the contents are, without quotes."""
    text: str
    """All contents."""
    offsets: tuple[int, ...]
    """Where in it each content begins."""

    def places(self, start: int, end: int) -> Iterator[Place]:
        """Where a part of the whole string is."""
        for index in range(bisect_right(self.offsets, start) - 1, len(self.parts)):
            shift = self.parts[index][0] - self.offsets[index]
            if self.offsets[index] >= end:
                return
            place = max(start + shift, self.parts[index][0]), min(end + shift, self.parts[index][1])
            if place[0] < place[1]:
                yield place


def string_runs(text: str) -> Iterator[StringRun]:
    """The strings of a text in order."""
    literals: list[re.Match[str]] = []
    for token in _TOKEN.finditer(text):
        if token.lastindex is None:
            continue
        if literals and not _GLUE.fullmatch(text, literals[-1].end(), token.start()):
            yield _run(literals)
            literals = []
        literals.append(token)
    if literals:
        yield _run(literals)


def _run(literals: list[re.Match[str]]) -> StringRun:
    groups = [literal.lastindex or 0 for literal in literals]
    contents = [literal[group] for literal, group in zip(literals, groups, strict=True)]
    parts = tuple(literal.span(group) for literal, group in zip(literals, groups, strict=True))
    offsets = tuple(accumulate(map(len, contents[:-1]), initial=0))
    return StringRun(literals[0].start(), parts, "".join(contents), offsets)
