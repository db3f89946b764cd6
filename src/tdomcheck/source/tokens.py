"""HTML tokens as the parser behind tdom sees them, each with its place.

tdom feeds CPython's `html.parser` (3.14). Its behaviour changes between releases of Python, and it tells no
places of attributes, so the same grammar is written out here: what it accepts, ignores and waits for is what
this tokenizer accepts, ignores and leaves pending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

RAW_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
ESCAPABLE_RAW_TEXT = frozenset({"textarea", "title"})

_SPACE = r"[\t\n\r\f ]"
_TAG_NAME = regex(rf"([a-zA-Z][^\t\n\r\f />]*)(?:{_SPACE}|/(?!>))*")
_VALUE = rf"{_SPACE}*={_SPACE}*(?:'[^']*'|\"[^\"]*\"|(?!['\"])[^>\t\n\r\f ]*)"
_ATTRIBUTE = regex(rf"((?<=['\"\t\n\r\f /])[^\t\n\r\f />][^\t\n\r\f /=>]*)({_VALUE})?(?:{_SPACE}|/(?!>))*")
_WHOLE_TAG = regex(
    rf"[a-zA-Z][^\t\n\r\f />]*[\t\n\r\f /]*"
    rf"(?:(?<=['\"\t\n\r\f /])[^\t\n\r\f />][^\t\n\r\f /=>]*(?:{_VALUE})?[\t\n\r\f /]*)*>?"
)
_OPENING_QUOTE = regex(rf"{_SPACE}*={_SPACE}*['\"]")
_COMMENT_END = regex(r"--!?>")
_EMPTY_COMMENT_END = regex(r"-?>")
_REFERENCE_END = regex(r"[\t\n\r\f ;]")


@dataclass(frozen=True, slots=True)
class AttributeToken:
    """One attribute as written; offsets are in the tokenized text."""

    name: str
    start: int
    name_end: int
    value: str | None
    """Without its quotes; None where there is no `=`."""
    value_start: int
    value_end: int
    quote: str
    end: int
    """The end of the name or of the value with its quote."""


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of HTML."""

    kind: str
    """`start`, `startend`, `end`, `text`, `comment`, `declaration`, `dropped`, `ignored-end` or `pending`."""
    start: int
    end: int
    name: str = ""
    attributes: tuple[AttributeToken, ...] = ()
    quoted: tuple[int, int] = (-1, -1)
    """Of a start tag that waits for a quote: where its attribute begins, and the end of the open quote."""


def tokenize(text: str) -> Iterator[Token]:
    """The tokens of a text; a last `pending` token is what the parser still waited to see finished."""
    position, raw = 0, ""
    while position < len(text):
        if raw:
            start = _raw_text_end(text, position, raw)
            if start < 0:
                yield Token("pending", position, len(text), raw)
                return
        else:
            start = text.find("<", position)
            start = len(text) if start < 0 else start
            if start == len(text) and _waits_for_reference(text, position):
                yield Token("pending", position, len(text))
                return
        if start > position:
            yield Token("text", position, start)
        if start == len(text):
            return
        token = _markup(text, start)
        yield token
        if token.kind == "pending":
            return
        raw = _raw_element(token, raw)
        position = token.end


def _raw_element(token: Token, raw: str) -> str:
    if token.kind == "start" and token.name in RAW_TEXT | ESCAPABLE_RAW_TEXT | {"plaintext"}:
        return token.name
    return "" if token.kind == "end" else raw


def _raw_text_end(text: str, position: int, element: str) -> int:
    if element == "plaintext":
        return -1
    closing = re.compile(rf"</{element}(?=[\t\n\r\f />])", re.IGNORECASE | re.ASCII).search(text, position)
    return closing.start() if closing else -1


def _waits_for_reference(text: str, position: int) -> bool:
    """An ampersand near the end may be half of a character reference."""
    ampersand = text.rfind("&", max(position, len(text) - 34))
    return ampersand >= 0 and not _REFERENCE_END.search(text, ampersand)


