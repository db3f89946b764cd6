"""Where a text holds private keys as PEM: in one literal, in many, in a comment, and also where the end is missing."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.report.events.string_literals import Place

_MARK = regex(r"-{4,5} ?(?:(BEGIN)|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_LINE_END = regex(r"\\[rn]|\r?\n|\Z")
_GAP = regex(r"(?:\s|\\[rn])*")
_HEADER = regex(r"[\s#]*[A-Z][A-Za-z-]{2,20}: ?.*")
_WORD = regex(r"(?:[rbuftRBUFT]{1,2}(?=[\"']))?[\"'\\,()\[\]#+=]*([A-Za-z0-9+/=]*)[\"'\\,()\[\]]*")
_LONG = regex(r"[A-Za-z0-9+/]{24,}={0,2}")
_TOKEN = regex(r"\S+")
_COMMENT = regex(r"(?<=\s)#.*")
_OF_A_LINE = 32
"""Lines of a key are of 64 or more letters, but for the last."""


def private_keys(text: str) -> Iterator[Place]:
    """The places of the keys in order, with the lines that begin and end them."""
    marks = list(_MARK.finditer(text))
    for index, mark in enumerate(marks):
        if not mark[1]:
            continue
        following = marks[index + 1] if index + 1 < len(marks) else None
        limit = following.start() if following is not None else len(text)
        is_closed = following is not None and not following[1]
        if is_closed and following is not None and _is_key(text, mark.end(), limit):
            yield mark.start(), following.end()
            continue
        yield from _joined(text, mark.span(), _loose(text, mark.end(), limit, is_closed=is_closed))


def _is_key(text: str, start: int, end: int) -> bool:
    """Whether there is nothing but the lines of a key, and what holds them together."""
    return all(_words(text, *line) is not None for line in _lines(text, start, end))


def _loose(text: str, start: int, end: int, *, is_closed: bool) -> Iterator[Place]:
    """What is likely to be of a key among other things: up to its end, else up to the first line of something else."""
    for line in _lines(text, start, end):
        words = _words(text, *line)
        if is_closed:
            yield from (match.span() for match in _LONG.finditer(text, *line))
        elif words is None:
            return
        else:
            own = [word for word in words if _is_of_key(text[word[0] : word[1]], is_alone=len(words) == 1)]
            if words and not own:
                return
            yield from own


def _lines(text: str, start: int, end: int) -> Iterator[Place]:
    """The lines, also those that an escape ends."""
    while start < end:
        match = _LINE_END.search(text, start, end)
        stop = match.start() if match is not None else end
        yield start, stop
        start = match.end() if match is not None and match.end() > stop else end


def _words(text: str, start: int, end: int) -> list[Place] | None:
    """What may be of a key in a line, without quotes and the like; None for a line that is of something else."""
    line = text[start:end]
    if _HEADER.fullmatch(line):
        return []
    code = _COMMENT.sub("", line) if line.strip("# \t").count("#") else line
    words: list[Place] = []
    for token in _TOKEN.finditer(code):
        match = _WORD.fullmatch(token[0])
        if match is None:
            return None
        if match[1]:
            words.append((start + token.start() + match.start(1), start + token.start() + match.end(1)))
    short = [word for word in words if word[1] - word[0] < _OF_A_LINE]
    return words if len(short) <= 1 else None


def _is_of_key(word: str, *, is_alone: bool) -> bool:
    return len(word) >= _OF_A_LINE or (is_alone and not word.isalpha())


def _joined(text: str, first: Place, others: Iterator[Place]) -> Iterator[Place]:
    """The places, as one where nothing but ends of lines is in between."""
    start, end = first
    for place in others:
        if _GAP.fullmatch(text, end, place[0]):
            end = place[1]
        else:
            yield start, end
            start, end = place
    yield start, end
