"""What `from module import *` gives: to the module that writes it, and to those that import from that."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from tdomcheck.facts.records import ImportFact
from tdomcheck.refactor.origins import Imported, absolute, home_of
from tdomcheck.refactor.places import is_package, relative
from tdomcheck.refactor.sources import SourceReading, Sources

_STAR = "*"


def stars_in(reading: SourceReading) -> Iterator[ImportFact]:
    """The star imports of a file; Python has them at the top alone."""
    yield from (fact for fact in reading.view.imports if fact.name == _STAR and fact.is_top_level)


def star_for(sources: Sources, reading: SourceReading, name: str) -> tuple[ImportFact, Imported] | None:
    """The star that gives a module a name, and the import of that very name from the module that defines it."""
    for fact in stars_in(reading):
        module = _giver(sources, reading, fact, name, frozenset({reading.path}))
        if module:
            return fact, Imported(_spelled(sources, reading, fact, module), name)
    return None


def _giver(sources: Sources, reading: SourceReading, fact: ImportFact, name: str, seen: frozenset[str]) -> str:
    """The module that a star has a name from: that which defines it, else that which imports it; empty for none."""
    path = sources.naming.module_path(absolute(sources, reading, fact.module))
    if not path or path in seen or name.startswith("_"):
        return ""
    home = home_of(sources, path, name)
    if home is not None:
        is_own = bool(home.path) and home.name == name
        return sources.module_name(home.path if is_own else path)
    inner = sources.module(path)
    stars = stars_in(inner) if inner is not None else ()
    givers = (_giver(sources, inner, star, name, seen | {path}) for star in stars if inner is not None)
    return next(filter(None, givers), "")


def _spelled(sources: Sources, reading: SourceReading, fact: ImportFact, dotted: str) -> str:
    """A module as the star has it: relative where that is."""
    if not fact.module.startswith("."):
        return dotted
    return relative(sources.module_name(reading.path), dotted, is_from_package=is_package(reading.path))


def open_stars(sources: Sources, reading: SourceReading) -> tuple[ImportFact, ...]:
    """The stars of a module that lead out of the project: what they give, nobody can tell who does not run it."""
    return tuple(fact for fact in stars_in(reading) if _is_open(sources, reading, fact))


def _is_open(sources: Sources, reading: SourceReading, fact: ImportFact) -> bool:
    seen = {reading.path}
    pending = [(reading, fact)]
    while pending:
        owner, star = pending.pop()
        path = sources.naming.module_path(absolute(sources, owner, star.module))
        if path in seen:
            continue
        seen.add(path)
        inner = sources.module(path) if path else None
        if inner is None:
            return True
        pending += [(inner, each) for each in stars_in(inner)]
    return False


def is_builtin(name: str) -> bool:
    """Whether a name has a meaning where no module gives it one; also those that the interpreter gives modules."""
    return hasattr(builtins, name) or (name.startswith("__") and name.endswith("__"))
