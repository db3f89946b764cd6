"""Where a pattern matches in a file, and what its metavariables stand for there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Span
from tdomcheck.model.pattern import Constraint
from tdomcheck.patterns.constraints import Capture, holds
from tdomcheck.patterns.language import Hole, Pattern, holes_in, text_regex
from tdomcheck.patterns.literals import is_literal, letters_of, parts_of, respelled
from tdomcheck.patterns.shapes import TreeShape, words
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass

Bindings = dict[str, Capture]
_IN_ANNOTATIONS = {"generic_type": "subscript", "union_type": "binary_operator"}
"""What the grammar calls an expression where it is an annotation, and what everywhere else."""
_TUPLES = frozenset({"tuple", "tuple_pattern", "subscript", "generic_type", "type_parameter"})
"""One element and a comma are something else than one element alone."""


@dataclass(frozen=True, slots=True)
class Match:
    """One place where a pattern matches."""

    span: Span
    nodes: tuple[tree_sitter.Node, ...]
    bindings: Mapping[str, Capture]


def matches(view: ModuleView, pattern: Pattern, constraints: Sequence[Constraint] = ()) -> Iterator[Match]:
    """Every match in document order, also those inside of others."""
    matcher = _Matcher(view, pattern)
    end = -1
    for node in _candidates(view, pattern):
        if node.start_byte < end and len(pattern.nodes) > 1:
            continue  # rows of statements do not share statements
        match = matcher.at(node)
        if match is not None and all(holds(view, each, match[1].get(each.name)) for each in constraints):
            nodes, bindings = match
            end = nodes[-1].end_byte
            start, last = view.span(nodes[0]), view.span(nodes[-1])
            yield Match(Span(start.start, last.end), nodes, bindings)


def _candidates(view: ModuleView, pattern: Pattern) -> list[tree_sitter.Node]:
    """Nodes of the type that the pattern begins with; statements are looked at in their blocks."""
    kind = pattern.nodes[0].type
    is_sort = pattern.sort(pattern.nodes[0]) is not None
    kinds = ["string", "concatenated_string"] if is_sort else [kind, *_annotation_kinds(kind)]
    query = compiled_query(f"[{' '.join(f'({name})' for name in kinds)}] @found")
    nodes = tree_sitter.QueryCursor(query).captures(view.tree.root).get("found", [])
    if kind == "identifier":
        nodes = [node for node in nodes if _reads(node)]
    if is_sort:  # of literals side by side only all together are an expression
        nodes = [node for node in nodes if node.parent is None or node.parent.type != "concatenated_string"]
    return sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte))


def _annotation_kinds(kind: str) -> list[str]:
    return [name for name, plain in _IN_ANNOTATIONS.items() if plain == kind]


def _expression(node: tree_sitter.Node) -> tree_sitter.Node:
    """What stands in an annotation, without the node that says that it is one."""
    while node.type == "type" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _kind(node: tree_sitter.Node) -> str:
    return _IN_ANNOTATIONS.get(node.type, node.type)


def _reads(name: tree_sitter.Node) -> bool:
    """Whether an identifier reads or writes a variable: it is no attribute, no keyword, and no part of an import."""
    parent = name.parent
    if parent is None or parent.type in {"dotted_name", "aliased_import"}:
        return False
    field = {"attribute": "attribute", "keyword_argument": "name"}.get(parent.type, "")
    return not field or parent.child_by_field_name(field) != name


class _Matcher:
    """Compares the nodes of a pattern with those of a file."""

    def __init__(self, view: ModuleView, pattern: Pattern) -> None:
        self._view = view
        self._pattern = pattern

    def at(self, node: tree_sitter.Node) -> tuple[tuple[tree_sitter.Node, ...], Bindings] | None:
        """A match that begins at a node."""
        wanted = self._pattern.nodes
        if len(wanted) == 1:
            bindings = self._node(wanted[0], node, {})
            return ((node,), bindings) if bindings is not None else None
        row = _row(node)
        for length in range(1, len(row) + 1):
            bindings = self._sequence(wanted, row[:length], {})
            if bindings is not None:
                return tuple(row[:length]), bindings
        return None

    def _node(self, wanted: tree_sitter.Node, node: tree_sitter.Node, bindings: Bindings) -> Bindings | None:
        wanted, node = _expression(wanted), _expression(node)
        hole = self._pattern.hole(wanted)
        if hole is not None:
            return self._bind(hole.name if hole.is_bound else "", (node,), bindings)
        sort = self._pattern.sort(wanted)
        if sort is not None:
            return self._sort(*sort, node, bindings)
        if _kind(wanted) != _kind(node):
            return None
        if wanted.type == "string":
            return self._string(wanted, node, bindings)
        theirs = _children(node)
        ours = _children(wanted)
        if not ours and not theirs:
            same = self._pattern.tree.text(wanted) == self._view.text(node)
            return bindings if same else None
        return self._sequence(ours, theirs, bindings)

    def _sequence(
        self, wanted: Sequence[tree_sitter.Node], nodes: Sequence[tree_sitter.Node], bindings: Bindings
    ) -> Bindings | None:
        """All of some nodes against all of a pattern's: a `$$$X` takes as few as it can, commas with it."""
        if not wanted:
            return bindings if not nodes else None
        first, rest = _expression(wanted[0]), wanted[1:]
        absent = self._absent(wanted, nodes, bindings)
        if absent is not None:
            return absent
        hole = self._pattern.hole(first)
        if hole is not None and hole.is_many:
            return self._many(hole, rest, nodes, bindings)
        if not nodes or (not first.is_named and first.type != nodes[0].type):
            return None
        extended = self._node(first, nodes[0], bindings) if first.is_named else bindings
        return self._sequence(rest, nodes[1:], extended) if extended is not None else None

    def _many(
        self, hole: Hole, rest: Sequence[tree_sitter.Node], nodes: Sequence[tree_sitter.Node], bindings: Bindings
    ) -> Bindings | None:
        """`$$$X` against as few nodes as will do, and the rest of the pattern against those behind them."""
        for length in range(len(nodes) + 1):
            head, tail = nodes[:length], nodes[length:]
            if head and head[-1].type == ",":
                continue
            extended = self._bind(hole.name if hole.is_bound else "", tuple(head), bindings, is_many=True)
            if extended is None:
                continue
            whole = self._sequence(*_without_commas(rest, tail, is_empty=not head), extended)
            if whole is not None:
                return whole
        return None

    def _absent(
        self, wanted: Sequence[tree_sitter.Node], nodes: Sequence[tree_sitter.Node], bindings: Bindings
    ) -> Bindings | None:
        """`, $$$X` for nothing at all: the comma goes with it."""
        hole = self._pattern.hole(_expression(wanted[1])) if wanted[0].type == "," and len(wanted) > 1 else None
        if hole is None or not hole.is_many:
            return None
        tried = self._bind(hole.name if hole.is_bound else "", (), bindings, is_many=True)
        return self._sequence(wanted[2:], nodes, tried) if tried is not None else None

    def _bind(
        self, name: str, nodes: tuple[tree_sitter.Node, ...], bindings: Bindings, *, is_many: bool = False
    ) -> Bindings | None:
        if not name:
            return bindings
        start, end = (nodes[0].start_byte, nodes[-1].end_byte) if nodes else (0, 0)
        return self._keep(name, Capture(nodes, start, end, is_many=is_many), bindings)

    def _keep(self, name: str, binding: Capture, bindings: Bindings) -> Bindings | None:
        """A metavariable that occurs twice stands for the same code, however it is laid out."""
        before = bindings.get(name)
        if before is not None:
            return bindings if self._plain(before) == self._plain(binding) else None
        return {**bindings, name: binding}

    def _plain(self, binding: Capture) -> TreeShape:
        if binding.nodes and not binding.is_literal:
            return words(self._view.tree, binding.nodes)
        text = respelled(self._view, binding.nodes[0], "") if binding.is_literal else None
        return (text or self._view.source.utf8[binding.start : binding.end].decode("utf-8", "replace"),)

    def _sort(self, letter: str, hole: Hole, node: tree_sitter.Node, bindings: Bindings) -> Bindings | None:
        """Any f-string, or any t-string; what is bound begins at its first quote."""
        if not is_literal(self._view, node, letter):
            return None
        quote = node.start_byte + len(letters_of(self._view, parts_of(node)[0]))
        binding = Capture((node,), quote, node.end_byte, is_literal=True)
        return self._keep(hole.name, binding, bindings) if hole.is_bound else bindings

    def _string(self, wanted: tree_sitter.Node, node: tree_sitter.Node, bindings: Bindings) -> Bindings | None:
        """Prefixes must agree, quotes need not; the inside is compared node by node, or as text where it has holes."""
        opening, theirs = self._pattern.tree.text(wanted.children[0]), self._view.text(node.children[0])
        if _prefix(opening) != _prefix(theirs):
            return None
        inside = self._pattern.tree.utf8[wanted.children[0].end_byte : wanted.children[-1].start_byte].decode()
        start, end = node.children[0].end_byte, node.children[-1].start_byte
        holes = holes_in(inside)
        if len(holes) == 1 and holes[0].is_many and inside.startswith("tdc_many_") and inside.endswith("_end"):
            quote = start - len(theirs.lstrip("fFtTrRbBuU"))
            closing = node.end_byte
            binding = Capture((node,), quote, closing)
            return self._keep(holes[0].name, binding, bindings) if holes[0].is_bound else bindings
        if any(self._pattern.hole(child) for child in _deep(wanted)):
            return self._inside(wanted, node, bindings)
        text = self._view.source.utf8[start:end].decode("utf-8", "replace")
        match = text_regex(inside).fullmatch(text)
        return self._texts(match, start, text, bindings) if match is not None else None

    def _inside(self, wanted: tree_sitter.Node, node: tree_sitter.Node, bindings: Bindings) -> Bindings | None:
        """The pieces of two literals whose interpolations hold metavariables."""
        ours, theirs = wanted.children[1:-1], node.children[1:-1]
        if len(ours) != len(theirs):
            return None
        current: Bindings | None = bindings
        for mine, their in zip(ours, theirs, strict=True):
            if mine.type != their.type or current is None:
                return None
            if mine.type == "string_content":
                text = self._view.text(their)
                match = text_regex(self._pattern.tree.text(mine)).fullmatch(text)
                current = self._texts(match, their.start_byte, text, current) if match is not None else None
            else:
                current = self._sequence(_children(mine), _children(their), current)
        return current

    def _texts(self, match: re.Match[str], start: int, text: str, bindings: Bindings) -> Bindings | None:
        current: Bindings | None = bindings
        for group, value in match.groupdict().items():
            before = len(text[: match.start(group)].encode())
            binding = Capture((), start + before, start + before + len(value.encode()))
            current = self._keep(group.partition("_")[2], binding, current) if current is not None else None
        return current


