"""Where `lazy import` may stand (3.15): older releases are asked about an import that is not lazy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex

_LINE_END = regex(r"\r\n|\r|\n")
_HEADER = regex(r"[ \t\f]*(?:async[ \t]+)?(?P<word>def|class|try|except|finally|else)\b")
_PLACES = {"def": "functions", "class": "classes", "try": "try/except blocks"}
_STAR = regex(r"[^\r\n;]*\bimport[ \t]*\*")
_FUTURE = regex(r"[ \t]*from[ \t]+__future__\b")
Brackets = Sequence[tuple[int, int]]


def complaints_of_laziness(
    code: str, brackets: Brackets, lazies: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, str]]:
    """What Python says of some `lazy` in code without strings, in order, and where."""
    waiting = list(reversed(lazies))
    blocks: list[tuple[int, str]] = []
    for begin, end in _lines(code, brackets):
        if not waiting:
            return
        line = code[begin:end].expandtabs()
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        before = ""
        while blocks and blocks[-1][0] >= indent:
            before = blocks.pop()[1]
        match = _HEADER.match(code, begin, end)
        word = match["word"] if match else ""
        word = before if word == "else" else "try" if word in {"except", "finally"} else word
        while waiting and waiting[-1][0] < end:
            start, stop = waiting.pop()
            around = [block for _, block in blocks]
            message = _complaint(code, stop, [*around, word] if code[begin:start].strip() else around)
            if message:
                yield start, message
        blocks.append((indent, word))


def _complaint(code: str, end: int, around: list[str]) -> str:
    if _FUTURE.match(code, end):
        return "lazy from __future__ import is not allowed"
    if _STAR.match(code, end):
        return "lazy from ... import * is not allowed"
    place = next((_PLACES[word] for word in reversed(around) if word in _PLACES), "")
    return place and f"lazy import not allowed inside {place}"


def _lines(code: str, brackets: Brackets) -> Iterator[tuple[int, int]]:
    """From where to where each line reaches, those in brackets with the one that they go on with."""
    begin = index = depth = 0
    for match in _LINE_END.finditer(code):
        while index < len(brackets) and brackets[index][0] < match.start():
            depth = brackets[index][1]
            index += 1
        if not depth and code[match.start() - 1 : match.start()] != "\\":
            yield begin, match.start()
            begin = match.end()
    yield begin, len(code)
