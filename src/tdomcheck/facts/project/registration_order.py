"""Whether two registrations of a function are certainly run for one registry, the second one over the first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from tdomcheck.facts.project.application import Provision
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.once import once_each


def is_separated(project: Project, first: Provision, second: Provision) -> bool:
    """Whether a way out, or another registry of the same name, is between two registrations."""
    if second.kind == "decorator":
        return False
    turns = _turns(project, second.path)
    places = [turns.get(name, ()) for name in ("", second.fact.site.receiver)]
    return any(_is_between(each, first, second) for each in places)


def is_overlaid(project: Project, first: Provision, second: Provision) -> bool:
    """Whether something is defined between two registrations: a site laid over an application."""
    return second.kind != "decorator" and _is_between(_definitions(project, second.path), first, second)


def _is_between(places: Sequence[int], first: Provision, second: Provision) -> bool:
    return bisect_left(places, first.fact.end) < bisect_left(places, second.fact.start)


@once_each
def _turns(project: Project, path: str) -> Mapping[str, Sequence[int]]:
    """Where names mean another registry from there on; without a name, where a function may be left."""
    places: dict[str, list[int]] = {}
    for name, place in project.facts[path].turns:
        places.setdefault(name, []).append(place)
    return places


@once_each
def _definitions(project: Project, path: str) -> Sequence[int]:
    facts = project.facts[path]
    return sorted([*(owner.start for owner in facts.classes), *(function.start for function in facts.functions)])
