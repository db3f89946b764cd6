"""Names that one import or another gives, as the branch that is taken decides: `try`, `except ImportError`.

Who renames what one of them leads to cannot rename the other: such a name stays, also for those who take it from
there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.python.occurrences import Occurrence, bindings_in, home_at, top_bindings
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.refactor.origins import (
    MOST_LINKS,
    Definition,
    dotted_home,
    dotted_import,
    given_by_star,
    home_of,
    imported_by,
    member_home,
    module_behind,
    name_home,
)
from tdomcheck.refactor.sources import SourceReading, Sources


def import_home(sources: Sources, reading: SourceReading, binding: Occurrence) -> Definition | None:
    """What an import leads to; None for a binding that is none."""
    dotted = _imported(sources, reading, binding)
    return (dotted_home(sources, dotted) or Definition("", dotted)) if dotted is not None else None


def _imported(sources: Sources, reading: SourceReading, binding: Occurrence) -> str | None:
    """The dotted name of what an import binds."""
    imported = imported_by(reading.view, binding)
    return dotted_import(sources, reading, imported) if imported is not None else None


def imports_chosen(sources: Sources, reading: SourceReading, binding: Occurrence) -> bool:
    """Whether an import takes such a name from elsewhere."""
    return is_chosen(sources, _imported(sources, reading, binding) or "")


def is_chosen(sources: Sources, dotted: str) -> bool:
    """Whether the last part of a dotted name is such a name."""
    owner, _, name = dotted.rpartition(".")
    home = dotted_home(sources, owner) if owner else None
    return home is not None and is_chosen_of(sources, home, name)


def is_chosen_of(sources: Sources, owner: Definition, name: str) -> bool:
    """Whether a module, or a variable that is another name of one, has such a name."""
    module = owner if owner.is_module else module_behind(sources, owner)
    return module is not None and module.is_module and is_chosen_in(sources, module.path, name)


def has_name(sources: Sources, owner: Definition, definition: Definition) -> bool:
    """Whether a module or a class has a definition by its own name, and nothing else by that."""
    name = definition.last
    return member_home(sources, owner, name) == definition and not is_chosen_of(sources, owner, name)


def is_chosen_at(sources: Sources, reading: SourceReading, dotted: str, step: Step) -> bool:
    """Whether any part of a dotted name is such a name in the scope of a place."""
    first, *rest = dotted.split(".")
    if _is_chosen_here(sources, reading, first, step):
        return True
    home = name_home(sources, reading, first, step)
    for part in rest:
        if home is None:
            return False
        if is_chosen_of(sources, home, part):
            return True
        home = member_home(sources, home, part)
    return False


def _is_chosen_here(sources: Sources, reading: SourceReading, name: str, step: Step) -> bool:
    region = home_at(reading.view, name, step)
    owner = reading.around or reading
    if owner.is_module and (region is None or (region.kind is RegionKind.MODULE and reading.is_module)):
        return is_chosen_in(sources, owner.path, name)
    if region is None:
        return any(is_chosen_in(sources, path, name) for path, _ in given_by_star(sources, reading, name))
    bindings = bindings_in(reading.view, name, region)
    return bool(_choices(sources, reading, bindings)) or any(
        is_chosen_in(sources, *link) for link in _links(sources, reading, bindings)
    )


def is_chosen_in(sources: Sources, path: str, name: str) -> bool:
    """Whether a name of a module is such a name there, or in any module that it is taken from."""
    return bool(choices_in(sources, path, name))


@once_each
def choices_in(sources: Sources, path: str, name: str) -> frozenset[Definition]:
    """All that such a name may be; nothing where it is none."""
    seen: set[tuple[str, str]] = set()
    pending = [(path, name)]
    while pending and len(seen) < MOST_LINKS:
        link = pending.pop()
        if link in seen or home_of(sources, *link) == Definition(sources.canonical(link[0]), link[1]):
            continue
        seen.add(link)
        reading = sources.module(link[0])
        bindings = top_bindings(reading.view, link[1]) if reading is not None else []
        if reading is None:
            continue
        choices = _choices(sources, reading, bindings)
        if choices:
            return choices
        pending += _links(sources, reading, bindings)
        pending += [] if bindings else [(path, link[1]) for path, _ in given_by_star(sources, reading, link[1])]
    return frozenset()


def _choices(sources: Sources, reading: SourceReading, bindings: Sequence[Occurrence]) -> frozenset[Definition]:
    """What the imports among some bindings lead to, where that is more than one thing."""
    homes = [import_home(sources, reading, each) for each in bindings] if len(bindings) > 1 else []
    choices = frozenset(home for home in homes if home is not None)
    return choices if len(choices) > 1 else frozenset()


def _links(sources: Sources, reading: SourceReading, bindings: Sequence[Occurrence]) -> Iterator[tuple[str, str]]:
    """The modules that some bindings import from, and the names there."""
    for each in bindings:
        owner, _, name = (_imported(sources, reading, each) or "").rpartition(".")
        home = dotted_home(sources, owner) if owner else None
        if home is not None and home.is_module:
            yield home.path, name
