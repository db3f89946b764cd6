"""Classes that a list or a mapping holds by its type: `dict[str, type[Card]]`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, bindings_in, home_at
from tdomcheck.facts.python.regions import Step
from tdomcheck.refactor.class_types import classes_held, type_around
from tdomcheck.refactor.kin import definers
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.receivers import Fields, Receivers
from tdomcheck.refactor.sources import SourceReading, Sources

Typed = Iterator[tuple[SourceReading, tree_sitter.Node]]


def classes_in(
    sources: Sources, receivers: Receivers, reading: SourceReading, node: tree_sitter.Node, step: Step
) -> frozenset[Definition | None]:
    """What a name or a field holds by its type; nothing where that says no class."""
    types = types_in(sources, receivers, reading, node, step)
    held = (classes_held(sources, inner, typed) for inner, typed in types)
    return next(filter(None, held), frozenset())


def types_in(
    sources: Sources, receivers: Receivers, reading: SourceReading, node: tree_sitter.Node, step: Step
) -> Typed:
    """The types of a name or of a field, with the files that they stand in."""
    if node.type == "identifier":
        yield from _types_of_name(reading, node, step)
    elif node.type == "attribute":
        owner = receivers.owner_type(node, step)
        name = reading.view.text(node).rpartition(".")[2].strip()
        yield from _types_of_field(sources, owner, name) if owner is not None and owner.path else ()


def _types_of_name(reading: SourceReading, node: tree_sitter.Node, step: Step) -> Typed:
    name = reading.view.text(node)
    region = home_at(reading.view, name, Step(node, "", step.region, step))
    for each in bindings_in(reading.view, name, region) if region is not None else ():
        typed = _type_of(each)
        if typed is not None:
            yield reading, typed


def _types_of_field(sources: Sources, owner: Definition, name: str) -> Typed:
    for definer in definers(sources, owner, name):
        reading = sources.module(definer.path)
        for assignment in Fields(sources, reading, definer, name).assignments() if reading is not None else ():
            typed = assignment.node.child_by_field_name("type")
            if typed is not None and reading is not None:
                yield reading, typed


def _type_of(binding: Occurrence) -> tree_sitter.Node | None:
    """The type that a binding states."""
    if binding.role is NameRole.PARAMETER:
        return type_around(binding.step)
    outer = binding.step.outer
    return outer.node.child_by_field_name("type") if outer is not None and outer.node.type == "assignment" else None
