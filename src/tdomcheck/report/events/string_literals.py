"""Literals of strings as text has them that need not be Python, and those that are one string for Python."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

Place = tuple[int, int]

# What is put in may hold the quotes of its string; a brace that nothing closes is a letter.
_FIELD = r"\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}"
_LINE_FIELD = _FIELD.replace("{}]", r"{}\n]")
# Every quote begins something, so that nothing is looked at twice: what is not closed ends with its line, or the text.
_FORMATTED = (
    rf'"""((?:[^"\\{{]|\\.|\{{\{{|{_FIELD}|\{{|"(?!""))*+)(?:"""|\\?\Z)'
    rf"|'''((?:[^'\\{{]|\\.|\{{\{{|{_FIELD}|\{{|'(?!''))*+)(?:'''|\\?\Z)"
    rf'|"((?:[^"\\{{\n]|\\.|\{{\{{|{_LINE_FIELD}|\{{)*+)(?:"|(?=\n)|\\?\Z)'
    rf"|'((?:[^'\\{{\n]|\\.|\{{\{{|{_LINE_FIELD}|\{{)*+)(?:'|(?=\n)|\\?\Z)"
)
_PLAIN = (
    r'"""([^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)(?:"""|\\?\Z)'
    r"|'''([^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)(?:'''|\\?\Z)"
    r'|"([^"\\\n]*(?:\\.[^"\\\n]*)*)(?:"|(?=\n)|\\?\Z)'
    r"|'([^'\\\n]*(?:\\.[^'\\\n]*)*)(?:'|(?=\n)|\\?\Z)"
)
_TOKEN = regex(
    rf"#[^\n]*|(?<!\w)(?i:[ft]r?|r[ft])(?:{_FORMATTED})|(?:(?<!\w)[rbuRBU]{{1,2}})?(?:{_PLAIN})",
    re.DOTALL,
)
_INNER = regex(rf"[rbuftRBUFT]{{0,2}}(?:{_PLAIN})", re.DOTALL)
_ESCAPED = regex(r"\\(?:\"([^\"'\\\n]{1,400})\\\"|'([^\"'\\\n]{1,400})\\')")
_GLUE = regex(r"(?:[\s\\+]|#[^\n]*\n)*")


@dataclass(frozen=True, slots=True)
class StringRun:
    """Literals beside each other, which are one string."""

    start: int
    end: int
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


@dataclass(frozen=True, slots=True)
class Strings:
    """The strings of a text, and those within them and within comments."""

    text: str
    runs: tuple[StringRun, ...]
    by_start: Mapping[int, StringRun]
    parts: tuple[Place, ...]
    """All contents in order."""

    def at(self, start: int) -> StringRun | None:
        """The string that begins there; one within another, or within a comment, is closed before that ends."""
        run = self.by_start.get(start)
        if run is not None:
            return run
        match = _ESCAPED.match(self.text, start) or _INNER.match(self.text, start)
        if match is None or match.lastindex is None or match.end() == match.end(match.lastindex):
            return None
        index = bisect_right(self.parts, (start, len(self.text))) - 1
        if index >= 0 and start < self.parts[index][1]:
            return _run([match]) if match.end() <= self.parts[index][1] else None
        return _run([match]) if "\n" not in match[0] else None


def strings(text: str) -> Strings:
    """All strings of a text."""
    runs = tuple(string_runs(text))
    return Strings(text, runs, {run.start: run for run in runs}, tuple(part for run in runs for part in run.parts))


def string_runs(text: str) -> Iterator[StringRun]:
    """The strings of a text in order."""
    literals: list[re.Match[str]] = []
    for token in _TOKEN.finditer(text):
        if token.lastindex is None:
            continue
        if literals and not _is_joined(text, literals[-1], token):
            yield _run(literals)
            literals = []
        literals.append(token)
    if literals:
        yield _run(literals)


def _is_joined(text: str, literal: re.Match[str], following: re.Match[str]) -> bool:
    """Whether two literals are one string: not where the second is the docstring of what the first is given to."""
    between = text[literal.end() : following.start()]
    is_docstring = "\n" in between and _is_triple(following) and not _is_triple(literal)
    return _GLUE.fullmatch(between) is not None and (not is_docstring or "\\" in between)


def _is_triple(literal: re.Match[str]) -> bool:
    return literal[0].lstrip("rbuftRBUFT").startswith(('"""', "'''"))


def _run(literals: list[re.Match[str]]) -> StringRun:
    groups = [literal.lastindex or 0 for literal in literals]
    contents = [literal[group] for literal, group in zip(literals, groups, strict=True)]
    parts = tuple(literal.span(group) for literal, group in zip(literals, groups, strict=True))
    offsets = tuple(accumulate(map(len, contents[:-1]), initial=0))
    return StringRun(literals[0].start(), literals[-1].end(), parts, "".join(contents), offsets)
