"""Where code holds secrets: what is called like one, what logs in, and what looks like the token of a known service."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.report.events.private_keys import private_keys
from tdomcheck.report.events.secret_names import named_values, strings_of
from tdomcheck.report.events.secret_prose import told_secrets
from tdomcheck.report.events.secret_words import WORD, is_interpolated, is_placeholder, is_random, is_secret, is_word
from tdomcheck.report.events.string_literals import Place, StringRun, Strings, strings

_LOOKED_UP = regex(
    r"(?i)(?<![a-z])(?:getenvb?|setenv|putenv|environb?(?:\.\w{1,20})?|env(?:\.\w{1,20})?|config)\s{0,8}[(\[]\s{0,80}"
    r"[rb]{0,2}([\"'])[\w.-]{0,60}?(?:token|passw|passphrase|_pass(?=[\"'])|pwd|secret|key|credential)[\w.-]{0,40}\1"
    r"(?:\s{0,80},\s{0,80}(?:default\s{0,8}=\s{0,8})?|\s{0,80},?\s{0,80}[)\]]\s{0,80}or\s{1,80}|\s{0,8}\]\s{0,8}=\s{0,8})"
)
_HEADER = regex(r"(?i)authorization[\"']?\]?[ \t]{0,8}[:=,]\s{0,80}\(?\s{0,80}")
_KNOWN = regex(
    r"A[KS]IA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|(?<![A-Za-z0-9])(?:sk-[\w-]{20,}|[sr]k_(?:live|test)_\w{10,})"
    r"|glpat-[\w-]{20,}|pypi-[\w-]{40,}|npm_[A-Za-z0-9]{36}|AIza[\w-]{35}|(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"
)
_SCHEME = r"(?:bearer|basic|token|digest|apikey|jwt)"
_AUTHORISED = regex(
    r"(?i)authorization[\"']?\]?[ \t]{0,8}[:=,][ \t]{0,8}[rbuf]{0,2}[\"']?"
    rf"{_SCHEME}[ \t]{{1,8}}([^\s\"'{{}}\\<$%]{{4,}})"
)
_CREDENTIAL = regex(r"(?i)\b(?:(basic)|bearer|token)[ \t]{1,8}([\w.~+/=-]{8,})")
_WHOLE_HEADER = regex(rf"(?i)\s*(?:{_SCHEME}\s+)?([^\s{{}}\\<$%]{{4,}})\s*")
# `?` is never of Python itself, but `;` and `&` are: `x; token=other` and `x&token==other` are no addresses.
_QUERY = regex(
    rf"(?i)(?:[?&](?:amp;)?|\?[^\s\"']{{1,200}}?;)[\w.-]{{0,40}}?"
    rf"(?:{WORD}|signature|(?<=[?&])sig)=(?!=)([^\s\"'&#;<>{{}}\\`]{{3,}})"
)
ODD_LOGIN = r"[^\s/?#@\"':\[]{0,100}:(?!\d{0,5}(?:[/?#]|\Z)|[$%])[^\s@\"'{}<>]{1,400}"
"""A name and a password that holds what ends a host; behind a host there is the number of a port."""
_LOGIN = regex(rf"://([^\s/?#@\"']{{1,400}}|{ODD_LOGIN})@")
_PASSWORD = regex(r"(?i)(?:token|passwd|password|passphrase|pwd|secret)=([^\s\"'&;<>{}\\`]{3,})")
_SETTING = regex(r"(?i);[ ]?(?:password|pwd)[ ]?=[ ]?([^\"';{}<>\\\n]{3,200})")
_KEY = regex(r"(?i)(?:(?<![a-z])|(?<=\\[nrt])|(?<=api)|(?<=access)|(?<=account))key=([^\s\"'&;<>{}\\`]{3,})")
_CALL = regex(r"[A-Za-z_][A-Za-z_.]*(?:\(.*|[),\]:].*)")
_PATH = regex(r"[a-z_]+(?:\.[a-z_]+)+")
_SEPARATED = regex(r"[A-Za-z0-9]*[_./-].*")
_INNER = regex(r"(?!\\\n)\S")


def secret_places(code: str, *, is_prose: bool = False) -> list[Place]:
    """The places of secrets in order, none within another; prose is looked at as if it were a string."""
    places = [*private_keys(code), *_plain(code)]
    if is_prose:
        places += _of_string(StringRun(0, len(code), ((0, len(code)),), code, (0,)))
        places += told_secrets(code)
    own = strings(code)
    for run in own.runs:
        places += (place for low, high in _of_string(run) for place in run.places(low, high))
    return _united([*places, *_of_names(own), *_of_lookups(own)])


def _plain(code: str) -> Iterator[Place]:
    """Those that look like one wherever they stand."""
    yield from (match.span() for match in _KNOWN.finditer(code))
    yield from (match.span(1) for match in _AUTHORISED.finditer(code))
    yield from (match.span(2) for match in _CREDENTIAL.finditer(code) if _is_credential(match[2], match[1]))
    yield from (match.span(1) for match in _QUERY.finditer(code) if not is_placeholder(match[1]))


def _of_string(run: StringRun) -> Iterator[Place]:
    """Those in a string, also where it is written as several."""
    if len(run.parts) > 1:
        yield from _plain(run.text)
        yield from _of_names(strings(run.text))
        yield from (match.span(1) for match in _LOGIN.finditer(run.text) if not is_interpolated(match[1]))
    yield from (match.span(1) for match in _PASSWORD.finditer(run.text) if _is_value(match[1]))
    yield from (match.span(1) for match in _SETTING.finditer(run.text) if not is_placeholder(match[1]))
    yield from (match.span(1) for match in _KEY.finditer(run.text) if _is_value(match[1]) and is_random(match[1], 6))


def _of_names(own: Strings) -> Iterator[Place]:
    """Whole strings that are given to something that is called like a secret."""
    for value in named_values(own):
        for run, is_inside in strings_of(own, value.start):
            is_message = is_inside and len(run.parts) > 1 and not is_word(run.text) and not _is_block(own.text, run)
            if not is_message and is_secret(value.name, run.text, is_argument=value.is_argument):
                yield from _values(own.text, run)


def _of_lookups(own: Strings) -> Iterator[Place]:
    """What stands for a variable that is not set, and what a header says."""
    for match in _LOOKED_UP.finditer(own.text):
        run = own.by_start.get(match.end())
        if run is not None and not is_interpolated(run.text):
            yield from _values(own.text, run)
    for match in _HEADER.finditer(own.text):
        run = own.by_start.get(match.end())
        value = _WHOLE_HEADER.fullmatch(run.text) if run is not None else None
        if run is not None and value is not None and (value.start(1) or is_random(value[1], 8)):
            yield from run.places(*value.span(1))


def _values(code: str, run: StringRun) -> Iterator[Place]:
    """The contents of literals without the blanks around them."""
    for start, end in run.parts:
        match = _INNER.search(code, start, end)
        if match is not None:
            yield match.start(), start + len(code[start:end].rstrip())


def _is_block(code: str, run: StringRun) -> bool:
    """Whether it is of several lines, and none of them is put together."""
    prefix = code[run.start : run.parts[0][0]].lower()
    return "\n" in run.text.strip() and "f" not in prefix and "t" not in prefix


def _is_credential(value: str, basic: str | None) -> bool:
    """Whether a word behind the name of a scheme is one that lets somebody in, and no word of a sentence."""
    if basic and _names_user(value):
        return True
    is_mixed = value.lower() != value != value.upper()
    return is_random(value, 12) and (is_mixed or _SEPARATED.fullmatch(value) is None)


def _names_user(value: str) -> bool:
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def _is_value(value: str) -> bool:
    """Whether it stands for itself: no place that is filled in, no code of an example."""
    return not (is_placeholder(value) or _CALL.fullmatch(value) or _PATH.fullmatch(value))


def _united(places: list[Place]) -> list[Place]:
    united: list[Place] = []
    for start, end in sorted(places):
        if united and start < united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        elif start < end:
            united.append((start, end))
    return united
