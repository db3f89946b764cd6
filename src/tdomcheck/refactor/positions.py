"""Places that give a field its value, or take it, by its position, so that they say nothing of its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.references import reference_of
from tdomcheck.facts.python.regions import Step, steps_to
from tdomcheck.facts.records import STARRED
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.callees import Callees
from tdomcheck.refactor.held_classes import types_in
from tdomcheck.refactor.kin import (
    class_facts,
    definers,
    has_own_constructor,
    heirs_in,
    is_enum,
    is_heir,
    lineage,
    outer_names,
    reference_home,
)
from tdomcheck.refactor.origins import Definition, meaning_at
from tdomcheck.refactor.outline import bodies_at
from tdomcheck.refactor.receivers import Receivers
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.source.tree import compiled_query

GIVEN = "it is given by its place"
TAKEN = "it is taken by its place"
COUNTED = "`auto()` may give it another value"
_NEXT = "_generate_next_value_"
_NAMED_TUPLES = frozenset({"typing.NamedTuple", "typing_extensions.NamedTuple"})
_UNPACKING = "[(assignment) (for_statement) (for_in_clause)] @node"
_SEQUENCES = frozenset({"pattern_list", "tuple_pattern", "list_pattern"})
Places = Iterator[tuple[tree_sitter.Node, str]]


def positional_sites(sources: Sources, owner: Definition, name: str) -> Iterator[Site]:
    """Calls and patterns of a class, and of those that inherit from it, that come to the place of a field or go on
    behind it; of a `NamedTuple` also what unpacks it."""
    if name not in _places(sources, owner):
        return
    heirs = (heir for path in sources.mentioning(owner.last) for heir in heirs_in(sources, path, (owner,)))
    names = {owner.last, *(heir.last for heir in heirs)}
    for path in sources.mentioning(*sorted(names)):
        for reading in sources.readings(path, sorted(names)):
            for node, reason in _Positions(sources, reading, owner, name).nodes():
                yield site_at(reading, node.start_byte, name, Tier.STRONG, reason)


def counted_sites(sources: Sources, owner: Definition, name: str) -> Iterator[Site]:
    """The members of an Enum behind one that `auto()` gives their values: which, only Python knows."""
    reading, is_behind = sources.module(owner.path), False
    for body in bodies_at(reading.view, owner.name) if reading is not None and _is_counted(sources, owner) else ():
        for node in (child for statement in body.named_children for child in statement.named_children[:1]):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if reading is None or left is None or right is None:
                continue
            if is_behind and _is_auto(reading, right):
                yield site_at(reading, left.start_byte, reading.view.text(left), Tier.ANCHORED, COUNTED)
            is_behind = is_behind or reading.view.text(left) == name


def _is_counted(sources: Sources, owner: Definition) -> bool:
    """Whether a class is an Enum whose values may be anything but the names of its members."""
    is_named = "enum.StrEnum" in outer_names(sources, owner) and not definers(sources, owner, _NEXT)
    return is_enum(sources, owner) and not is_named


def _is_auto(reading: SourceReading, value: tree_sitter.Node) -> bool:
    """Whether a value is made by `auto()`, alone or in a tuple."""
    functions = (node.child_by_field_name("function") for node in (value, *value.named_children))
    meant = (reference_of(reading.view, node).lstrip(STARRED) for node in functions if node is not None)
    return any(f".{reference}".endswith(".auto") for reference in meant)


class _Positions:
    """Those of one field in one file."""

    def __init__(self, sources: Sources, reading: SourceReading, owner: Definition, name: str) -> None:
        self._sources = sources
        self._reading = reading
        self._owner = owner
        self._name = name
        self._callees = Callees(sources, reading)
        self._receivers = Receivers(sources, reading)

    def nodes(self) -> Places:
        if not has_own_constructor(self._sources, self._owner):
            yield from ((call, GIVEN) for call in self._calls())
        yield from ((pattern, TAKEN) for pattern in self._patterns())
        if not _NAMED_TUPLES.isdisjoint(outer_names(self._sources, self._owner)):
            yield from ((node, TAKEN) for node in (*self._unpacked(), *self._items()))

    def _calls(self) -> Iterator[tree_sitter.Node]:
        for call, step in self._steps(self._reading.view.nodes["call"]):
            most = _most_given(self._reading, call)
            homes = self._callees.of(call.child_by_field_name("function"), step) if most else ()
            if any(self._reaches(home, most) for home in homes):
                yield call

    def _patterns(self) -> Iterator[tree_sitter.Node]:
        """`case Card(a, b)`."""
        is_there = b"case" in self._reading.view.tree.utf8
        for pattern, step in self._found("(class_pattern) @node") if is_there else ():
            named, *given = pattern.named_children
            most = sum(each.type == "case_pattern" and not _is_keyword(each) for each in given)
            text = "".join(self._reading.view.text(named).split())
            home = meaning_at(self._sources, self._reading, text, step) if most else None
            homes = self._callees.settled(home) if home is not None else ()
            if any(self._reaches(home, most) for home in homes):
                yield pattern

    def _unpacked(self) -> Iterator[tree_sitter.Node]:
        """`a, b = point`, `for a, b in points`."""
        for node, step in self._found(_UNPACKING):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is None or right is None or left.type not in _SEQUENCES:
                continue
            is_one = node.type == "assignment" and self._is_ours(self._receivers.type_of(right, step))
            if is_one or (node.type != "assignment" and self._holds(right, step)):
                yield left

    def _holds(self, node: tree_sitter.Node, step: Step) -> bool:
        """Whether a name or a field holds objects of the class by its type."""
        for reading, typed in types_in(self._sources, self._receivers, self._reading, node, step):
            held = meaning_of(reading.view, annotation_of(reading.view, typed)).item_ref
            if self._is_ours(reference_home(self._sources, reading, held)):
                return True
        return False

    def _items(self) -> Iterator[tree_sitter.Node]:
        """`point[1]`."""
        for node, step in self._found("(subscript) @node"):
            value, index = node.child_by_field_name("value"), node.child_by_field_name("subscript")
            text = self._reading.view.text(index) if index is not None else ""
            is_before = text.isdecimal() and int(text) < _places(self._sources, self._owner).index(self._name)
            if not is_before and self._is_ours(self._receivers.type_of(value, step)):
                yield node

    def _found(self, query: str) -> Iterator[tuple[tree_sitter.Node, Step]]:
        cursor = tree_sitter.QueryCursor(compiled_query(query))
        nodes = cursor.captures(self._reading.view.tree.root).get("node", [])
        yield from self._steps(sorted(nodes, key=lambda node: node.start_byte))

    def _steps(self, nodes: Sequence[tree_sitter.Node]) -> Iterator[tuple[tree_sitter.Node, Step]]:
        yield from zip(nodes, steps_to(self._reading.view.tree.root, [node.start_byte for node in nodes]), strict=True)

    def _reaches(self, home: Definition | None, most: float) -> bool:
        """Whether so many places of a class come to the field."""
        places = _places(self._sources, home) if home is not None and self._is_ours(home) else []
        return self._name in places and most > places.index(self._name)

    def _is_ours(self, home: Definition | None) -> bool:
        return is_heir(self._sources, home, (self._owner,))


def _is_keyword(pattern: tree_sitter.Node) -> bool:
    return any(child.type == "keyword_pattern" for child in pattern.named_children)


def _most_given(reading: SourceReading, call: tree_sitter.Node) -> float:
    """How many arguments a call may give by their places; nobody knows how many a star stands for."""
    listed = call.child_by_field_name("arguments")
    is_starred = listed is not None and any(child.type == "list_splat" for child in listed.named_children)
    return inf if is_starred else len(arguments_of(reading.view, call).positional)


def _places(sources: Sources, owner: Definition) -> list[str]:
    """The fields that a call may give by their places, in order: those of the classes above come first."""
    facts = (fact for each in reversed(lineage(sources, owner)) for fact in class_facts(sources, each))
    fields = (field for fact in facts for field in fact.fields if field.is_init and not field.is_keyword_only)
    return list(dict.fromkeys(field.name for field in fields))
