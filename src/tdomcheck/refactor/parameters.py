"""References to a parameter: in its function, at the calls that name it, at the tags of a component."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, homes_of, occurrences_of, word
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.model.changes import Remainder, Tier
from tdomcheck.refactor.call_sites import CallSites, of_unknown
from tdomcheck.refactor.callees import Callees
from tdomcheck.refactor.foreign_imports import sites_in_scope
from tdomcheck.refactor.kin import definers, function_facts, is_class, is_heir, method_of
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex

_INIT = "__init__"
_MOCKED = regex(r"assert_\w*call\w*|call")
_PATCH = rb"(?:setattr|patch(?:\.\w{1,40})?)\([^()]{0,200}[\"'](?:[\w.]{0,200}\.)?(?:%s)[\"']"
"""What a test asks of a mock, and where it puts something in the place of a function."""


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
        self._attributes = _attributes(function, owner, is_method=self._is_method)
        self._calls = CallSites(sources, name, function.path, self._takes)
        self._is_named = not kinds or any(kind.value in {"either", "keyword"} for kind in kinds)

    def __iter__(self) -> Iterator[Site]:
        spellings = sorted({self._name, self._name.replace("_", "-")})
        paths = self._sources.giving if self._is_named else self._sources.mentioning
        for path in paths(*spellings):
            for reading in self._sources.readings(path, spellings):
                for _, _, occurrences in self.scopes(reading):
                    for each in occurrences:
                        yield from sites_in_scope(reading, each, self._name, self._sure(reading))
                if self._is_named:
                    callees = Callees(self._sources, reading)
                    yield from self._calls.of_reading(reading, callees)
                    yield from self._of_unknown(reading, callees)

    @property
    def is_given_by_name(self) -> bool:
        """Whether tags may give it."""
        return self._is_named

    def takes(self, home: Definition | None) -> bool:
        """Whether a tag of a definition calls the function."""
        return self._takes(home)

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
        return not is_other and is_heir(self._sources, owner, self._roots)

    def _site(self, reading: SourceReading, start: int, name: str, reason: str = "") -> Site:
        tier = Tier.ANCHORED if reason else self._sure(reading)
        return site_at(reading, start, name, tier, reason)

    def _sure(self, reading: SourceReading) -> Tier:
        is_here = self._sources.canonical(reading.path) == self._function.path
        return Tier.PROVEN if is_here else Tier.STRONG

    def _of_unknown(self, reading: SourceReading, callees: Callees) -> Iterator[Site]:
        """The keywords of calls by an attribute of nobody knows what, and what stands in for the function."""
        utf8 = reading.view.tree.utf8
        if not any(word(name).search(utf8) for name in self._attributes):
            return
        names = b"|".join(name.encode() for name in self._attributes)
        own = [home for _, home, _ in self.scopes(reading)] if re.search(_PATCH % names, utf8) else None
        for each in occurrences_of(reading.view, self._name):
            call = each.step.around("call") if each.role is NameRole.KEYWORD else None
            reason = self._reason_of_call(reading, callees, call) if call is not None else ""
            if own is not None and each.role is NameRole.PARAMETER and each.home not in own and not _is_of_test(each):
                reason = "it may stand in for the function where that is patched"
            if reason:
                yield self._site(reading, each.start, self._name, reason)

    def _reason_of_call(self, reading: SourceReading, callees: Callees, call: Step) -> str:
        function = call.node.child_by_field_name("function")
        attribute = function.child_by_field_name("attribute") if function is not None else None
        name = reading.view.text(attribute or function or call.node)
        if _MOCKED.fullmatch(name) and (name != "call" or b"mock" in reading.view.tree.utf8):
            return "a mock may have been called with it"
        is_unknown = of_unknown(callees, call, self._attributes) is not None
        return "what it is called on is not known" if is_unknown else ""

    def unseen(self) -> Iterator[Remainder]:
        """What is spread into the function, and may have the parameter among its keys."""
        outer, _, last = self._function.name.rpartition(".")
        if self._is_named:
            owner = outer.rpartition(".")[2] if last == _INIT else last
            yield from self._calls.unseen(owner, methods=self._attributes)

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
        return is_same and is_heir(self._sources, owner, self._roots)


def _is_of_test(parameter: Occurrence) -> bool:
    path = parameter.home.path.removesuffix(".<locals>") if parameter.home is not None else ""
    return path.rpartition(".")[2].startswith("test")


def _attributes(function: Definition, owner: Definition, *, is_method: bool) -> tuple[str, ...]:
    """The names by which an object or a module may be asked for a function: a local one is nobody's attribute."""
    if function.last == _INIT and is_method:
        return (_INIT, owner.last)
    return (function.last,) if is_method or "." not in function.name else ()
