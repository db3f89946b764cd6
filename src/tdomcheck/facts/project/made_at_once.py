"""What a container makes without awaiting: components, what it is asked for, and the services that those inject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tdomcheck.facts.project.application import Application, Want, last_name
from tdomcheck.facts.project.modules import Symbol, is_test_file


def wants_at_once(application: Application) -> Iterable[tuple[Want, str]]:
    """What is injected into what a container makes at once, each with what that is made for: the heirs come last."""
    purposes: dict[tuple[str, int], tuple[Want, str]] = {}
    for owner, what in _made_at_once(application):
        for want in application.wants_of(owner):
            place = (want.path, want.fact.start)
            is_own = want.owner is not None and want.owner.key == owner.key
            if want.fact.marker == "Inject" and not want.fact.has_default and (is_own or place not in purposes):
                purposes[place] = (want, what)
    return purposes.values()


def _made_at_once(application: Application) -> Iterator[tuple[Symbol, str]]:
    """What a container makes without awaiting: components, what it is asked for, and the services that those inject.

    Each with a sentence that says what it is made for."""
    purposes: dict[str, str] = {}
    pending: list[Symbol] = []
    for symbol in application.components:
        purposes[symbol.key] = f"is needed to render `{last_name(symbol.key)}`"
        pending.append(symbol)
        yield symbol, f"`{last_name(symbol.key)}` is rendered"
    for service in _fetched(application):
        made = _made(application, service)
        if made is not None and made.key not in purposes:
            purposes[made.key] = f"is needed for `get({last_name(service.key)})`"
            pending.append(made)
            yield made, f"`{last_name(made.key)}` is made for `get({last_name(service.key)})`"
    while pending:
        owner = pending.pop()
        for want in application.wants_of(owner):
            wanted = want.service if want.fact.marker == "Inject" and not want.fact.has_default else None
            made = _made(application, wanted) if wanted is not None else None
            if made is not None and made.key not in purposes:
                purposes[made.key] = purposes[owner.key]
                pending.append(made)
                yield made, f"`{last_name(made.key)}` {purposes[made.key]}"


def _fetched(application: Application) -> Iterator[Symbol]:
    """What containers of the application are asked for, in code that is no test."""
    project = application.project
    for path, facts in project.files_with("fetches"):
        for fetch in facts.fetches if not is_test_file(path) else ():
            service = project.resolve(path, fetch.type_ref)
            if fetch.method == "get" and not fetch.is_quiet and fetch.is_of_container and service is not None:
                yield service


def _made(application: Application, service: Symbol) -> Symbol | None:
    """The class that a container makes for a service without awaiting, if there is but one."""
    provisions = application.provided.get(service.key, ())
    return provisions[0].made if len(provisions) == 1 and not provisions[0].is_async else None
