"""Where a new name would mean something else than the old one, or take the meaning of another."""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Iterable, Iterator

from tdomcheck.facts.python.occurrences import (
    BINDING,
    NameRole,
    Occurrence,
    bindings_in,
    first_value,
    home_at,
    homes_of,
    moment,
    occurrences_of,
)
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion
from tdomcheck.refactor.named import Bond, Group
from tdomcheck.refactor.problems import BadName, Collision
from tdomcheck.refactor.sources import SourceReading, Sources

MOST_PLACES = 5
"""Places that a collision names."""


def check_name(name: str, *, is_variable: bool, allow_shadowing: bool) -> None:
    """Raise for what can be no name, and for one that hides a builtin."""
    if not name.isidentifier():
        raise BadName(f"`{name}` is no name that Python could know anything by")
    if keyword.iskeyword(name):
        raise BadName(f"`{name}` is a keyword of Python: nothing can be called that")
    if is_variable and hasattr(builtins, name) and not allow_shadowing:
        raise BadName(f"`{name}` is a builtin, which the new name would hide; --allow-shadowing lets it")


def check_top(sources: Sources, module: str, hint: str = "take another name") -> None:
    """Raise for a module that comes where imports start, and would be found in place of one of the standard library."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names and not sources.is_top(top):
        raise BadName(f"`{top}` is a module of the standard library, which the new one would hide; {hint}")


def collisions_of(groups: Iterable[Group], new: str) -> Iterator[str]:
    """Each place where the new name is taken, with what takes it."""
    for group in groups:
        if group.bond not in {Bond.MIXED, Bond.UNBOUND}:
            yield from _collisions(group, new)


def refuse(name: str, places: Iterable[str]) -> None:
    """Raise if there is any place."""
    listed = list(dict.fromkeys(places))
    if listed:
        more = f", and {len(listed) - MOST_PLACES} more" if len(listed) > MOST_PLACES else ""
        raise Collision(f"`{name}` is taken: {'; '.join(listed[:MOST_PLACES])}{more}. Nothing is changed")


def _collisions(group: Group, new: str) -> Iterator[str]:
    reading, home = group.reading, group.home or _module(group)
    for each in homes_of(reading.view, new).get(home, ()):  # `global` alone binds nothing, and says that somebody does
        yield f"{reading.place(each.start)} {'binds it' if each.role in BINDING else 'reads what that is called'}"
    yield from _captured(group, home, new)
    yield from _taken(group, home, new)


def _captured(group: Group, home: ScopeRegion, new: str) -> Iterator[str]:
    """The places that would find the new name in a scope inside."""
    reading = group.reading
    declared = _declared(group.occurrences)
    for each in group.occurrences:
        capture = home_at(reading.view, new, each.step)
        is_inside = capture is not None and capture != home and home in capture.outwards
        is_captured = capture is not None and is_inside and not _leads_past(each, declared, capture)
        if is_captured or _looks_past(reading, each, new, home):
            yield f"{reading.place(each.start)} is where `{new}` means what the scope inside has"


def _taken(group: Group, home: ScopeRegion, new: str) -> Iterator[str]:
    """The places that would find the new name where they find another thing now."""
    reading = group.reading
    # The body of a class reads what is outside of it until it has given the name a value itself.
    bindings = [each for each in group.occurrences if each.role in BINDING]
    declared = _declared(occurrences_of(reading.view, new))
    begin = first_value(bindings) if home.kind is RegionKind.CLASS else 0
    for each in occurrences_of(reading.view, new):
        is_late = begin is not None and moment(each.step) >= begin
        is_free = is_late and not _leads_past(each, declared, home)
        is_past = _looks_past(reading, each, new, home)
        if each.role is NameRole.READ and is_free and not is_past and _would_be_taken(each, home):
            yield f"{reading.place(each.start)} reads what is called that {_where(each.home)}"


def _declared(occurrences: Iterable[Occurrence]) -> frozenset[ScopeRegion]:
    """The scopes that say `global` or `nonlocal`."""
    return frozenset(each.step.region for each in occurrences if each.role is NameRole.DECLARED)


def _leads_past(each: Occurrence, declared: frozenset[ScopeRegion], region: ScopeRegion) -> bool:
    """Whether such a scope leads past another for whoever reads the name at a place."""
    for around in each.step.region.outwards:
        if around == region:
            return False
        if around in declared:
            return True
    return False


def _looks_past(reading: SourceReading, each: Occurrence, name: str, home: ScopeRegion) -> bool:
    """Whether a place finds a name in its class body or among the globals, and never in the function around."""
    region = each.step.region
    is_body = region.kind is RegionKind.CLASS and home.kind is RegionKind.FUNCTION and region != home
    return is_body and bool(bindings_in(reading.view, name, region))


def _module(group: Group) -> ScopeRegion:
    *_, module = group.occurrences[0].step.region.outwards
    return module


def _would_be_taken(each: Occurrence, home: ScopeRegion) -> bool:
    """Whether a name that is found further out would from now on be found in a scope."""
    if each.home is not None and (each.home == home or home in each.home.outwards):
        return False
    for region in each.step.region.outwards:
        if region == home:
            return region.kind is not RegionKind.CLASS or region == each.step.region
    return False


def _where(home: ScopeRegion | None) -> str:
    if home is None:
        return "among the builtins, or elsewhere"
    return "in the module" if home.kind is RegionKind.MODULE else f"in `{home.path}`"
