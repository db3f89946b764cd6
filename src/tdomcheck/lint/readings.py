"""What a file says if a name that another module hands on is the `html` of tdom: the project tells whether it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.scopes import import_target
from tdomcheck.facts.values import ImportFact
from tdomcheck.model import Premise

_SOURCES = {"tdom_svcs": frozenset({"html"}), "tdom": frozenset({"html", "svg"})}
"""Where the functions come from that render."""
_WORDS = re.compile(rb"import[^#]*?\b(?:html|svg)\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it is if some names are what they are called."""

    view: ModuleView
    handed: tuple[tuple[str, str], ...]
    """References, and what they have to be."""

    def premise(self, own: Premise | None) -> Premise:
        """What has to hold, beside what a finding itself has to have hold."""
        if own is not None:
            return replace(own, handed=self.handed)
        reference, meant = self.handed[0]
        return Premise(reference, (), (meant,), self.handed[1:])


def handed_on(view: ModuleView) -> list[ImportFact]:
    """The names that may be `html`, by way of another module."""
    if view.source.is_hosted or view.surroundings is not None or not _WORDS.search(view.source.utf8):
        return []
    return [fact for fact in view.imports if _is_handed_on(view, fact)]


def readings_of(view: ModuleView) -> Iterator[Reading]:
    """One for each library that such a name may come from."""
    handed = handed_on(view)
    for module, names in _SOURCES.items() if handed else ():
        meant = {import_target(fact): f"{module}.{fact.name}" for fact in handed if fact.name in names}
        if meant:
            yield Reading(ModuleView(view.source, view.tree, meant=meant), tuple(meant.items()))


def _is_handed_on(view: ModuleView, fact: ImportFact) -> bool:
    """Whether a function that may be `html` is imported from anywhere but its own library, and called."""
    is_named = any(fact.name in names for names in _SOURCES.values())
    is_theirs = fact.module.partition(".")[0] in _SOURCES
    return is_named and not is_theirs and f"{fact.alias}(".encode() in view.source.utf8
