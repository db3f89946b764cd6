"""Names in strings that are code, as those of annotations are: what they mean, and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import attrgetter

import tree_sitter

from tdomcheck.facts.python.annotations import quoted_expression, subscript_parts
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.node_index import identifiers
from tdomcheck.facts.python.text_unions import names_beside_texts
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.docstrings import docstrings
from tdomcheck.source.tree import ParsedTree, compiled_query
from tdomcheck.values import dataclass

_TYPES = "(type) @type"
_NAME = regex(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_LITERAL = frozenset({"Literal", "LiteralString"})
_PLAIN = frozenset({"string_start", "string_content", "string_end"})
_NO_TYPES = frozenset({"call", "lambda", "keyword_argument", "pair"})


@dataclass(frozen=True, slots=True)
class QuotedName:
    """`List` of `"List[int]"`, or `t.List` where that is what stands there."""

    text: str
    reference: str
    span: Span
    is_beside_text: bool = False
    """`|` joins it to a string in the string."""


@dataclass(frozen=True, slots=True)
class _Code:
    """A node of the file, or of the tree of a string that stands in it."""

    tree: ParsedTree
    node: tree_sitter.Node
    shift: int = 0
    """What its offsets lack to be those of the file."""
    is_quoted: bool = False
    beside_texts: frozenset[int] = frozenset()

    def part(self, node: tree_sitter.Node) -> _Code:
        return _Code(self.tree, node, self.shift, self.is_quoted, self.beside_texts)


def quoted_names(view: PythonModule) -> Iterator[QuotedName]:
    """The names in annotations that are kept as text; strings with escapes are left out, and what is no expression."""
    end = 0
    types = tree_sitter.QueryCursor(compiled_query(_TYPES)).captures(view.tree.root).get("type", [])
    for typed in sorted(types, key=attrgetter("start_byte")):
        if typed.start_byte >= end:  # types stand in types
            end = typed.end_byte
            yield from _names(view, _Code(view.tree, typed))


def _names(view: PythonModule, typed: _Code) -> Iterator[QuotedName]:
    pending = [typed]
    while pending:
        code = pending.pop()
        text = "".join(code.tree.text(code.node).split()) if code.is_quoted else ""
        if code.node.type == "string":
            pending += _expression_of(code)
        elif code.node.type in {"identifier", "attribute"} and _NAME.fullmatch(text):
            start, end = (view.source.from_utf8(offset + code.shift) for offset in code.node.byte_range)
            yield QuotedName(
                text,
                view.scopes.resolve(text, typed.node.start_byte),
                Span(start, end),
                code.node.id in code.beside_texts,
            )
        else:
            pending += map(code.part, reversed(_types_in(view, code, typed.node.start_byte)))


def _types_in(view: PythonModule, code: _Code, place: int) -> list[tree_sitter.Node]:
    """The parts of an annotation that are types: what `Literal` and `Annotated` hold beside them is text."""
    if code.node.type in _NO_TYPES:
        return []
    if code.node.type not in {"generic_type", "subscript"}:
        return code.node.named_children
    head, inside = subscript_parts(code.node)
    spelled = code.tree.text(head) if head is not None else ""
    names = {name.rpartition(".")[2] for name in (spelled, view.scopes.resolve(spelled, place))}
    held = [] if names & _LITERAL else inside[:1] if "Annotated" in names else inside
    return [*([head] if head is not None else []), *held]


def _expression_of(string: _Code) -> list[_Code]:
    """What a string says, if that is just what is written, and an expression."""
    first, *others = string.node.children
    text = string.tree.text(string.node)
    is_plain = "\\" not in text and string.tree.text(first).strip("\"'") in {"", "r", "R", "u", "U"}
    if not is_plain or any(part.type not in _PLAIN for part in others):
        return []
    start, end = first.end_byte, string.node.children[-1].start_byte
    tree = quoted_expression(string.tree.utf8[start:end].decode("utf-8", "replace"))
    if tree is None:
        return []
    shift = string.shift + start - len("(")
    return [_Code(tree, tree.root, shift, is_quoted=True, beside_texts=names_beside_texts(tree.root))]


def names_said_in_strings(view: PythonModule, names: Collection[str]) -> set[str]:
    """Which of some names are said in strings that are expressions: in quoted annotations, `__all__`, `getattr`.

    Docstrings are none of them."""
    said: set[str] = set()
    prose = {node.start_byte for node in docstrings(view.tree.root)}
    for string in (node for node in view.nodes["string"] if node.start_byte not in prose):
        text = view.text(string)
        wanted = {name for name in names if name in text} - said
        for code in _expression_of(_Code(view.tree, string)) if wanted else ():
            said |= wanted & {code.tree.text(node) for node in identifiers(code.tree.root)}
    return said
