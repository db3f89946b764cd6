"""From the names of secrets to what they are given: by a sign, behind an annotation, and as one of several values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tdomcheck.regex import regex
from tdomcheck.report.events.string_literals import StringRun
from tdomcheck.values import dataclass

_LOGINS = "db|database|user|admin|root|my|mysql|pg|postgres|smtp|mail|ftp|ssh|redis|login|auth|proxy|sudo"
WORD = (
    rf"(?:token|passwd|password|passphrase|pwd|secret|key(?!word|board)|(?:{_LOGINS})_?pass(?![a-z])"
    r"|(?-i:_PASS(?![A-Za-z])))"
)
"""What the names of secrets hold; `first_pass` is none of them."""
_NAME = regex(rf"(?i)(?P<name>{WORD}\w{{0,40}})(?:[\"']\]?)?[ \t]{{0,8}}(?P<sign>:=|=(?!=)|:)[ \t]{{0,8}}")
_WHOLE = regex(rf"(?i)\w*{WORD}")
# No colon is a piece, and every name that is annotated has one: so no text is looked at for two names.
_PIECE = regex(r"[\w.|&*+ \t-]+|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[\[(,)\]=\n]")
_BEGINNING = regex(r"\(\s{0,80}(?:#[^\n]{0,120}\n\s{0,80})?|\\\r?\n[ \t]{0,80}")
_CLOSED = regex(r"[\"']{1,3}\s{0,80}(?:#[^\n]{0,120}\n\s{0,80})?\)")
_QUOTES = regex(r"[\"']{1,3}")
_WRAPPED = regex(r"(?:\w{1,40}\.){0,4}(?P<callee>\w{1,40})\(\s{0,80}(?:(?:default|value)[ \t]{0,8}=[ \t]{0,8})?")
_HOLDS = regex(
    rf"(?=[A-Z])(?i:\w*(?:{WORD}|sensitive|credential|fernet)(?:str|bytes|value)?)"
    r"|bytes|bytearray|str|fromhex|\w*b64decode|unhexlify"
)
"""Classes and functions that hold one value; what `get_token("name")` is given is the name of one."""
_DECLARES = regex(r"(?i:field|option|argument|query|form|header|\w*column)")
_ALONE = regex(r"[\"']{1,3}\s{0,80},?\s{0,80}\)")
_OTHER = (
    r",:;#\"'()\[\]{}=]|[=!<>]=[ \t]{0,8}(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}')?|\([^()\n]{0,120}\)|\[[^\[\]\n]{0,120}\])"
    r"{0,200}?(?<!\w)(?:or|and|else)"
)
_NEXT = regex(rf"(?>[^\n{_OTHER}[ \t]{{1,8}}")
_NEXT_INSIDE = regex(rf"(?>[^{_OTHER}\s{{1,80}}")
"""The same in parentheses, where it may be in another line."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A name and where the value begins that it is given."""

    name: str
    start: int

    @property
    def is_whole(self) -> bool:
        """Whether the name says that this is the secret, and not something about it, as `SECRET_HELP` does."""
        return _WHOLE.fullmatch(self.name) is not None


def named_values(code: str) -> Iterator[NamedValue]:
    """All that is given to a name that is called like a secret."""
    for match in _NAME.finditer(code):
        start = _behind_annotation(code, match.end()) if match["sign"] == ":" else None
        yield NamedValue(match["name"], match.end() if start is None else start)


def _behind_annotation(code: str, start: int) -> int | None:
    depth = 0
    while (piece := _PIECE.match(code, start)) is not None:
        text = piece[0]
        depth += (text in "[(") - (text in ")]")
        if depth < 0 or (depth == 0 and text in ",\n"):
            return None
        if depth == 0 and text == "=":
            return _behind_sign(code, piece)
        start = piece.end()
    return None


def _behind_sign(code: str, sign: re.Match[str]) -> int | None:
    end = sign.end()
    while end < len(code) and code[end] in " \t":
        end += 1
    return None if code.startswith("=", sign.end()) else end


def strings_of(code: str, start: int, runs: Mapping[int, StringRun]) -> Iterator[StringRun]:
    """The strings that an expression may come to: itself, in parentheses, what a class holds, and each of several."""
    beginning = _BEGINNING.match(code, start)
    is_inside = beginning is not None and beginning[0].startswith("(")
    between = _NEXT_INSIDE if is_inside else _NEXT
    start = start if beginning is None else beginning.end()
    while True:
        run = _operand(code, start, runs)
        following = between.match(code, start if run is None else _end(code, run))
        is_one = not is_inside or following is not None
        if run is not None and (is_one or _CLOSED.match(code, run.parts[-1][1])):
            yield run
        if following is None:
            return
        start = following.end()


def _operand(code: str, start: int, runs: Mapping[int, StringRun]) -> StringRun | None:
    if start in runs:
        return runs[start]
    wrapped = _WRAPPED.match(code, start)
    run = runs.get(wrapped.end()) if wrapped is not None else None
    if wrapped is None or run is None:
        return None
    is_held = _HOLDS.fullmatch(wrapped["callee"]) and _ALONE.match(code, run.parts[-1][1])
    return run if is_held or _DECLARES.fullmatch(wrapped["callee"]) else None


def _end(code: str, run: StringRun) -> int:
    end = run.parts[-1][1]
    quotes = _QUOTES.match(code, end)
    return end if quotes is None else quotes.end()
