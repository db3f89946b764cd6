"""References to what belongs to a class: methods, fields, attributes, members of an Enum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, home_at, homes_of, occurrences_of, word
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.model.changes import Remainder, Tier
from tdomcheck.refactor.call_sites import CallSites
from tdomcheck.refactor.callees import Callees
from tdomcheck.refactor.foreign_imports import sites_in_scope
from tdomcheck.refactor.kin import (
    bases_of,
    definers,
    fields_of,
    has_own_constructor,
    is_class,
    is_enum,
    is_kin,
    is_mangled,
    lineage,
)
from tdomcheck.refactor.origins import Definition, body_names, meaning_at
from tdomcheck.refactor.outline import function_paths
from tdomcheck.refactor.quoted import is_quoted_annotation, quoted_owner
from tdomcheck.refactor.receivers import Receivers, item_of, named_attribute_of
from tdomcheck.refactor.sites import Site, SiteKind, owner_node, owner_text, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.typed_dicts import UNKNOWN, KeyPlaces, is_typed_dict, unpacked_by

_UNKNOWN = "what it is called on is not known"
_FULFILLS = "it may be meant for the protocol that asks for the name"
_PROTOCOL = "a protocol asks for that name, and may mean this class"
_OF_HEIRS = "a class above asks for what only its heirs have"
_SLOTS = frozenset({b"__slots__", b"__match_args__"})


class MemberSites:
    """The references to one name of a class and of those that inherit it."""

    def __init__(self, sources: Sources, owner: Definition, name: str) -> None:
        self._sources = sources
        self._name = name
        self.roots: Sequence[Definition] = definers(sources, owner, name)
        self._is_field = any(field.name == name for field in fields_of(sources, owner))
        self._asked = owner
        self._calls = CallSites(sources, name, self.roots[0].path if self.roots else "", self.takes)
        self._is_mapping = is_typed_dict(sources, owner)
        self._is_enum = is_enum(sources, owner)
        self._is_prop = self._is_field and not has_own_constructor(sources, owner)

    def __iter__(self) -> Iterator[Site]:
        spellings = {self._name, self._name.replace("_", "-")} if self._is_prop else {self._name}
        paths = self._sources.giving if self._is_prop else self._sources.mentioning
        for path in paths(*sorted(spellings)):
            for reading in self._sources.readings(path, sorted(spellings)):
                yield from self._in_reading(reading)
                if self._is_prop:
                    yield from self._calls.of_reading(reading, Callees(self._sources, reading))

    @property
    def is_given_by_name(self) -> bool:
        """Whether tags may give it."""
        return self._is_prop

    def takes(self, home: Definition | None) -> bool:
        """Whether a call or tag of a definition gives what the class has: it is one, or it takes the keys of one."""
        return self._is_ours(home) or (self._is_mapping and self._is_ours(unpacked_by(self._sources, home)))

    def bodies(self) -> Iterator[tuple[SourceReading, ScopeRegion, list[Occurrence]]]:
        """The bodies of classes that bind the name, with what is bound to it there."""
        for path in self._sources.mentioning(self._name):
            for reading in self._sources.readings(path, [self._name]):
                yield from self._bodies(reading)

    def _bodies(self, reading: SourceReading) -> Iterator[tuple[SourceReading, ScopeRegion, list[Occurrence]]]:
        for home, occurrences in homes_of(reading.view, self._name).items():
            if home is None or home.kind is not RegionKind.CLASS:
                continue
            owner = Definition(self._sources.canonical(reading.path), home.path)
            if self._is_kin(owner):
                yield reading, home, occurrences

    def _in_reading(self, reading: SourceReading) -> Iterator[Site]:
        for _, _, occurrences in self._bodies(reading):
            for each in occurrences:
                yield from sites_in_scope(reading, each, self._name, self._sure(reading))
        if self._is_mapping:
            yield from self._keys(reading)
            return
        yield from self._promises(reading)
        receivers = Receivers(self._sources, reading)
        for each in occurrences_of(reading.view, self._name):
            if each.role is NameRole.ATTRIBUTE:
                yield from self._attribute(reading, receivers, each)
            elif each.role is NameRole.PATTERN and self._is_matched(reading, each):
                yield self._site(reading, each)
            elif each.role is NameRole.TEXT:
                yield from self._text(reading, receivers, each)

    def _keys(self, reading: SourceReading) -> Iterator[Site]:
        """The strings that are keys of such a mapping; likely ones only where the class is spoken of."""
        is_told = any(word(root.last).search(self._sources.files[reading.path]) for root in (*self.roots, self._asked))
        for each, tier in KeyPlaces(self._sources, reading, self._is_ours).of(self._name):
            if tier is Tier.STRONG:
                yield self._site(reading, each)
            elif is_told:
                yield self._site(reading, each, tier, UNKNOWN)

    def _promises(self, reading: SourceReading) -> Iterator[Site]:
        """The definitions of protocols that ask for the name, and of classes that may be meant to have it for ours."""
        for home, occurrences in homes_of(reading.view, self._name).items():
            owner = Definition(self._sources.canonical(reading.path), home.path if home is not None else "")
            is_body = home is not None and home.kind is RegionKind.CLASS and not self._is_ours(owner)
            reason = _PROTOCOL if is_body and self._is_promised(owner) else ""
            if is_body and any(promises <= body_names(self._sources, owner) for promises in self._promised):
                reason = reason or _FULFILLS
            for each in occurrences if reason else ():
                yield self._site(reading, each, Tier.ANCHORED, reason)

    @cached_property
    def _promised(self) -> tuple[frozenset[str], ...]:
        """All that each protocol asks for that has the name here."""
        protocols = (root for root in self.roots if self._is_protocol(root))
        return tuple(frozenset(body_names(self._sources, root)) for root in protocols)

    def _site(self, reading: SourceReading, each: Occurrence, tier: Tier | None = None, reason: str = "") -> Site:
        return site_at(reading, each.start, self._name, tier or self._sure(reading), reason)

    def _sure(self, reading: SourceReading) -> Tier:
        is_here = self._sources.canonical(reading.path) == self.roots[0].path if self.roots else False
        return Tier.PROVEN if is_here else Tier.STRONG

    def _attribute(self, reading: SourceReading, receivers: Receivers, each: Occurrence) -> Iterator[Site]:
        owner = owner_node(each)
        outer = each.step.outer
        if owner is None or outer is None:
            home = meaning_at(self._sources, reading, owner_text(reading, each), each.step)
        else:
            home = receivers.owner_type(outer.node, each.step)
        if home is None:
            yield self._site(reading, each, Tier.ANCHORED, _UNKNOWN)
        elif self._is_ours(home):
            yield self._site(reading, each)
        elif self._is_promised(home):
            yield self._site(reading, each, Tier.ANCHORED, _PROTOCOL)
        elif home in self._above and not definers(self._sources, home, self._name):
            yield self._site(reading, each, Tier.ANCHORED, _OF_HEIRS)

    @cached_property
    def _above(self) -> frozenset[Definition]:
        """The classes that have the name from their heirs alone."""
        return frozenset(base for root in self.roots for base in lineage(self._sources, root)) - {*self.roots}

    def _is_promised(self, home: Definition) -> bool:
        """Whether a protocol asks for the name, which the class may be meant to keep."""
        names = definers(self._sources, home, self._name) if home.path and home.name else ()
        return any(map(self._is_protocol, names))

    def _is_protocol(self, owner: Definition) -> bool:
        bases = bases_of(self._sources, owner)
        return any(base is not None and not base.path and base.name.endswith(".Protocol") for base in bases)

    def _is_ours(self, home: Definition | None) -> bool:
        return home is not None and is_class(self._sources, home) and self._is_kin(home)

    def _is_kin(self, owner: Definition) -> bool:
        """Whether the name is the same in a class: what is mangled is another one in each."""
        return owner in self.roots if is_mangled(self._name) else is_kin(self._sources, owner, self.roots)

    def unseen(self) -> Iterator[Remainder]:
        """What is spread into the class, and may have the field among its keys."""
        if self._is_prop:
            names = {root.last for root in self.roots} | {self._asked.last}
            unpacking = {*self._unpacking(*sorted(names))} if self._is_mapping else set()
            yield from self._calls.unseen(*sorted(names | unpacking), methods=names)

    def _unpacking(self, *names: str) -> Iterator[str]:
        """The functions that take the keys of the class as keywords."""
        for path in self._sources.mentioning(*names):
            reading = self._sources.module(path) if b"Unpack" in self._sources.files[path] else None
            for name in function_paths(reading.view) if reading is not None else ():
                if self._is_ours(unpacked_by(self._sources, Definition(path, name))):
                    yield name.rpartition(".")[2]

    def _is_item(self, reading: SourceReading, receivers: Receivers, step: Step) -> bool:
        """`Color["RED"]` and `Color.__members__["RED"]`, of an Enum."""
        subscript = item_of(step)
        value = subscript.node.child_by_field_name("value") if subscript is not None else None
        if not self._is_enum or value is None or subscript is None:
            return False
        is_listed = value.type == "attribute" and reading.view.text(value).endswith(".__members__")
        return self._is_ours(receivers.type_of(value.child_by_field_name("object") if is_listed else value, subscript))

    def _is_matched(self, reading: SourceReading, each: Occurrence) -> bool:
        pattern = each.step.around("class_pattern")
        dotted = pattern.node.named_children[0] if pattern is not None else None
        text = "".join(reading.view.text(dotted).split()) if dotted is not None else ""
        return self._is_ours(meaning_at(self._sources, reading, text, each.step))

    def _is_quoted(self, reading: SourceReading, each: Occurrence) -> bool:
        """Whether a type in quotes is a class in the class: `"Card.Part"`, or `"Part"` in its body."""
        owner = quoted_owner(reading, each)
        if owner:
            return self._is_ours(meaning_at(self._sources, reading, owner, each.step))
        home = home_at(reading.view, self._name, each.step)
        path = home.path if home is not None and home.kind is RegionKind.CLASS else ""
        return bool(path) and self._is_ours(Definition(self._sources.canonical(reading.path), path))

    def _text(self, reading: SourceReading, receivers: Receivers, each: Occurrence) -> Iterator[Site]:
        """In `__slots__`, in types in quotes, and in strings that name an attribute of an object."""
        step = each.step
        if is_quoted_annotation(self._sources, reading, step):
            if self._is_quoted(reading, each):
                yield self._site(reading, each)
            return
        if step.node.type != "string_content" or reading.view.text(step.node) != self._name:
            return
        listing = listing_class(reading, step, self._name)
        if listing:
            if self._is_kin(Definition(self._sources.canonical(reading.path), listing)):
                yield self._site(reading, each)
            return
        if self._is_item(reading, receivers, step):
            yield self._site(reading, each)
            return
        asked = named_attribute_of(reading, step)
        if asked is None:
            return
        home = receivers.type_of(*asked)
        if home is None or self._is_ours(home):
            site = self._site(reading, each, Tier.ANCHORED, "a string names an attribute")
            tier = Tier.STRONG if home is not None else Tier.ANCHORED
            yield Site(site.path, site.span, site.spelling, tier, SiteKind.STRING, site.reason)


def listing_class(reading: SourceReading, step: Step, name: str) -> str:
    """The path of the class that has a string among its slots which is a name; empty where none has it there."""
    if step.node.type != "string_content" or reading.view.text(step.node) != name:
        return ""
    assignment = step.around("assignment")
    left = assignment.node.child_by_field_name("left") if assignment is not None else None
    is_listed = left is not None and left.text in _SLOTS and step.region.kind is RegionKind.CLASS
    return step.region.path if is_listed else ""