def _children(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What counts of a node: comments and a last comma do not, but for the one that makes a tuple."""
    children = node.children
    if node.type == "generic_type":  # the brackets have a node of their own there
        children = [
            child for each in children for child in (each.children if each.type == "type_parameter" else [each])
        ]
    parts = [child for child in children if child.type not in {"comment", "line_continuation"}]
    is_tuple = node.type in _TUPLES and sum(child.type == "," for child in parts) == 1
    if len(parts) > 2 and parts[-2].type == "," and parts[-1].type in {")", "]", "}"} and not is_tuple:
        del parts[-2]
    return parts


def _without_commas(
    wanted: Sequence[tree_sitter.Node], nodes: Sequence[tree_sitter.Node], *, is_empty: bool
) -> tuple[Sequence[tree_sitter.Node], Sequence[tree_sitter.Node]]:
    """After a `$$$X` that took nothing, its comma in the pattern stands for nothing either."""
    if is_empty and wanted and wanted[0].type == ",":
        return wanted[1:], nodes
    return wanted, nodes


def _row(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """A statement and those after it in its block."""
    parent = node.parent
    siblings = parent.named_children if parent is not None else [node]
    return [each for each in siblings if each.start_byte >= node.start_byte and each.type != "comment"]


def _deep(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = list(node.named_children)
    while pending:
        inner = pending.pop()
        yield inner
        pending.extend(inner.named_children)


def _prefix(opening: str) -> str:
    """The letters of a literal, in one case and order."""
    return "".join(sorted(opening.rstrip("\"'").lower().replace("u", "")))
