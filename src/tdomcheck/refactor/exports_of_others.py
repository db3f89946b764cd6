"""Modules whose `__all__` is made of that of another, and that lack a name when it leaves the other."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, occurrences_of, top_bindings
from tdomcheck.model import Edit, Span
from tdomcheck.refactor.export_items import with_item
from tdomcheck.refactor.exports import EXPORTS, ExportPart, is_computed, listed_in, parts_of
from tdomcheck.refactor.origins import Definition, absolute, home_of, imported_by, meaning_at
from tdomcheck.refactor.sites import owner_text
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class ExportAddition:
    """What a module needs so as to go on listing a name."""

    reading: SourceReading
    span: Span
    """Where its `__all__` is bound."""
    edits: tuple[Edit, ...]
    """Nothing where somebody has to add it by hand."""


def additions(sources: Sources, definition: Definition, target: str) -> Iterator[ExportAddition]:
    """The modules that list a definition by the list of its module, and not by that of the one that it goes to."""
    new = sources.module(target) if target else None
    is_listed_there = new is not None and bool(with_item(new, definition.name) or listed_in(new, definition.name))
    for path in sources.holding(EXPORTS.encode()):
        reading = sources.module(path) if path not in {definition.path, target} else None
        if reading is None or not is_computed(reading) or home_of(sources, path, definition.name) != definition:
            continue
        owners = set(_owners(sources, reading))
        is_asked = definition.path in owners or "" in owners
        if is_asked and not listed_in(reading, definition.name) and not (is_listed_there and target in owners):
            edits = with_item(reading, definition.name) if definition.path in owners else []
            binding = top_bindings(reading.view, EXPORTS)[0]
            yield ExportAddition(reading, reading.view.span(binding.node), tuple(edits))


def _owners(sources: Sources, reading: SourceReading) -> Iterator[str]:
    """The files whose lists go into that of a module; no name for one that nobody knows."""
    ranges = {node.byte_range for node in parts_of(reading.view)[ExportPart.OTHER]}
    for each in occurrences_of(reading.view, EXPORTS):
        is_part = any(around.node.byte_range in ranges for around in each.step.outwards)
        if each.role is NameRole.ATTRIBUTE and is_part:
            home = meaning_at(sources, reading, owner_text(reading, each), each.step)
            if home is None or home.path:
                yield home.path if home is not None and home.is_module else ""
        elif each.role in {NameRole.IMPORT, NameRole.ALIASED}:
            yield _imported_from(sources, reading, each)


def _imported_from(sources: Sources, reading: SourceReading, each: Occurrence) -> str:
    """The file that an import has the list of."""
    imported = imported_by(reading.view, each)
    return sources.naming.module_path(absolute(sources, reading, imported.module)) if imported is not None else ""
