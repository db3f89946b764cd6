"""What has the new name of a member already: its class, one above it, one below it, or one beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, occurrences_of
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.refactor.collisions import collisions_of
from tdomcheck.refactor.kin import heirs_in, heirs_of, is_kin, is_mangled, lineage
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
        places = [*_in_class(sources, owner, to)]
        yield from places
        if not places and owner not in bodies and to in body_names(sources, owner):
            yield f"`{owner.name}` of {owner.path} has it"
        yield from _above(sources, owner, to)
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


def taken_beside(sources: Sources, members: MemberSites, to: str) -> Iterator[str]:
    """The same of what heirs inherit from beside the class: one of the two would hide the other.

    Apart from the others, as it reads files that say neither name."""
    known = {owner for root in members.roots for owner in lineage(sources, root)}
    for heir in () if is_mangled(to) else heirs_of(sources, members.roots):
        for base in lineage(sources, heir):
            if base in known or is_kin(sources, base, members.roots):
                continue
            known.add(base)
            if to in body_names(sources, base):
                beside = f"which `{heir.name}` inherits from beside `{members.roots[0].name}`"
                yield f"`{base.name}` of {base.path}, {beside}, has it"
            else:
                yield from _in_class(sources, base, to)


def _in_class(sources: Sources, owner: Definition, to: str) -> Iterator[str]:
    """Where a class says the name of `self`, whoever gives it that, or where its slots have it; the first will do."""
    reading, each = sources.module(owner.path), _said_in(sources, owner.path, to).get(owner.name)
    if reading is not None and each is not None:
        is_said = each.role is NameRole.ATTRIBUTE
        yield f"{reading.place(each.start)} {f'says `{owner_text(reading, each)}.{to}`' if is_said else 'lists it'}"


@once_each
def _said_in(sources: Sources, path: str, to: str) -> Mapping[str, Occurrence]:
    """The same of all classes of a file, by their paths."""
    reading = sources.module(path)
    said: dict[str, Occurrence] = {}
    if reading is None:  # pragma: no cover  # the bodies of its classes were read
        return said
    for each in occurrences_of(reading.view, to):
        if each.role is NameRole.ATTRIBUTE and owner_text(reading, each) in _SELF:
            said.setdefault(_class_around(each.step), each)
        elif each.role is NameRole.TEXT:
            said.setdefault(listing_class(reading, each.step, to), each)
    return said


def _class_around(step: Step) -> str:
    return next((region.path for region in step.region.outwards if region.kind is RegionKind.CLASS), "")
