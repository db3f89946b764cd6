"""What the files of a project ask of the elements that others give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.asked_elements import ElementNote, asked_elements

_MAY_ASK = regex(rb"attrs|children|is_void|\btag\b|tdom")
_WORD = regex(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_MOST_ROUNDS = 10
"""From how many files an element may be handed on before somebody asks it."""


def element_notes(codebase: Codebase) -> Mapping[str, ElementNote]:
    """A note for each file whose elements another one asks, by path."""
    notes: dict[str, ElementNote] = {}
    pending = {path for path in codebase.sources if _MAY_ASK.search(codebase.contents[path])}
    saying = _files_by_word(codebase) if pending else {}
    for _ in range(_MOST_ROUNDS):
        before = dict(notes)
        for path in sorted(pending):
            _tell(codebase, saying, path, notes)
        pending = {path for path, note in notes.items() if note != before.get(path)}
        if not pending:
            break
    return notes


def _files_by_word(codebase: Codebase) -> Mapping[bytes, list[str]]:
    """The files that say each word: to look for every function in every file would take the product of both."""
    saying: dict[bytes, list[str]] = {}
    for path in codebase.sources:
        for word in {*_WORD.findall(codebase.contents[path])}:
            saying.setdefault(word, []).append(path)
    return saying


def _tell(codebase: Codebase, saying: Mapping[bytes, Sequence[str]], path: str, notes: dict[str, ElementNote]) -> None:
    """Add to the notes of others what a file asks, itself or for yet others."""
    view = codebase.view(path)
    if view is None:
        return
    asked = asked_elements(view, notes.get(path))
    for reference in sorted(asked.references):
        home, name = _home_of(codebase, path, reference)
        if home and home != path:
            old = notes.get(home, ElementNote())
            notes[home] = ElementNote(old.names | {name}, old.takers)
    for name, position, parameter in sorted(asked.parameters):
        for other in saying.get(name.encode(), ()):
            taken = codebase.view(other) if other != path else None
            for reference in _called(taken) if taken is not None else ():
                if _home_of(codebase, other, reference) == (path, name):
                    old = notes.get(other, ElementNote())
                    notes[other] = ElementNote(old.names, old.takers | {(reference, position, parameter)})


@once
def _called(view: ModuleView) -> frozenset[str]:
    """What a file calls that others define."""
    functions = (call.child_by_field_name("function") for call in view.nodes["call"])
    references = {view.resolve(function) for function in functions if function is not None}
    return frozenset(reference for reference in references if "." in reference)


def _home_of(codebase: Codebase, path: str, reference: str) -> tuple[str, str]:
    """The file that defines something, and what it is called there."""
    symbol = codebase.project.resolve(path, reference)
    if symbol is not None and symbol.function is not None:
        return symbol.path, symbol.function.path
    module, _, name = codebase.project.absolute(path, reference).rpartition(".")
    return codebase.project.module_path(module), name
