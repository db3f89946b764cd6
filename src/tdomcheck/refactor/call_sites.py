"""Who gives a parameter or a prop its value by its name: keywords, attributes of tags, keys of what is spread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from tdomcheck.facts.python.occurrences import NameRole, occurrences_of
from tdomcheck.facts.python.regions import Step
from tdomcheck.model.changes import Remainder, Tier
from tdomcheck.refactor.callees import PARTIAL, Callees, Homes, tier_among
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.receivers import first_argument
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.spreads import SPREAD, Spreads
from tdomcheck.refactor.tags import attributes_at_tags
from tdomcheck.values import replace

_UNKNOWN_TAG = "what the tag is of is not known"
SECOND_NAME = "what it is called by may mean another thing as well"
Takes = Callable[[Definition | None], bool]


class CallSites:
    """The places that name something in the calls and at the tags of what takes it."""

    def __init__(self, sources: Sources, name: str, path: str, takes: Takes) -> None:
        self._sources = sources
        self._name = name
        self._path = path
        self._takes = takes

    def of_reading(self, reading: SourceReading, callees: Callees) -> Iterator[Site]:
        """Those of one file that are sure, or likely."""
        for each in occurrences_of(reading.view, self._name):
            call = each.step.around("call") if each.role is NameRole.KEYWORD else None
            tier = self.of_call(callees, call) if call is not None else None
            if tier is not None:
                yield self._site(reading, each.start, self._name, tier, SECOND_NAME)
        for attribute in attributes_at_tags(callees, reading, self._name):
            tier, doubt = tier_among(attribute.components, self._takes), SECOND_NAME
            if tier is None and None in attribute.components:
                tier, doubt = Tier.ANCHORED, _UNKNOWN_TAG
            if tier is not None:
                start = reading.view.source.to_utf8(attribute.span.start)
                site = self._site(reading, start, attribute.name, tier, doubt)
                yield replace(site, is_at_tag=doubt == SECOND_NAME)
        spreads = self._spreads(reading, callees)
        for spelling in {self._name, self._name.replace("_", "-")}:
            for each, tier in spreads.keys(spelling):
                yield self._site(reading, each.start, spelling, tier, SPREAD)

    def unseen(self, *owners: str, methods: Collection[str] = ()) -> Iterator[Remainder]:
        """What is spread into the calls and tags of some names, and may have the key.

        Of `methods`, which may be functions and classes of a module, also those that are asked of nobody knows what."""
        for path in self._sources.mentioning(*owners, *methods):
            for reading in self._sources.readings(path, (*owners, *methods)):
                spreads = self._spreads(reading, Callees(self._sources, reading), methods)
                for span in spreads.unseen():
                    yield Remainder(path, span, f"nobody can see whether `{self._name}` is among what is spread here")

    def of_call(self, callees: Callees, call: Step) -> Tier | None:
        """How sure it is that a call hands on its keywords."""
        return tier_among(_called(callees, call), self._takes)

    def _spreads(self, reading: SourceReading, callees: Callees, methods: Collection[str] = ()) -> Spreads:
        return Spreads(
            reading,
            callees,
            lambda call: self.of_call(callees, call) or of_unknown(callees, call, methods),
            lambda components: tier_among(components, self._takes),
        )

    def _site(self, reading: SourceReading, start: int, name: str, tier: Tier, doubt: str) -> Site:
        if tier is Tier.ANCHORED:
            return site_at(reading, start, name, tier, doubt)
        is_here = self._sources.canonical(reading.path) == self._path
        return site_at(reading, start, name, Tier.PROVEN if is_here else tier)


def of_unknown(callees: Callees, call: Step, methods: Collection[str]) -> Tier | None:
    """A call by the name of an attribute, where nobody knows of what."""
    function = call.node.child_by_field_name("function")
    name = function.child_by_field_name("attribute") if function is not None else None
    is_one = name is not None and (name.text or b"").decode() in methods
    return Tier.ANCHORED if is_one and None in callees.of(function, call) else None


_HANDING = frozenset({"dataclasses.replace", "copy.replace", "attrs.evolve", "attr.evolve"})
"""Functions that take the fields of what they are given first."""


def _called(callees: Callees, call: Step) -> Homes:
    """What takes the keywords of a call: of a partial what that is of, of a copy the class of the original."""
    function = call.node.child_by_field_name("function")
    homes = callees.of(function, call)
    outside = {home.name for home in homes if home is not None and not home.path}
    if not outside.isdisjoint(PARTIAL):
        return callees.of(first_argument(call.node), call)
    if not outside.isdisjoint(_HANDING):
        return frozenset({callees.class_of(first_argument(call.node), call)})
    if function is not None and function.type == "attribute" and (function.text or b"").endswith(_BY_OBJECT):
        return (homes - {None}) | {callees.class_before(function, call)}
    return homes


_BY_OBJECT = (b".__init__", b"._replace")
