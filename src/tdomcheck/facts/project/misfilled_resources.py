"""Fields that ask for a resource of another class than the one that they are filled with."""

from __future__ import annotations

import typing as t
from collections.abc import Collection, Iterator

from tdomcheck.facts.project.application import Application, Want
from tdomcheck.facts.project.attributes import is_nominal, lacks_attributes
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.project.resources import resource_classes


class Misfilled(t.NamedTuple):
    """A field that asks for a resource that it does not get."""

    want: Want
    wanted: Symbol
    given: Symbol
    chosen: Symbol | None
    """The class that is chosen by `resource=`, if that is what fills the field."""


def misfilled_resources(project: Project, focus: Collection[str]) -> Iterator[Misfilled]:
    """The fields of some files that ask for a resource that they do not get, in code that is no test."""
    application = Application.of(project)
    opened, chosen = resource_classes(project), _chosen(application)
    for want in application.wants:
        wanted = want.service
        is_asked = want.path in focus and want.fact.marker == "Resource" and not is_test_file(want.path)
        if not is_asked or wanted is None or not is_nominal(project, wanted):
            continue
        by_class = chosen.get((want.path, want.fact.start), [])
        pairs = by_class or [(want.owner, other) for other in opened if want.owner is not None]
        is_wrong = (
            lacks_attributes(project, given, wanted, is_exact=bool(by_class))
            and _is_filled(application, made, want.fact.name)
            for made, given in pairs
        )
        if pairs and all(is_wrong):
            yield Misfilled(want, wanted, pairs[0][1], by_class[0][0] if by_class else None)


def _chosen(application: Application) -> dict[tuple[str, int], list[tuple[Symbol, Symbol]]]:
    """What is chosen by `resource=` and the class that this names, by the places of the fields that are filled then."""
    pairs: dict[tuple[str, int], list[tuple[Symbol, Symbol]]] = {}
    for provision in application.provisions:
        made, resource = provision.implementation, provision.fact.lookup.resource
        named = application.project.resolve(provision.path, resource) if resource else None
        for want in application.wants_of(made) if made is not None and named is not None else ():
            if made is not None and named is not None:
                pairs.setdefault((want.path, want.fact.start), []).append((made, named))
    return pairs


def _is_filled(application: Application, made: Symbol, name: str) -> bool:
    """Whether a container gives the field its value: the constructor takes it, and no tag does it instead."""
    taken = application.project.parameters(made)
    uses = (use for use in application.uses if use.component.key == made.key)
    is_given = any(name.replace("_", "-") in use.fact.names or name in use.fact.names for use in uses)
    return taken is not None and any(parameter.name == name for parameter in taken) and not is_given
