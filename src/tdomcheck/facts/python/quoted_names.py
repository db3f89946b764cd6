"""Names in the strings of annotations: what they mean, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import tree_sitter

from tdomcheck.facts.python.annotations import subscript_parts
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass

_TYPES = "(type) @type"
_NAME = regex(rb"(?<![\w.\x80-\xff])[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*)*")
_LITERAL = frozenset({"Literal", "LiteralString"})
_PLAIN = frozenset({"string_start", "string_content", "string_end"})
_NO_TYPES = frozenset({"call", "lambda", "keyword_argument", "pair"})


@dataclass(frozen=True, slots=True)
class QuotedName:
    """`List` of `"List[int]"`, or `t.List` where that is what stands there."""

    text: str
    reference: str
    span: Span


def quoted_names(view: PythonModule) -> Iterator[QuotedName]:
    """The names in annotations that are kept as text; strings with escapes are left out."""
    end = 0
    types = tree_sitter.QueryCursor(compiled_query(_TYPES)).captures(view.tree.root).get("type", [])
    for typed in sorted(types, key=attrgetter("start_byte")):
        if typed.start_byte >= end:  # types stand in types
            end = typed.end_byte
            for string in _strings(view, typed):
                yield from _names(view, string)


def _strings(view: PythonModule, typed: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = [typed]
    while pending:
        node = pending.pop()
        if node.type == "string":
            yield node
        elif node.type in {"generic_type", "subscript"}:
            head, inside = subscript_parts(node)
            name = view.text(head).rpartition(".")[2] if head is not None else ""
            if name not in _LITERAL:
                pending += inside[:1] if name == "Annotated" else inside
        elif node.type not in _NO_TYPES:
            pending += node.named_children


def _names(view: PythonModule, string: tree_sitter.Node) -> Iterator[QuotedName]:
    first, *others = string.children
    is_plain = b"\\" not in (string.text or b"") and (first.text or b"").strip(b"\"'") in {b"", b"r", b"R", b"u", b"U"}
    if not is_plain or any(part.type not in _PLAIN for part in others):
        return
    utf8, start, end = view.tree.utf8, first.end_byte, string.children[-1].start_byte
    for match in _NAME.finditer(utf8, start, end):
        text = match[0].decode("utf-8", "replace")
        span = Span(view.source.from_utf8(match.start()), view.source.from_utf8(match.end()))
        yield QuotedName(text, view.scopes.resolve(text, string.start_byte), span)
