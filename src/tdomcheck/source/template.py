"""t-strings as one model across implicit concatenation: static parts, interpolations, and their bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.model import Span
from tdomcheck.source.literals import MappedText, MappedTextBuilder, Run
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import ParsedTree, unwrapped
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Interpolation:
    """One `{expression!r:spec}` of a t-string."""

    span: Span
    """With both braces."""
    expression: str
    expression_span: Span
    kind: str
    """The grammar's name of the expression: `identifier`, `call`, `string` ..."""
    conversion: str
    """`r`, `s`, `a` or nothing."""
    format_spec: str
    """The text after the colon, as written."""
    node: tree_sitter.Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Literal:
    """One string literal of a template: its prefix, quotes and place."""

    span: Span
    prefix: str
    quote: str


@dataclass(frozen=True)
class Template:
    """A t-string: always one more static part than there are interpolations."""

    span: Span
    strings: tuple[MappedText, ...]
    interpolations: tuple[Interpolation, ...]
    literals: tuple[Literal, ...]
    is_fragment: bool
    """Joined with others: what it opens may be closed elsewhere, and the reverse."""
    node: tree_sitter.Node = field(compare=False, repr=False)

    @cached_property
    def static_text(self) -> str:
        return "".join(part.text for part in self.strings)


def is_template_literal(utf8: bytes, string: tree_sitter.Node) -> bool:
    """Whether a `string` node is a t-string."""
    start = string.start_byte
    return utf8[start] in b"tT" or (utf8[start] in b"rR" and utf8[start + 1] in b"tT")


class _Builder:
    """Walks the literals of one template."""

    def __init__(self, source: SourceText, tree: ParsedTree) -> None:
        self._source = source
        self._utf8 = tree.utf8

    def build(self, node: tree_sitter.Node, strings: list[tree_sitter.Node], *, is_fragment: bool) -> Template:
        parts: list[MappedText] = []
        interpolations: list[Interpolation] = []
        literals: list[Literal] = []
        current: MappedTextBuilder | None = None
        for string in strings:
            opening, closing = string.children[0], string.children[-1]
            literals.append(self._literal(string, opening))
            current = current or MappedTextBuilder(opening.end_byte)
            position = opening.end_byte
            is_raw = "r" in literals[-1].prefix.lower()
            for child in string.children[1:-1]:
                if child.type != "interpolation":
                    continue
                self._add(current, position, child.start_byte, is_raw=is_raw)
                parts.append(current.build())
                interpolations.append(self._interpolation(child))
                position = child.end_byte
                current = MappedTextBuilder(position)
            self._add(current, position, closing.start_byte, is_raw=is_raw)
        parts.append(current.build() if current else MappedText("", (), node.start_byte))
        return Template(
            self._span(node),
            tuple(self._in_file(part) for part in parts),
            tuple(interpolations),
            tuple(literals),
            is_fragment=is_fragment,
            node=node,
        )

    def _add(self, builder: MappedTextBuilder, start: int, end: int, *, is_raw: bool) -> None:
        if end > start:
            raw = self._utf8[start:end].decode("utf-8", "replace")
            builder.add_literal(raw, start, is_raw=is_raw, is_template=True)

    def _literal(self, string: tree_sitter.Node, opening: tree_sitter.Node) -> Literal:
        text = self._utf8[opening.start_byte : opening.end_byte].decode()
        quote = text.lstrip("tTrR")
        return Literal(self._span(string), text[: len(text) - len(quote)], quote)

    def _interpolation(self, node: tree_sitter.Node) -> Interpolation:
        expression = _expression_node(node)
        conversion = next((child for child in node.children if child.type == "type_conversion"), None)
        spec = next((child for child in node.children if child.type == "format_specifier"), None)
        return Interpolation(
            self._span(node),
            self._text(expression),
            self._span(expression),
            expression.type,
            self._text(conversion)[1:] if conversion else "",
            self._text(spec)[1:] if spec else "",
            expression,
        )

    def _text(self, node: tree_sitter.Node) -> str:
        return self._utf8[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _span(self, node: tree_sitter.Node) -> Span:
        return Span(self._source.from_utf8(node.start_byte), self._source.from_utf8(node.end_byte))

    def _in_file(self, part: MappedText) -> MappedText:
        """Move a text that is mapped to `utf8` onto the bytes of the file."""
        if self._source.is_utf8 and not self._source.mark:
            return part
        from_utf8 = self._source.from_utf8
        pieces = [piece for run in part.runs for piece in _by_line(part.text, run)]
        runs = tuple(Run(run.index, from_utf8(run.start), from_utf8(run.end), run.is_even) for run in pieces)
        return MappedText(part.text, runs, from_utf8(part.start))


def _by_line(text: str, run: Run) -> Iterator[Run]:
    """A run in pieces of one line: in a document there is something else between the lines of a text."""
    if not run.is_even:
        yield run
        return
    start = run.start
    for line in text[run.index : run.index + run.end - run.start].splitlines(keepends=True):
        yield Run(run.index + start - run.start, start, start + len(line), is_even=True)
        start += len(line)


def _expression_node(interpolation: tree_sitter.Node) -> tree_sitter.Node:
    for child in interpolation.children:
        if child.is_named and child.type not in {"type_conversion", "format_specifier", "comment"}:
            return child
    return interpolation


def templates_in(
    source: SourceText,
    tree: ParsedTree,
    strings: Sequence[tree_sitter.Node],
    concatenations: Sequence[tree_sitter.Node],
    fragments: Sequence[tree_sitter.Node],
) -> Iterator[Template]:
    """The templates of a file in document order.

    The nodes come from one query: asking a node for its parent walks down from the root, which is quadratic.
    """
    whole = _outermost(concatenations)
    joined = {unwrapped(node).start_byte for node in fragments}
    builder = _Builder(source, tree)
    for node in sorted([*whole, *_outside(strings, whole)], key=lambda node: node.start_byte):
        parts = [node] if node.type == "string" else [child for child in node.children if child.type == "string"]
        if node.has_error or not parts or not all(is_template_literal(tree.utf8, part) for part in parts):
            continue
        yield builder.build(node, parts, is_fragment=node.start_byte in joined)


def _outermost(concatenations: Sequence[tree_sitter.Node]) -> list[tree_sitter.Node]:
    """One node a place: error recovery may report the same concatenation twice."""
    return list({node.start_byte: node for node in concatenations}.values())


def _outside(strings: Sequence[tree_sitter.Node], whole: Sequence[tree_sitter.Node]) -> list[tree_sitter.Node]:
    """The strings that are no part of a concatenation."""
    parts = {child.start_byte for node in whole for child in node.children if child.type == "string"}
    return [node for node in strings if node.start_byte not in parts]
