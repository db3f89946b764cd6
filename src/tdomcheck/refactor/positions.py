"""Calls that give a field its value by its place, so that they say nothing of its name."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import tree_sitter

from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.regions import steps_to
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.callees import Callees
from tdomcheck.refactor.kin import class_facts, has_own_constructor, heirs_in, is_class, is_kin, lineage
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources


def positional_sites(sources: Sources, owner: Definition, name: str) -> Iterator[Site]:
    """The calls of a class, and of those that inherit from it, with an argument in the place of a field or after it."""
    if has_own_constructor(sources, owner) or name not in _places(sources, owner):
        return
    heirs = (heir for path in sources.mentioning(owner.last) for heir in heirs_in(sources, path, (owner,)))
    names = {owner.last, *(heir.last for heir in heirs)}
    for path in sources.mentioning(*sorted(names)):
        for reading in sources.readings(path, sorted(names)):
            yield from _in_reading(sources, reading, owner, name)


def _in_reading(sources: Sources, reading: SourceReading, owner: Definition, name: str) -> Iterator[Site]:
    callees = Callees(sources, reading)
    calls = reading.view.nodes["call"]
    for call, step in zip(calls, steps_to(reading.view.tree.root, [call.start_byte for call in calls]), strict=True):
        most = _most_given(reading, call)
        homes = callees.of(call.child_by_field_name("function"), step) if most else ()
        for home in homes:
            is_one = home is not None and is_class(sources, home) and is_kin(sources, home, (owner,))
            places = _places(sources, home) if home is not None and is_one else []
            if name in places and most > places.index(name):
                yield site_at(reading, call.start_byte, name, Tier.STRONG, "it is given by its place")


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
