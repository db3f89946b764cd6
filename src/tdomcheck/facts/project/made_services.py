"""What a container makes for a service, and for that what it injects, as far as it is certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tdomcheck.facts.project.application import Application, Want
from tdomcheck.facts.project.modules import Symbol


def injected_makings(application: Application) -> Mapping[str, Mapping[str, Want]]:
    """By class, the classes that a container makes for it, as far as that is certain."""
    makings: dict[str, dict[str, Want]] = {}
    made_by_hand = [each.implementation for each in application.provisions if each.implementation is not None]
    injecting = [want.owner for want in application.wants if want.owner is not None]
    implementations = {each.key for each in made_by_hand}
    owners = {each.key: each for each in (*made_by_hand, *injecting) if each.class_ is not None}
    for owner in owners.values():
        for want in _constructor_wants(application, owner):
            class_key = _made(application, want.service) if want.service is not None else None
            if class_key is not None and (owner.key in implementations or _made(application, owner) == owner.key):
                makings.setdefault(owner.key, {}).setdefault(class_key, want)
    return makings


def _constructor_wants(application: Application, owner: Symbol) -> Iterator[Want]:
    """What the constructor of a class injects and cannot do without."""
    parameters = application.project.parameters(owner)
    taken = None if parameters is None else {field.name for field in parameters}
    for want in application.wants_of(owner):
        is_own = want.owner is not None and want.owner.key == owner.key
        is_taken = is_own if taken is None else want.fact.name in taken
        if is_taken and want.fact.marker == "Inject" and not want.fact.has_default:
            yield want


def _made(application: Application, service: Symbol) -> str | None:
    """The one class that a container makes for a type; None where it may be another, or is there already."""
    provisions = application.provided.get(service.key, ())
    if not provisions or application.overridden(tests=True) is None:
        return None
    keys: set[str] = set()
    for provision in provisions:
        implementation = provision.implementation
        if provision.kind in {"value", "local"} or implementation is None or implementation.class_ is None:
            return None
        keys.add(implementation.key)
    return keys.pop() if len(keys) == 1 else None
