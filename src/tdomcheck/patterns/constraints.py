"""What must hold of what a metavariable stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.records import ValueKind
from tdomcheck.model.pattern import Constraint
from tdomcheck.source.tree import PYTHON, unwrapped
from tdomcheck.values import dataclass

_KINDS: Mapping[str, frozenset[str]] = {
    "name": frozenset({"identifier"}),
    "string": frozenset({"string", "concatenated_string"}),
    "number": frozenset({"integer", "float"}),
    "function": frozenset({"function_definition"}),
    "class": frozenset({"class_definition"}),
    "comparison": frozenset({"comparison_operator"}),
    "dict": frozenset({"dictionary", "dictionary_comprehension"}),
    "literal": frozenset({"string", "integer", "float", "true", "false", "none"}),
}
_VALUE_KINDS = {
    "f-string": ValueKind.FSTRING,
    "t-string": ValueKind.TEMPLATE,
    "plain-string": ValueKind.STRING,
}
KNOWN_KINDS = frozenset({*_KINDS, *_VALUE_KINDS})


def is_kind(name: str) -> bool:
    """Whether a constraint may name a kind: one of ours, or a node type of the grammar."""
    return name in KNOWN_KINDS or PYTHON.id_for_node_kind(name, True) is not None  # noqa: FBT003  # positional only


_SPLATS = frozenset({"list_splat", "dictionary_splat"})


def _has_neighbours(node: tree_sitter.Node) -> bool:
    around = node.parent.named_children if node.parent is not None else ()
    return sum(child.type != "comment" for child in around) > 1


@dataclass(frozen=True, slots=True)
class Capture:
    """What a metavariable stands for: one node, several side by side, or a piece of text."""

    nodes: tuple[tree_sitter.Node, ...]
    start: int
    end: int
    """Offsets in `utf8`."""
    is_literal: bool = False
    """It is a string literal of any prefix of its sort, which a rewrite spells anew."""
    is_many: bool = False
    """It is what `$$$X` took."""

    @property
    def is_unpacked(self) -> bool:
        """It is meant to be one argument of several and has a star, so that it may be any number of them."""
        return not self.is_many and any(node.type in _SPLATS and _has_neighbours(node) for node in self.nodes)

    @property
    def is_empty(self) -> bool:
        """No node at all stands there; a piece of text has none, and a place, even where it is empty."""
        return not self.nodes and self.end == 0


def holds(view: ModuleView, constraint: Constraint, binding: Capture | None) -> bool:
    """Whether a constraint holds of what a metavariable stands for."""
    if binding is None:
        return False
    text = view.source.utf8[binding.start : binding.end].decode("utf-8", "replace")
    if constraint.regex and re.fullmatch(constraint.regex, text, re.DOTALL) is None:
        return False
    if constraint.not_regex and re.fullmatch(constraint.not_regex, text, re.DOTALL) is not None:
        return False
    if constraint.kinds and not (
        binding.nodes and all(_is_kind(view, node, constraint.kinds) for node in binding.nodes)
    ):
        return False
    if not constraint.resolves_to:
        return True
    return len(binding.nodes) == 1 and _resolves(view.resolve(binding.nodes[0]), constraint.resolves_to)


def _is_kind(view: ModuleView, node: tree_sitter.Node, kinds: Sequence[str]) -> bool:
    if node.type == ",":
        return True
    for kind in kinds:
        is_text = kind in _VALUE_KINDS and unwrapped(node).type in _KINDS["string"]
        if is_text and value_kind(view, node) is _VALUE_KINDS[kind]:
            return True
        if node.type in _KINDS.get(kind, frozenset({kind})):
            return True
    return False


def _resolves(reference: str, wanted: Sequence[str]) -> bool:
    if not reference:
        return False
    return any(reference == name or (name.endswith(".*") and reference.startswith(name[:-1])) for name in wanted)
