"""References to a parameter: in its function, at the calls that name it, at the tags of a component."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, homes_of, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.kin import definers, function_facts, is_class, is_kin, method_of
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.receivers import Receivers, first_argument
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.tags import attributes_at_tags

_PARTIAL = frozenset({"functools.partial", "functools.partialmethod"})
_INIT = "__init__"


class ParameterSites:
    """The references to one parameter of a function, or of a method and those that take its place."""

    def __init__(self, sources: Sources, function: Definition, name: str) -> None:
        self._sources = sources
        self._function = function
        self._name = name
        owner = Definition(function.path, function.name.rpartition(".")[0])
        self._is_method = is_class(sources, owner)
        self._roots = definers(sources, owner, function.last) if self._is_method else ()
        if function.last == _INIT:
            self._roots = (owner,)
        facts = function_facts(sources, function)
        kinds = {each.kind for fact in facts for each in fact.parameters if each.name == name}
        self._is_named = not kinds or any(kind.value in {"either", "keyword"} for kind in kinds)

    def __iter__(self) -> Iterator[Site]:
        spellings = sorted({self._name, self._name.replace("_", "-")})
        for path in self._sources.mentioning(*spellings):
            for reading in self._sources.readings(path, spellings):
                for _, _, occurrences in self.scopes(reading):
                    for each in occurrences:
                        yield self._site(reading, each.start, self._name)
                if self._is_named:
                    yield from self._keywords(reading)
                    yield from self._at_tags(reading)

    def bodies(self) -> Iterator[tuple[SourceReading, ScopeRegion, list[Occurrence]]]:
        """The functions that have the parameter, with what is bound to it there."""
        for path in self._sources.mentioning(self._name):
            for reading in self._sources.readings(path, [self._name]):
                yield from self.scopes(reading)

    def scopes(self, reading: SourceReading) -> Iterator[tuple[SourceReading, ScopeRegion, list[Occurrence]]]:
        """The functions of a file that have the parameter."""
        for home, occurrences in homes_of(reading.view, self._name).items():
            is_function = home is not None and home.kind is RegionKind.FUNCTION
            is_taken = any(each.role is NameRole.PARAMETER for each in occurrences)
            if home is not None and is_function and is_taken and self._is_one(reading, home):
                yield reading, home, occurrences

    def _is_one(self, reading: SourceReading, home: ScopeRegion) -> bool:
        """Whether a function is the one, a variant of it, or overrides it."""
        definition = Definition(self._sources.canonical(reading.path), home.path.removesuffix(".<locals>"))
        if not reading.is_module:
            return False
        if definition == self._function:
            return True
        owner = Definition(definition.path, definition.name.rpartition(".")[0])
        is_other = not self._is_method or definition.last != self._function.last or definition.last == _INIT
        return not is_other and is_class(self._sources, owner) and is_kin(self._sources, owner, self._roots)

    def _site(self, reading: SourceReading, start: int, name: str, reason: str = "") -> Site:
        is_here = self._sources.canonical(reading.path) == self._function.path
        tier = Tier.ANCHORED if reason else Tier.PROVEN if is_here else Tier.STRONG
        return site_at(reading, start, name, tier, reason)

    def _keywords(self, reading: SourceReading) -> Iterator[Site]:
        receivers = Receivers(self._sources, reading)
        for each in occurrences_of(reading.view, self._name):
            if each.role is NameRole.KEYWORD:
                yield from self._keyword(reading, receivers, each)

    def _keyword(self, reading: SourceReading, receivers: Receivers, each: Occurrence) -> Iterator[Site]:
        call = each.step.around("call")
        function = call.node.child_by_field_name("function") if call is not None else None
        if call is None or function is None:
            return
        home = receivers.callee(function, call)
        if home is not None and not home.path and home.name in _PARTIAL:
            home = receivers.callee(first_argument(call.node), call)
        if self._takes(home):
            yield self._site(reading, each.start, self._name)
        elif home is None and self._is_method and reading.view.text(function).endswith(f".{self._function.last}"):
            yield self._site(reading, each.start, self._name, "what it is called on is not known")

    def _takes(self, home: Definition | None) -> bool:
        """Whether who calls a definition calls the function."""
        if home is None or not home.path:
            return False
        if home == self._function:
            return True
        if is_class(self._sources, home):
            return method_of(self._sources, home, _INIT) == self._function
        owner = Definition(home.path, home.name.rpartition(".")[0])
        is_same = self._is_method and home.last == self._function.last != _INIT
        return is_same and is_class(self._sources, owner) and is_kin(self._sources, owner, self._roots)

    def _at_tags(self, reading: SourceReading) -> Iterator[Site]:
        for attribute in attributes_at_tags(self._sources, reading, self._name):
            if self._takes(attribute.component):
                tier = Tier.PROVEN if reading.path == self._function.path else Tier.STRONG
                yield Site(reading.path, attribute.span, attribute.name, tier)
