"""TDC411: a service that must be awaited is asked for where nobody awaits."""

from __future__ import annotations

import typing as t
from collections.abc import Iterable, Iterator, Sequence

from tdomcheck import authoring as td


class AsyncServiceInSyncRender(td.ProjectRule):
    """
    ## What

    A component injects a service that is registered with an async factory, or code asks for one with `get`.

    ## Why

    Rendering is not async, so nobody can await the factory: ``TypeError: Use `aget()` for async factories.``

    ## Instead

    Await the service before the page is rendered, and register what it gave:
    `container.register_local_value(Users, await container.aget(Users))`.

    ## Example

    ```python
    async def make_users() -> Users: ...


    registry.register_factory(Users, make_users)


    @dataclass
    class Menu:
        users: Inject[Users]  # bad
    ```
    """

    CODE = "TDC411"
    SLUG = "async-service-in-sync-render"
    GROUP = "services"
    SUMMARY = "a service with an async factory is asked for where nobody awaits"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={"injection", "fetch"})

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a class in a class is no component that tags name",
        "in an async function": "what an async function defines it may have awaited for",
    }

    _MENU = """
    from dataclasses import dataclass
    from string.templatelib import Template
    from svcs_di import Inject

    class Users: ...

    async def make_users(): ...

    def wire(registry):
        registry.register_factory(Users, make_users)

    @dataclass
    class Menu:
        users: Inject[Users]

        def __call__(self) -> Template:
            return t"<ul></ul>"
    """

    _FETCH = """
    from dataclasses import dataclass
    from svcs_di import auto, auto_async

    @dataclass
    class Users: ...

    def wire(registry, is_slow):
        registry.register_factory(Users, auto_async(Users))

    def page(container):
        return container.get(Users)
    """

    VALID: t.ClassVar = [
        _FETCH.replace("auto_async(", "auto("),
        _FETCH.replace("def page", "async def page").replace("container.get", "await container.aget"),
        _MENU.replace("async def", "def"),
        _FETCH.replace("auto_async(Users)", "auto_async(Users) if is_slow else auto(Users)"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(_MENU.replace("Inject[Users]", "«Inject[Users]»")),
        td.invalid(
            """
            # file: shop/users.py
            class Users: ...

            async def make_users():
                yield Users()
            # file: shop/wiring.py
            from shop.users import Users, make_users

            def wire(registry):
                registry.register_factory(Users, make_users)

            def page(svcs_container):
                return svcs_container.get(«Users»)
            """
        ),
    ]

    def __init__(self, options: t.Any = None, targets: td.Targets | None = None) -> None:
        super().__init__(options, targets)
        self._known: dict[str, bool] = {}

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        for want, what in _awaited(application):
            if want.path in wanted:
                span = (want.fact.start, want.fact.end)
                yield from self._judged(application, want.path, span, want.service, f"{what}, and injects `{{}}`")
        for path in focus:
            for fetch in project.facts[path].fetches:
                if fetch.method == "get" and not fetch.is_quiet and fetch.is_of_container:
                    service = project.resolve(path, fetch.type_ref)
                    what = "`get` is asked for `{}`"
                    yield from self._judged(application, path, (fetch.start, fetch.end), service, what)

    def _judged(
        self, application: td.Application, path: str, place: tuple[int, int], service: td.Symbol | None, what: str
    ) -> Iterator[td.Finding]:
        provisions = application.provided.get(service.key, ()) if service is not None else ()
        if service is None or not provisions or not self._is_async(service.key, provisions):
            return
        factory = provisions[0]
        name = td.last_name(service.key)
        yield self.finding(
            path,
            td.Span(*place),
            f"{what.format(name)}, whose factory is async",
            related=(td.Related(factory.path, td.Span(factory.fact.start, factory.fact.end), "registered here"),),
            note="svcs raises TypeError: Use `aget()` for async factories.",
            help=f"await it before: container.register_local_value({name}, await container.aget({name}))",
        )

    def _is_async(self, key: str, provisions: Sequence[td.Provision]) -> bool:
        """Whether every registration of a type has an async factory; looked up once a type."""
        if key not in self._known:
            self._known[key] = all(found.is_async for found in provisions)
        return self._known[key]


def _awaited(application: td.Application) -> Iterable[tuple[td.Want, str]]:
    """What is injected into what a container makes at once, each with what that is made for: the heirs come last."""
    found: dict[tuple[str, int], tuple[td.Want, str]] = {}
    for owner, what in _made_at_once(application):
        for want in application.wants_of(owner):
            place = (want.path, want.fact.start)
            is_own = want.owner is not None and want.owner.key == owner.key
            if want.fact.marker == "Inject" and not want.fact.has_default and (is_own or place not in found):
                found[place] = (want, what)
    return found.values()


def _made_at_once(application: td.Application) -> Iterator[tuple[td.Symbol, str]]:
    """What a container makes without awaiting: components, what it is asked for, and the services that those inject.

    Each with a sentence that says what it is made for."""
    purposes: dict[str, str] = {}
    pending: list[td.Symbol] = []
    for symbol in application.components:
        purposes[symbol.key] = f"is needed to render `{td.last_name(symbol.key)}`"
        pending.append(symbol)
        yield symbol, f"`{td.last_name(symbol.key)}` is rendered"
    for service in _fetched(application):
        made = _made(application, service)
        if made is not None and made.key not in purposes:
            purposes[made.key] = f"is needed for `get({td.last_name(service.key)})`"
            pending.append(made)
            yield made, f"`{td.last_name(made.key)}` is made for `get({td.last_name(service.key)})`"
    while pending:
        owner = pending.pop()
        for want in application.wants_of(owner):
            wanted = want.service if want.fact.marker == "Inject" and not want.fact.has_default else None
            made = _made(application, wanted) if wanted is not None else None
            if made is not None and made.key not in purposes:
                purposes[made.key] = purposes[owner.key]
                pending.append(made)
                yield made, f"`{td.last_name(made.key)}` {purposes[made.key]}"


def _fetched(application: td.Application) -> Iterator[td.Symbol]:
    """What containers of the application are asked for, in code that is no test."""
    project = application.project
    for path, facts in project.facts.items():
        for fetch in facts.fetches if not td.is_test_file(path) else ():
            service = project.resolve(path, fetch.type_ref)
            if fetch.method == "get" and not fetch.is_quiet and fetch.is_of_container and service is not None:
                yield service


def _made(application: td.Application, service: td.Symbol) -> td.Symbol | None:
    """The class that a container makes for a service without awaiting, if there is but one."""
    provisions = application.provided.get(service.key, ())
    return provisions[0].made if len(provisions) == 1 and not provisions[0].is_async else None
