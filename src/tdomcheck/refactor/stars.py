"""What `from module import *` gives: to the module that writes it, and to those that import from that."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.facts.python.occurrences import top_bindings
from tdomcheck.facts.records import ImportFact
from tdomcheck.refactor.exports import is_computed, listed_in
from tdomcheck.refactor.origins import Definition, Imported, absolute, home_of, stars_of
from tdomcheck.refactor.places import is_package, relative
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex
from tdomcheck.values import dataclass


def star_for(sources: Sources, reading: SourceReading, name: str) -> tuple[ImportFact, Imported] | None:
    """The star that gives a module a name, and the import of that very name from the module that defines it."""
    for fact in stars_of(reading.view):
        module = _giver(sources, reading, fact, name)
        if module:
            return fact, Imported(_spelled(sources, reading, fact, module), name)
    return None


def _giver(sources: Sources, reading: SourceReading, fact: ImportFact, name: str) -> str:
    """The module that a star has a name from: that which defines it, else that which imports it; empty for none."""
    seen, pending = {reading.path}, [(reading, fact)]
    while pending:
        owner, star = pending.pop()
        path = sources.naming.module_path(absolute(sources, owner, star.module))
        inner = sources.module(path) if path and path not in seen else None
        if inner is None or not _is_given(inner, name):
            continue
        seen.add(path)
        home = home_of(sources, path, name)
        if home is not None:
            is_own = bool(home.path) and home.name == name
            return sources.module_name(home.path if is_own else path)
        pending += [(inner, each) for each in stars_of(inner.view)][::-1]
    return ""


def _spelled(sources: Sources, reading: SourceReading, fact: ImportFact, dotted: str) -> str:
    """A module as the star has it: relative where that is."""
    if not fact.module.startswith("."):
        return dotted
    return relative(sources.module_name(reading.path), dotted, is_from_package=is_package(reading.path))


def open_stars(sources: Sources, reading: SourceReading) -> tuple[ImportFact, ...]:
    """The stars of a module that lead out of the project: what they give, nobody can tell who does not run it."""
    return tuple(fact for fact in stars_of(reading.view) if _is_open(sources, reading, fact))


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
        pending += [(inner, each) for each in stars_of(inner.view)]
    return False


def is_builtin(name: str) -> bool:
    """Whether a name has a meaning where no module gives it one; also those that the interpreter gives modules."""
    return hasattr(builtins, name) or (name.startswith("__") and name.endswith("__"))


@dataclass(frozen=True, slots=True)
class Relay:
    """A module that has a name by a star alone."""

    reading: SourceReading
    star: ImportFact
    is_asked: bool
    """Others have the name from there, or may: it is a package, or says so in `__all__`."""


def relays(sources: Sources, definition: Definition) -> Iterator[Relay]:
    """The modules that star the one of a definition, and have it from there."""
    owner = sources.module(definition.path)
    if owner is None or not _is_given(owner, definition.name):
        return
    starring = _starring(sources)
    takers = _takers(starring)
    for path, stars in starring.items():
        reading = sources.module(path)
        star = stars.get(definition.path)
        if star is not None and reading is not None and not top_bindings(reading.view, definition.name):
            is_public = is_package(path) or bool(listed_in(reading, definition.name))
            is_asked = is_public or _is_asked(sources, definition.name, _behind(takers, path))
            yield Relay(reading, star, is_asked)


def _is_given(reading: SourceReading, name: str) -> bool:
    """Whether a star of a module may give a name: it is listed in `__all__`, or nothing is and it is not private."""
    if not top_bindings(reading.view, "__all__"):
        return not name.startswith("_")
    return bool(listed_in(reading, name)) or is_computed(reading)


def _starring(sources: Sources) -> dict[str, dict[str, ImportFact]]:
    """The modules with stars, and what they star, by path."""
    starring: dict[str, dict[str, ImportFact]] = {}
    for path in sources.holding(b"*"):
        reading = sources.module(path) if _STARS.search(sources.files[path]) else None
        for fact in stars_of(reading.view) if reading is not None else ():
            target = sources.naming.module_path(absolute(sources, reading, fact.module)) if reading is not None else ""
            starring.setdefault(path, {})[target] = fact
    return starring


_STARS = regex(rb"import[\s\\]*\*")


def _takers(starring: Mapping[str, Mapping[str, ImportFact]]) -> dict[str, list[str]]:
    """Who stars each module."""
    takers: dict[str, list[str]] = {}
    for path, stars in starring.items():
        for target in stars:
            takers.setdefault(target, []).append(path)
    return takers


def _behind(takers: Mapping[str, Sequence[str]], path: str) -> set[str]:
    """A module, and all that have its names by stars."""
    behind, pending = {path}, [path]
    while pending:
        following = set(takers.get(pending.pop(), ())) - behind
        behind |= following
        pending += sorted(following)
    return behind


def _is_asked(sources: Sources, name: str, paths: set[str]) -> bool:
    """Whether a file that says a name imports any of some modules."""
    for path in sources.mentioning(name):
        for reading in sources.readings(path, [name]):
            for fact in reading.view.imports:
                dotted = absolute(sources, reading, fact.module)
                targets = {dotted, f"{dotted}.{fact.name}"} if fact.name else {dotted}
                if not paths.isdisjoint(map(sources.naming.module_path, targets)):
                    return True
    return False
