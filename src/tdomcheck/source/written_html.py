"""What tdom writes for a template, as far as its values are known: the pieces between what nobody can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import TypeAlias

from tdomcheck.source.markup import PLACEHOLDER, VOID_ELEMENTS, joined_text
from tdomcheck.source.template import Template
from tdomcheck.source.tokens import ESCAPABLE_RAW_TEXT, RAW_TEXT, AttributeToken, Token, tokenize

Known: TypeAlias = str | int | bool | None
"""A value that is written in the template, or that a name has for sure."""
_EXPANDED = frozenset({"class", "style", "data", "aria"})
"""Attributes of whose values tdom makes something else."""


def written_html(template: Template, values: Mapping[int, Known]) -> list[str | None]:
    """The text in pieces; None stands for any text. `values` are those of interpolations, by their index."""
    merged: list[str | None] = []
    known: list[str] = [""]
    for piece in _pieces(template, values):
        if piece:
            known.append(piece)
        elif piece is None and (known or not merged):
            merged += ["".join(known), None]
            known = []
    return [*merged, "".join(known)]


def _pieces(template: Template, values: Mapping[int, Known]) -> Iterator[str | None]:
    text = joined_text(template)
    raw = ""
    for token in tokenize(text):
        if raw and token.kind != "end":
            yield None
        elif token.kind == "text":
            yield from _content(text[token.start : token.end], values)
        elif token.kind in {"start", "startend"}:
            if PLACEHOLDER.search(token.name):
                yield None  # a component, and what it makes of all that is inside
                return
            yield from _start_tag(token, values)
            raw = token.name if token.kind == "start" and token.name in RAW_TEXT | ESCAPABLE_RAW_TEXT else ""
        elif token.kind == "end":
            raw = ""
            yield f"</{token.name}>"
        else:
            yield None


def _content(text: str, values: Mapping[int, Known]) -> Iterator[str | None]:
    for place, part in enumerate(PLACEHOLDER.split(text)):
        if not place % 2:
            yield _escaped(unescape(part))
            continue
        known = values.get(int(part), ...)
        is_text = isinstance(known, str | int) and not isinstance(known, bool)
        yield _escaped(str(known)) if is_text else None


def _start_tag(token: Token, values: Mapping[int, Known]) -> Iterator[str | None]:
    names = [attribute.name for attribute in token.attributes]
    yield f"<{token.name}"
    if len(set(names)) < len(names) or any(PLACEHOLDER.search(name) for name in names):
        yield None
    else:
        yield from (_attribute(attribute, values) for attribute in token.attributes)
    is_void = token.name in VOID_ELEMENTS
    yield " />" if is_void else f"></{token.name}>" if token.kind == "startend" else ">"


def _attribute(attribute: AttributeToken, values: Mapping[int, Known]) -> str | None:
    if attribute.value is None:
        return f" {attribute.name}"
    parts = PLACEHOLDER.split(attribute.value)
    if len(parts) == 1:
        return f' {attribute.name}="{_escaped(unescape(attribute.value))}"'
    known = values.get(int(parts[1]), ...)
    if parts != ["", parts[1], ""] or attribute.name in _EXPANDED or known is ...:
        return None
    if isinstance(known, bool) or known is None:
        return f" {attribute.name}" if known else ""
    return f' {attribute.name}="{_escaped(str(known))}"'


def _escaped(text: str) -> str:
    return escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