def _markup(text: str, start: int) -> Token:
    following = text[start + 1 : start + 2]
    if following.isascii() and following.isalpha():
        return _start_tag(text, start)
    if following == "/":
        return _end_tag(text, start)
    if text.startswith("<!--", start):
        return _comment(text, start)
    if following == "?":
        return _until(text, start, ">", "dropped")
    if following == "!":
        return _declaration(text, start)
    if not following:
        return Token("pending", start, len(text))
    return Token("text", start, start + 1)


def _start_tag(text: str, start: int) -> Token:
    whole = _WHOLE_TAG.match(text, start + 1)
    named = _TAG_NAME.match(text, start + 1)
    if whole is None or named is None or text[whole.end() - 1] != ">":
        quoted = _open_quote(text, named.end()) if named else (-1, -1)
        return Token("pending", start, len(text), named.group(1).lower() if named else "", quoted=quoted)
    end = whole.end()
    attributes: list[AttributeToken] = []
    position = named.end()
    while position < end:
        match = _ATTRIBUTE.match(text, position)
        if not match:
            break
        attributes.append(_attribute(text, match))
        position = match.end()
    rest = text[position:end].strip()
    if rest not in {">", "/>"}:
        return Token("text", start, end)
    kind = "startend" if rest == "/>" else "start"
    return Token(kind, start, end, named.group(1).lower(), tuple(attributes))


def _open_quote(text: str, position: int) -> tuple[int, int]:
    """The attribute whose value begins with a quote that nothing closes."""
    while match := _ATTRIBUTE.match(text, position):
        opening = _OPENING_QUOTE.match(text, match.end(1)) if not match[2] else None
        if opening:
            return match.start(1), opening.end()
        position = match.end()
    return -1, -1


def _attribute(text: str, match: re.Match[str]) -> AttributeToken:
    start, name_end = match.span(1)
    if not match[2]:
        return AttributeToken(match[1].lower(), start, name_end, None, name_end, name_end, "", name_end)
    end = match.end(2)
    value_start = name_end + len(match[2]) - len(match[2].lstrip("\t\n\r\f ")) + 1
    while value_start < end and text[value_start] in "\t\n\r\f ":
        value_start += 1
    quote = text[value_start] if value_start < end and text[value_start] in "'\"" else ""
    inner = (value_start + 1, end - 1) if quote else (value_start, end)
    return AttributeToken(match[1].lower(), start, name_end, text[inner[0] : inner[1]], *inner, quote, end)


def _end_tag(text: str, start: int) -> Token:
    close = text.find(">", start + 2)
    if close < 0:
        return Token("pending", start, len(text))
    letter = text[start + 2]
    if letter == ">":
        return Token("ignored-end", start, start + 3)
    if not (letter.isascii() and letter.isalpha()):
        return Token("comment", start, close + 1)
    whole = _WHOLE_TAG.match(text, start + 2)
    named = _TAG_NAME.match(text, start + 2)
    if whole is None or named is None or text[whole.end() - 1] != ">":
        return Token("pending", start, len(text))
    return Token("end", start, whole.end(), named.group(1).lower())


def _comment(text: str, start: int) -> Token:
    closing = _EMPTY_COMMENT_END.match(text, start + 4) or _COMMENT_END.search(text, start + 4)
    if not closing:
        return Token("pending", start, len(text))
    return Token("comment", start, closing.end())


def _declaration(text: str, start: int) -> Token:
    if text.startswith("<![CDATA[", start):
        return _until(text, start, "]]>", "dropped")
    if text[start : start + 9].lower() == "<!doctype":
        return _until(text, start, ">", "declaration")
    return _until(text, start, ">", "comment")


def _until(text: str, start: int, closing: str, kind: str) -> Token:
    end = text.find(closing, start + 2)
    if end < 0:
        return Token("pending", start, len(text))
    return Token(kind, start, end + len(closing))
