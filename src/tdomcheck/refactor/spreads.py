"""Mappings that are spread into calls and tags: `**{"user": 1}`, `**dict(user=1)`, `props = {...}` and `{props}`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import tree_sitter

from tdomcheck.facts.python.occurrences import (
    NameRole,
    Occurrence,
    bindings_in,
    home_at,
    homes_of,
    occurrences_of,
)
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step, steps_to
from tdomcheck.model import Span
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.callees import Callees, Homes
from tdomcheck.refactor.keys import READERS, WRITERS, key_at, receiver
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.refactor.tags import spreads_at_tags
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

SPREAD = "what is spread may go elsewhere as well"
_SPLAT = regex(rb"\*\*")
_WHOLE = frozenset({"parenthesized_expression", "dictionary_splat"})
_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment"})
MOST_LEVELS = 20
"""Names that a mapping is followed through."""


@dataclass(frozen=True, slots=True)
class _Variable:
    """A name that a scope gives a mapping."""

    name: str
    region: ScopeRegion


class Spreads:
    """What is spread in one file into the calls and tags that somebody asks for."""

    def __init__(
        self,
        reading: SourceReading,
        callees: Callees,
        of_call: Callable[[Step], Tier | None],
        of_tag: Callable[[Homes], Tier | None],
    ) -> None:
        self._reading = reading
        self._view = reading.view
        self._of_call = of_call
        self._at_tags = {
            spread.node.start_byte: (spread.node, tier, spread.step)
            for spread in spreads_at_tags(callees, reading)
            if (tier := of_tag(spread.components)) is not None
        }
        self._known: dict[_Variable, Tier | None] = {}

    def keys(self, name: str) -> Iterator[tuple[Occurrence, Tier]]:
        """The places that say a key of what is spread."""
        for each in occurrences_of(self._view, name):
            mapping = self._mapping(each, name)
            if isinstance(mapping, _Variable):
                tier = self._into_by(mapping)
            else:
                tier = self._into(mapping) if mapping is not None else None
            if tier is not None:
                yield each, tier

    def unseen(self) -> Iterator[Span]:
        """What is spread and nobody knows the keys of."""
        for node, _, step in self._at_tags.values():
            if not self._is_seen(node, step):
                yield self._view.span(node)
        starts = [match.start() for match in _SPLAT.finditer(self._view.tree.utf8)]
        for step in steps_to(self._view.tree.root, starts):
            outer = step.outer
            if outer is None or outer.node.type != "dictionary_splat" or outer.outer is None:
                continue
            is_argument = outer.outer.node.type == "argument_list"
            if is_argument and self._of_arguments(outer) and not self._is_seen(outer.node.named_children[0], outer):
                yield self._view.span(outer.node)

    def _mapping(self, each: Occurrence, name: str) -> Step | _Variable | None:
        """The mapping that a place says a key of: a display, or what a name stands for."""
        step = each.step
        if each.role is NameRole.KEYWORD:
            call = step.around("call")
            is_dict = call is not None and self._is_dict(call.node)
            arguments = step.around("argument_list")
            value = receiver(self._view, arguments, WRITERS) if arguments is not None else None
            return call if is_dict else self._variable(value, step)
        found = key_at(self._view, each, name)
        if found is None:
            return None
        node, place = found
        return place if place.node == node else self._variable(node, place)

    def _variable(self, node: tree_sitter.Node | None, step: Step) -> _Variable | None:
        if node is None or node.type != "identifier":
            return None
        name = self._view.text(node)
        region = home_at(self._view, name, Step(node, "", step.region, step))
        return _Variable(name, region) if region is not None else None

    def _is_dict(self, call: tree_sitter.Node) -> bool:
        function = call.child_by_field_name("function")
        return function is not None and function.text == b"dict"

    def _into(self, mapping: Step, left: int = MOST_LEVELS) -> Tier | None:
        """How sure it is that a mapping is spread into what is asked for; None where it goes elsewhere."""
        step: Step = mapping
        while step.outer is not None:
            outer = step.outer
            at_tag = self._at_tags.get(step.node.start_byte)
            if at_tag is not None and at_tag[0] == step.node:
                return at_tag[1]
            if outer.node.type == "argument_list":
                is_spread = step.node.type == "dictionary_splat"
                if is_spread:
                    return self._of_arguments(step, left)
                return self._into_by(self._variable(receiver(self._view, outer, WRITERS), outer), left)
            if outer.node.type in _ASSIGNMENTS and step.field == "right":
                return self._into_by(self._variable(outer.node.child_by_field_name("left"), outer), left)
            if outer.node.type not in _WHOLE:
                return None
            step = outer
        return None

    def _of_arguments(self, splat: Step, left: int = MOST_LEVELS) -> Tier | None:
        call = splat.outer.outer if splat.outer is not None else None
        if call is None or call.node.type != "call" or not left:
            return None
        return self._into(call, left - 1) if self._is_dict(call.node) else self._of_call(call)

    def _into_by(self, variable: _Variable | None, left: int = MOST_LEVELS) -> Tier | None:
        """What becomes of a name: sure of a local that goes nowhere else."""
        if variable is None or not left:
            return None
        if variable not in self._known:
            self._known[variable] = None  # what is spread into itself goes nowhere
            self._known[variable] = self._fate(variable, left - 1)
        return self._known[variable]

    def _fate(self, variable: _Variable, left: int) -> Tier | None:
        uses = homes_of(self._view, variable.name).get(variable.region, ())
        is_open = variable.region.kind is not RegionKind.FUNCTION
        tiers: set[Tier | None] = set()
        for each in uses:
            outer = each.step.outer
            if each.role is not NameRole.READ:
                is_open = is_open or outer is None or outer.node.type not in _ASSIGNMENTS
            elif not self._is_asked(each):
                tiers.add(self._into(each.step, left))
        if not tiers - {None}:
            return None
        return Tier.STRONG if tiers == {Tier.STRONG} and not is_open else Tier.ANCHORED

    def _is_asked(self, each: Occurrence) -> bool:
        """Whether a use only reads or sets one key, or asks for it."""
        outer = each.step.outer
        if outer is None:
            return False
        if outer.node.type == "subscript":
            return each.step.field == "value"
        if outer.node.type == "comparison_operator":
            return outer.node.named_children[-1] == each.step.node
        call = outer.outer
        is_method = outer.node.type == "attribute" and call is not None and call.node.type == "call"
        return is_method and self._view.text(outer.node).rpartition(".")[2] in READERS | WRITERS

    def _is_seen(self, node: tree_sitter.Node | None, step: Step, left: int = MOST_LEVELS) -> bool:
        """Whether all keys of a mapping are written where it is made."""
        if node is None or not left:
            return False
        children = [child for child in node.named_children if child.type != "comment"]
        match node.type:
            case "call" if self._is_dict(node):
                listed = node.child_by_field_name("arguments")
                given = listed.named_children if listed is not None else []
                return all(map(_is_seen_entry, given))
            case "dictionary":
                return all(map(_is_seen_entry, children))
            case "parenthesized_expression":
                return self._is_seen(children[0], step, left - 1)
            case "identifier":
                return self._is_seen_by(node, step, left)
        return node.type == "none"

    def _is_seen_by(self, name: tree_sitter.Node, step: Step, left: int) -> bool:
        variable = self._variable(name, step)
        bindings = bindings_in(self._view, variable.name, variable.region) if variable is not None else []
        outers = [each.step.outer for each in bindings if each.step.field == "left"]
        assignments = [outer for outer in outers if outer is not None and outer.node.type == "assignment"]
        if not assignments or len(assignments) < len(bindings) or len(assignments) > MOST_LEVELS:
            return False
        return all(self._is_seen(each.node.child_by_field_name("right"), each, left // 2) for each in assignments)


def _is_seen_entry(child: tree_sitter.Node) -> bool:
    """Whether an entry of a mapping says its key."""
    key = child.child_by_field_name("key") if child.type == "pair" else None
    return child.type in {"keyword_argument", "comment"} or (key is not None and key.type == "string")
