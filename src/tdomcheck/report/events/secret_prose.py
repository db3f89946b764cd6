"""Where people write secrets in what is no code: behind a colon, an option, or `is`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.report.events.secret_names import whole_name
from tdomcheck.report.events.secret_words import WORD, Certainty, certainty, is_placeholder, is_random, looks_like_key
from tdomcheck.report.events.string_literals import Place

_VALUE = r"(?=(?:\"(?P<double>[^\"\n]{4,400})\"|'(?P<single>[^'\n]{4,400})'|`?(?P<value>[^\s\"'`<>]{4,400})))"
# What a value may be is looked at without being used up: it may hold the next name.
_TOLD = regex(
    rf"(?i)(?P<name>{WORD}\w{{0,40}})[\"'`]?"
    rf"(?P<sign>[ \t]{{0,8}}(?:=>|:=|:|=(?!=))[ \t]{{0,8}}|[ \t]{{1,8}}(?:is|was)[ \t]{{1,8}}){_VALUE}"
)
_OPTION = regex(rf"(?i)(?<![\w-])--?[\w-]{{0,40}}?(?P<name>{WORD}\w{{0,40}})(?P<sign>[ \t]{{1,8}}|=)(?!-){_VALUE}")
_LOGIN = regex(
    r"(?<![\w-])(?:-u|-U|--(?:proxy-)?user)(?:[ \t]{1,8}|=)?[\"']?[^\s:\"'/]{1,80}:(?P<value>[^\s\"'`]{3,400})"
)
_HEADER = regex(r"(?i)authorization[ \t]{0,8}[:=][ \t]{0,8}(?P<value>[^\s\"'`<>{},;]{8,400})")
_REST = regex(r"[^\s\"'`<>]*")
_ODD = regex(r".*(?:\d|[a-z][A-Z]|\w[!@#$%^&*+?~]\w).*")
_CODE = regex(r"[A-Za-z_][A-Za-z_.]*[(\[)\]].*|[a-z_]+(?:\.[a-z_]+)+|\w*[Ss]tr|(?i:string|bytes|optional)")
_ENDS = regex(r"[.,;:!?)`]*[ \t]*(?:\r?\n|\Z|(?<=[,;`])|(?<=[ \t])-)")
_MARKS = ".,;:!?)"


def told_secrets(text: str) -> Iterator[Place]:
    """The places of what is told to be a secret."""
    end = 0
    for match in sorted((*_TOLD.finditer(text), *_OPTION.finditer(text)), key=lambda match: match.end()):
        place = _told(text, match) if match.end() >= end else None
        if place is not None:
            end = place[1]
            yield place
    for match in _LOGIN.finditer(text):
        if not match["value"].isdigit() and not is_placeholder(match["value"]):
            yield match.span("value")
    yield from (match.span("value") for match in _HEADER.finditer(text) if is_random(match["value"], 8))


def _told(text: str, match: re.Match[str]) -> Place | None:
    said = certainty(whole_name(text, match.start("name"), match["name"]))
    quoted = "double" if match["double"] is not None else "single" if match["single"] is not None else None
    if quoted is not None:
        is_meant = said is Certainty.SAID or _is_likely(match[quoted], said)
        return match.span(quoted) if is_meant and not is_placeholder(match[quoted]) else None
    return _told_bare(text, match, said)


def _told_bare(text: str, match: re.Match[str], said: Certainty) -> Place | None:
    """The value that nothing quotes, without what ends a sentence."""
    start, value = match.start("value"), match["value"].rstrip(_MARKS)
    if len(value) < 4 or is_placeholder(value) or _CODE.fullmatch(match["value"]) or _CODE.fullmatch(value):
        return None
    is_sentence = match["sign"].strip() in {"is", "was"}
    is_last = said is Certainty.SAID and not is_sentence and _ENDS.match(text, start + len(value)) is not None
    if not is_last and not _is_likely(value, said):
        return None
    # Only what is masked is read to its end, so that nothing is read twice.
    rest = _REST.match(text, match.end("value"))
    end = match.end("value") if rest is None else rest.end()
    return start, start + len(text[start:end].rstrip(_MARKS))


def _is_likely(value: str, said: Certainty) -> bool:
    """Whether it is no word of a sentence."""
    if said is Certainty.SAID:
        return _ODD.fullmatch(value) is not None
    return is_random(value, 6) if said is Certainty.LIKELY else looks_like_key(value)
