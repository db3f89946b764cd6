"""From the names of secrets to what they are given: by a sign, behind an annotation, and as one of several values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.report.events.secret_words import WORD
from tdomcheck.report.events.string_literals import StringRun, Strings
from tdomcheck.values import dataclass

_NAME = regex(rf"(?i)(?P<name>{WORD}\w{{0,40}})(?P<quote>\\?[\"']\]?)?[ \t]{{0,8}}(?P<sign>:=|\+?=(?!=)|:)[ \t]{{0,8}}")
_BEGINNING_OF_NAME = regex(r"[\w-]{0,60}\Z")
_NO_ANNOTATION = regex(
    r"(?:\b(?:while|if|elif|as|in|is|not|and|or|lambda|for|with|match|case|return|except|assert|await|else|yield)[ \t]"
    r"|[<>=!+/%&|^~\]])[ \t]{0,8}[\w.]{0,60}\Z"
)
_LINES = regex(r"\s{0,80}(?:#[^\n]{0,120}\n\s{0,80})?")
# No colon is a piece, and every name that is annotated has one: so no text is looked at for two names.
_PIECE = regex(r"[\w.|&*+ \t-]+|\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[\[(,)\]=\n]")
_BEGINNING = regex(r"\(\s{0,80}(?:#[^\n]{0,120}\n\s{0,80})?|\\\r?\n[ \t]{0,80}")
_CLOSED = regex(r"\s{0,80}(?:#[^\n]{0,120}\n\s{0,80})?\)")
_CALLEE = r"(?:\w{1,40}\.){0,4}(?P<callee>\w{1,40})\(\s{0,80}"
_DEFAULT = r"(?:(?:default|value)[ \t]{0,8}=[ \t]{0,8}|default_factory[ \t]{0,8}=[ \t]{0,8}lambda:[ \t]{0,8})?"
_WRAPPED = regex(rf"{_CALLEE}{_DEFAULT}")
_LOOKS_UP = regex(
    rf"(?i)(?:\w{{1,40}}\.){{0,4}}(?:get|getenvb?|setdefault|pop|config|env(?:\.\w{{1,20}})?)\(\s{{0,80}}"
    rf"(?:[rbu]{{0,2}}(?:\"[^\"\\\n]{{0,80}}\"|'[^'\\\n]{{0,80}}')|[\w.]{{1,80}})\s{{0,80}},\s{{0,80}}{_DEFAULT}"
)
"""A look-up of a variable by its name, up to what stands for it where it is not set."""
_HOLDS = regex(
    rf"(?=[A-Z])(?i:\w*(?:{WORD}|sensitive|credential|fernet)(?:str|bytes|value)?)"
    r"|bytes|bytearray|str|fromhex|\w*b64decode|unhexlify"
)
"""Classes and functions that hold one value; what `get_token("name")` is given is the name of one."""
_DECLARES = regex(r"(?i:field|option|argument|query|form|header|\w*column)")
_ALONE = regex(r"\s{0,80},?\s{0,80}\)")
_DEPTH = 4
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
    is_argument: bool
    """Whether it is written as an argument of a call."""


def named_values(strings: Strings) -> Iterator[NamedValue]:
    """All that is given to a name that holds a word for secrets."""
    for match in _NAME.finditer(strings.text):
        name = whole_name(strings.text, match.start(), match["name"])
        start = _value_start(strings, match)
        if start is not None:
            yield NamedValue(name, start, match["sign"] == "=" and match.end() == match.end("sign"))


def whole_name(text: str, start: int, name: str) -> str:
    """A name with what stands before the word for a secret, as in `X-Api-Key`."""
    return f"{_before(text, start, _BEGINNING_OF_NAME)}{name}"


def _before(text: str, start: int, pattern: re.Pattern[str]) -> str:
    """What ends there."""
    match = pattern.search(text[max(start - 80, 0) : start])
    return "" if match is None else match[0]


def _value_start(strings: Strings, name: re.Match[str]) -> int | None:
    """Where the value begins; None behind the head of a compound statement, as in `while token:`."""
    if name["sign"] != ":":
        return name.end()
    if name["quote"]:
        lines = _LINES.match(strings.text, name.end())
        return name.end() if lines is None else lines.end()
    if _before(strings.text, name.start(), _NO_ANNOTATION):
        return None
    start = _behind_annotation(strings, name.end())
    return name.end() if start is None else start


def _behind_annotation(strings: Strings, start: int) -> int | None:
    depth = 0
    code = strings.text
    while True:
        run = strings.by_start.get(start)
        piece = _PIECE.match(code, start)
        if run is not None:
            start = run.end
            continue
        if piece is None:
            return None
        text = piece[0]
        depth += (text in "[(") - (text in ")]")
        if depth < 0 or (depth == 0 and text in ",\n"):
            return None
        if depth == 0 and text == "=":
            return _behind_sign(code, piece)
        start = piece.end()


def _behind_sign(code: str, sign: re.Match[str]) -> int | None:
    end = sign.end()
    while end < len(code) and code[end] in " \t":
        end += 1
    return None if code.startswith("=", sign.end()) else end


def strings_of(strings: Strings, start: int) -> Iterator[tuple[StringRun, bool]]:
    """The strings that an expression may come to, and whether it is in parentheses.

    That are itself, what a class holds, what stands for a variable that is not set, and each of several.
    """
    code = strings.text
    beginning = _BEGINNING.match(code, start)
    is_inside = beginning is not None and beginning[0].startswith("(")
    between = _NEXT_INSIDE if is_inside else _NEXT
    start = start if beginning is None else beginning.end()
    while True:
        run = _operand(strings, start, _DEPTH)
        following = between.match(code, start if run is None else run.end)
        is_one = not is_inside or following is not None
        if run is not None and (is_one or _CLOSED.match(code, run.end)):
            yield run, is_inside
        if following is None:
            return
        start = following.end()


def _operand(strings: Strings, start: int, depth: int) -> StringRun | None:
    run = strings.at(start)
    if run is not None or not depth:
        return run
    wrapped = _WRAPPED.match(strings.text, start)
    if wrapped is None:
        return None
    run = _operand(strings, wrapped.end(), depth - 1) if _is_transparent(wrapped["callee"]) else None
    if run is not None and (_DECLARES.fullmatch(wrapped["callee"]) or _ALONE.match(strings.text, run.end)):
        return run
    looked_up = _LOOKS_UP.match(strings.text, start)
    return None if looked_up is None else _operand(strings, looked_up.end(), depth - 1)


def _is_transparent(callee: str) -> bool:
    """Whether what it is given is what it stands for."""
    return bool(_HOLDS.fullmatch(callee) or _DECLARES.fullmatch(callee))
