"""What the files of a project ask of the elements that others give them."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.asked_elements import OF_ANY, ElementNote, asked_elements, may_be_unknown
from tdomcheck.rewrite.migrations.elements import is_element
from tdomcheck.values import dataclass, field

_MAY_ASK = regex(rb"attrs|children|is_void|\btag\b|tdom")
_WORD = regex(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_Value = t.TypeVar("_Value")
_MOST_ROUNDS = 10
"""From how many files an element may be handed on before somebody asks it."""


def element_notes(codebase: Codebase) -> Mapping[str, ElementNote]:
    """A note for each file that may make elements, or hands on those of others, by path."""
    makers = [path for path in codebase.sources if b"tdom" in codebase.contents[path]]
    if not any(_makes_elements(codebase, path) for path in makers):
        return {}
    drafts = {path: _Draft(unknown=_unknown(codebase, path)) for path in makers}
    telling = _Telling(codebase, drafts, frozenset(makers), _files_by_word(codebase))
    pending = {path for path in codebase.sources if _MAY_ASK.search(codebase.contents[path])}
    for _ in range(_MOST_ROUNDS):
        for path in sorted(pending):
            telling.tell(path)
        pending = {path for path, draft in drafts.items() if draft.is_new}
        if not pending:
            break
    return {path: draft.note for path, draft in drafts.items()}


def _makes_elements(codebase: Codebase, path: str) -> bool:
    view = codebase.view(path)
    return view is not None and any(is_element(view, call) for call in view.nodes["call"])


@dataclass(slots=True)
class _Draft:
    """A note that is being written."""

    names: set[str] = field(default_factory=set)
    takers: set[tuple[str, int, str]] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    fixtures: set[str] = field(default_factory=set)
    unknown: frozenset[str] = frozenset()
    is_new: bool = False
    """Something was added since the file was asked."""

    @property
    def note(self) -> ElementNote:
        return ElementNote(
            frozenset(self.names),
            frozenset(self.takers),
            frozenset(self.methods),
            frozenset(self.attributes),
            frozenset(self.fixtures),
            self.unknown,
        )


def _files_by_word(codebase: Codebase) -> Mapping[bytes, list[str]]:
    """The files that say each word: to look for every function in every file would take the product of both."""
    saying: dict[bytes, list[str]] = {}
    for path in codebase.sources:
        for word in {*_WORD.findall(codebase.contents[path])}:
            saying.setdefault(word, []).append(path)
    return saying


@dataclass(frozen=True, slots=True)
class _Telling:
    """The files of a project, and the notes that they write to each other."""

    codebase: Codebase
    drafts: dict[str, _Draft]
    makers: frozenset[str]
    saying: Mapping[bytes, Sequence[str]]
    called: dict[str, Mapping[tuple[str, str], Sequence[str]]] = field(default_factory=dict)

    def tell(self, path: str) -> None:
        """Add to the notes of others what a file asks, itself or for yet others."""
        view, own = self.codebase.view(path), self.drafts.get(path, _Draft())
        own.is_new = False
        if view is None:
            return
        asked = asked_elements(view, own.note)
        for reference in asked.references:
            home, name = _home_of(self.codebase, path, reference)
            if home and home != path:
                draft = self.drafts.setdefault(home, _Draft())
                _add(draft, draft.names, name)
        for kind in ("methods", "attributes", "fixtures"):
            for name in getattr(asked, kind) - getattr(own, kind):
                for draft in self._makers_saying(name, path):
                    _add(draft, getattr(draft, kind), name)
        for name, position, parameter in asked.parameters:
            for draft, reference in self._callers(path, name):
                _add(draft, draft.takers, (reference, position, parameter))

    def _callers(self, path: str, name: str) -> Iterator[tuple[_Draft, str]]:
        """The drafts of the other files that call a function, and what they call it."""
        if name.startswith(OF_ANY):
            yield from ((draft, name) for draft in self._makers_saying(name.removeprefix(OF_ANY), path))
            return
        for other in self.saying.get(name.encode(), ()):
            for reference in self._called_by(other).get((path, name), ()) if other != path else ():
                yield self.drafts.setdefault(other, _Draft()), reference

    def _called_by(self, path: str) -> Mapping[tuple[str, str], Sequence[str]]:
        """What a file calls, by the file that defines it and its name there, as the file refers to it."""
        if path not in self.called:
            view, homes = self.codebase.view(path), dict[tuple[str, str], list[str]]()
            for reference in _called(view) if view is not None else ():
                homes.setdefault(_home_of(self.codebase, path, reference), []).append(reference)
            self.called[path] = homes
        return self.called[path]

    def _makers_saying(self, name: str, path: str) -> Iterator[_Draft]:
        others = (other for other in self.saying.get(name.encode(), ()) if other != path and other in self.makers)
        return (self.drafts[other] for other in others)


def _add(draft: _Draft, values: set[_Value], value: _Value) -> None:
    draft.is_new = draft.is_new or value not in values
    values.add(value)


def _unknown(codebase: Codebase, path: str) -> frozenset[str]:
    """The functions that a file calls, and that neither the project nor anybody known defines."""
    view = codebase.view(path)
    called = _called(view) if view is not None else ()
    candidates = ((reference, codebase.project.absolute(path, reference)) for reference in called)
    symbols = (
        (reference, codebase.project.resolve(path, reference))
        for reference, dotted in candidates
        if may_be_unknown(dotted)
    )
    return frozenset(reference for reference, symbol in symbols if symbol is not None and symbol.is_external)


@once
def _called(view: ModuleView) -> frozenset[str]:
    """What a file calls that others define."""
    functions = (call.child_by_field_name("function") for call in view.nodes["call"])
    references = {view.resolve(function) for function in functions if function is not None}
    return frozenset(reference for reference in references if "." in reference)


def _home_of(codebase: Codebase, path: str, reference: str) -> tuple[str, str]:
    """The file that defines something, and what it is called there."""
    symbol = codebase.project.resolve(path, reference)
    definition = (symbol.class_ or symbol.function) if symbol is not None else None
    if symbol is not None and definition is not None:
        return symbol.path, definition.path
    module, _, name = codebase.project.absolute(path, reference).rpartition(".")
    return codebase.project.module_path(module), name
