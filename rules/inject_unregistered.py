"""TDC408: something is injected that nothing registers."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class InjectUnregistered(td.ProjectRule):
    """
    ## What

    `Inject[X]` or `Get[X, ...]` asks for a type that no code of the project registers.

    ## Why

    The container finds nothing. In a component that shows as `TypeError: Missing required parameters for component:
    db`, which does not even name the service; in a service as `svcs.exceptions.ServiceNotFoundError`. Registering a
    protocol does not register the class that implements it, and the reverse.

    ## Instead

    Register it: `registry.register_factory(X, ...)`, `register_value`, or `@injectable` on a class that is scanned.
    What other packages register goes into the option `registered-elsewhere`.

    ## Example

    ```python
    @dataclass
    class Menu:
        users: Inject[Users]  # bad while nothing registers Users


    registry.register_factory(Users, auto(Users))  # good
    ```
    """

    CODE = "TDC408"
    SLUG = "inject-unregistered"
    GROUP = "services"
    SUMMARY = "something is injected that nothing registers"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.INJECTION})
    OPTIONS = (td.option("registered-elsewhere", (), "Types that other packages register, by name or dotted name."),)

    _MENU = """
    from dataclasses import dataclass
    from svcs_di import Inject

    class Users: ...
    class Other: ...

    @dataclass
    class Menu:
        users: Inject[Users]

    def wire(registry, locator):
        registry.register_value(Other, Other())
    """

    VALID: t.ClassVar = [
        f"{_MENU}    registry.register_factory(Users, Users)",
        f"{_MENU}    locator.register(Users, Other)",
        f"{_MENU}    registry.register_factory(*services)",
        f"{_MENU}    registry.register_implementation(Users, Other)",
        _MENU.replace("Inject[Users]", "Inject[Users] = None"),
        _MENU.replace("Inject[Users]", "Inject[Unknown]"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(_MENU.replace("Inject[Users]", "«Inject[Users]»")),
        td.invalid(
            _MENU.replace("Inject[Users]", "«Inject[Users]»")
            + "    configure(registry)\n\n    def configure(registry):\n        print(registry)"
        ),
        td.invalid(
            """
            from dataclasses import dataclass
            from elsewhere import Users
            from svcs_di import Inject

            @dataclass
            class Menu:
                users: «Inject[Users]»

            def wire(registry):
                registry.register_value(Menu, Menu)
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        if project.is_incomplete:
            return
        registered: dict[bool, td.project.Registered] = {}  # asks all files of the project: for the few that inject
        elsewhere = set(t.cast("tuple[str, ...]", self.option("registered-elsewhere")))
        for path in focus:
            is_test = td.is_test_file(path)
            for injection in project.facts[path].injections:
                symbol = project.resolve(path, injection.type_ref)
                if symbol is None or injection.has_default or injection.marker == "Resource":
                    continue
                if is_test not in registered:
                    registered[is_test] = td.project.Registered(project, tests=is_test)
                known = registered[is_test]
                is_elsewhere = {symbol.key, td.last_name(symbol.key)} & elsewhere
                if not known.is_complete or is_elsewhere or known.may_provide(symbol):
                    continue
                if not _is_made_for_test(path, symbol):
                    yield self._finding(path, injection, symbol)

    def _finding(self, path: str, injection: td.services.InjectionFact, symbol: td.Symbol) -> td.Finding:
        name = td.last_name(symbol.key)
        related: tuple[td.Related, ...] = ()
        if symbol.class_ is not None:
            related = (td.Related(symbol.path, td.Span(symbol.class_.start, symbol.class_.end), "declared here"),)
        return self.finding(
            path,
            td.Span(injection.start, injection.end),
            f"`{name}` is injected into `{injection.owner}` as `{injection.name}`, but nothing registers it",
            related=related,
            note=f"in a component tdom raises TypeError: Missing required parameters for component: {injection.name}; "
            "in a service svcs raises ServiceNotFoundError",
            help=f"register it, as in registry.register_factory({name}, ...), or decorate it with @injectable; if code "
            "outside of the project does, name it in the option `registered-elsewhere`",
        )


def _is_made_for_test(path: str, symbol: td.Symbol) -> bool:
    """Tests define services of their own, also to see what happens when they are missing."""
    return td.is_test_file(path) and td.is_test_file(symbol.path)
