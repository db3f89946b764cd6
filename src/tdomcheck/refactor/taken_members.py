"""What has the new name of a member already: its class, one above it, or one below it."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.python.occurrences import NameRole, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.refactor.collisions import collisions_of, place
from tdomcheck.refactor.kin import heirs_in, is_mangled, lineage
from tdomcheck.refactor.members import MemberSites, listing_class
from tdomcheck.refactor.named import Bond, Group
from tdomcheck.refactor.origins import Definition, body_names
from tdomcheck.refactor.sites import owner_text
from tdomcheck.refactor.sources import Sources

_SELF = frozenset({"self", "cls"})


def taken_members(sources: Sources, members: MemberSites, to: str) -> Iterator[str]:
    """Each place where the new name is taken, with what takes it."""
    bodies: set[Definition] = set()
    for reading, home, occurrences in members.bodies():
        yield from collisions_of([Group(reading, home, Bond.OWN, tuple(occurrences))], to)
        bodies.add(Definition(sources.canonical(reading.path), home.path))
    for owner in sorted({*bodies, *members.roots}, key=_order):
        yield from _in_class(sources, owner, to)
        yield from _above(sources, owner, to)
        if owner not in bodies and to in body_names(sources, owner):
            yield f"`{owner.name}` of {owner.path} has it"
    yield from _below(sources, members, to)


def _order(owner: Definition) -> tuple[str, str]:
    return owner.path, owner.name


def _above(sources: Sources, owner: Definition, to: str) -> Iterator[str]:
    for each in lineage(sources, owner)[1:] if not is_mangled(to) else ():
        if to in body_names(sources, each):
            yield f"`{each.name}` of {each.path}, which `{owner.name}` inherits from, has it"
        else:
            yield from _in_class(sources, each, to)


def _below(sources: Sources, members: MemberSites, to: str) -> Iterator[str]:
    for path in sources.mentioning(to) if not is_mangled(to) else ():
        for heir in heirs_in(sources, path, members.roots):
            if heir in members.roots:
                continue
            if to in body_names(sources, heir):
                yield f"`{heir.name}` of {heir.path}, which inherits from `{members.roots[0].name}`, has it"
            else:
                yield from _in_class(sources, heir, to)


def _in_class(sources: Sources, owner: Definition, to: str) -> Iterator[str]:
    """Where a class says the name of `self`, whoever gives it that, and where its slots have it; the first will do."""
    reading = sources.module(owner.path)
    if reading is None:  # pragma: no cover  # its body was read
        return
    for each in occurrences_of(reading.view, to):
        before = owner_text(reading, each) if each.role is NameRole.ATTRIBUTE else ""
        if before in _SELF and _class_around(each.step) == owner.name:
            yield f"{place(reading, each)} says `{before}.{to}`"
            return
        if each.role is NameRole.TEXT and listing_class(reading, each.step, to) == owner.name:
            yield f"{place(reading, each)} lists it"
            return


def _class_around(step: Step) -> str:
    return next((region.path for region in step.region.outwards if region.kind is RegionKind.CLASS), "")
