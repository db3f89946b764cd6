"""TDC411: a service that must be awaited is asked for where nobody awaits."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

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
    GATE = td.Gate(features={td.Feature.INJECTION, td.Feature.FETCH})

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

    def __init__(self, options: t.Any = None, targets: td.releases.Targets | None = None) -> None:
        super().__init__(options, targets)
        self._known: dict[str, bool] = {}

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        late = [path for path in focus if self._injects_late(application, path)]
        for want, what in td.project.wants_at_once(application) if late else ():
            if want.path in wanted:
                span = (want.fact.start, want.fact.end)
                yield from self._judged(application, want.path, span, want.service, f"{what}, and injects `{{}}`")
        for path in focus:
            for fetch in project.facts[path].fetches:
                if fetch.method == "get" and not fetch.is_quiet and fetch.is_of_container:
                    service = project.resolve(path, fetch.type_ref)
                    what = "`get` is asked for `{}`"
                    yield from self._judged(application, path, (fetch.start, fetch.end), service, what)

    def _injects_late(self, application: td.Application, path: str) -> bool:
        """Whether a file injects what has to be awaited: else nobody has to know what is made at once."""
        services = (
            application.project.resolve(path, fact.type_ref) for fact in application.project.facts[path].injections
        )
        known = (service for service in services if service is not None and service.key in application.provided)
        return any(self._is_async(service.key, application.provided[service.key]) for service in known)

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

    def _is_async(self, key: str, provisions: Sequence[td.project.Provision]) -> bool:
        """Whether every registration of a type has an async factory; looked up once a type."""
        if key not in self._known:
            self._known[key] = all(found.is_async for found in provisions)
        return self._known[key]
