"""TDC408: something is injected that nothing registers."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_FOREIGN = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom", "tdom_svcs", "typing", "builtins", "collections"})
_SHAPES = ("dataclasses.", "attrs.", "attr.", "functools.", "typing.", "abc.", "enum.")


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
    GATE = td.Gate(features={"injection"})
    OPTIONS = (
        td.option("registered-elsewhere", (), "Types that code outside of the project registers, by name or dotted name."),
    )

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
        _MENU.replace("registry.register_value(Other, Other())", "pass"),
        _MENU.replace("class Users", "@anything_may_register\n    class Users"),
        """
        from dataclasses import dataclass
        import svcs
        from svcs_di import Inject, Resource
        from svcs_di.injectors import injectable

        class view(injectable):
            kind = "view"

        class Customer: ...
        class Clock: ...

        @view()
        class Users: ...

        @injectable(for_=Clock)
        class SystemClock: ...

        @dataclass
        class Menu:
            users: Inject[Users]
            clock: "Inject[Clock]"
            customer: Resource[Customer]
            container: Inject[svcs.Container]
        """,
        """
        # file: shop/menu.py
        from svcs_di import Inject
        from .users import Users

        def Menu(users: Inject[Users]): ...
        # file: shop/users.py
        class Users: ...
        # file: shop/wiring.py
        from shop import users as services

        def wire(registry):
            registry.register_local_value(svc_type=services.Users, value=services.Users())
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(_MENU.replace("Inject[Users]", "«Inject[Users]»")),
        td.invalid(
            """
            # file: shop/menu.py
            from svcs_hopscotch import Get
            from typing import Annotated
            from .users import Users

            def Menu(name: «Annotated[str, Get(Users, "name")]»): ...
            # file: shop/users.py
            from svcs_hopscotch.injectors import injectable

            class Users: ...
            class Clock: ...

            @injectable(for_=Clock)
            class SystemClock(Users): ...
            # file: tests/conftest.py
            from shop.users import Users

            def registry(registry):
                registry.register_factory(Users, Users)
            """
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
        code, everything = _Registered(project, tests=False), _Registered(project, tests=True)
        elsewhere = set(t.cast("tuple[str, ...]", self.option("registered-elsewhere")))
        for path in focus:
            known = everything if td.is_test_file(path) else code
            for injection in project.facts[path].injections if known.is_complete else ():
                symbol = project.resolve(path, injection.type_ref)
                if symbol is None or injection.has_default or injection.marker == "Resource":
                    continue
                if {symbol.key, _last(symbol.key)} & elsewhere or known.may_provide(symbol):
                    continue
                if not _is_made_for_test(path, symbol):
                    yield self._finding(path, injection, symbol)

    def _finding(self, path: str, injection: td.InjectionFact, symbol: td.Symbol) -> td.Finding:
        name = _last(symbol.key)
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


class _Registered:
    """What the project registers, and whether that is all that can be known."""

    def __init__(self, project: td.Project, *, tests: bool) -> None:
        self._project = project
        self._keys: set[str] = set()
        self._has_unknown = False
        for path, facts in project.facts.items():
            if tests or not td.is_test_file(path):
                for registration in facts.registrations:
                    self._add(path, registration)
        self._names = {_last(key) for key in self._keys}

    @property
    def is_complete(self) -> bool:
        """Something is registered, and no call registers what cannot be told."""
        return bool(self._keys) and not self._has_unknown

    def _add(self, path: str, registration: td.RegistrationFact) -> None:
        is_decorator = registration.method.startswith("@")
        if is_decorator and not self._registers(path, registration.method[1:]):
            return
        symbol = self._project.resolve(path, registration.type_ref)
        if symbol is not None:
            self._keys.add(symbol.key)
        else:
            self._has_unknown = self._has_unknown or not is_decorator

    def _registers(self, path: str, decorator: str) -> bool:
        symbol = self._project.resolve(path, decorator)
        if decorator in td.api.INJECTABLE:
            return True
        return symbol is not None and self._project.derives_from(symbol, td.api.INJECTABLE)

    def may_provide(self, symbol: td.Symbol) -> bool:
        """Whether a type is registered, for all that is known."""
        if symbol.key in self._keys or symbol.key.partition(".")[0] in _FOREIGN:
            return True
        if symbol.is_external:
            return _last(symbol.key) in self._names
        if symbol.class_ is None:
            return True
        return not all(self._is_known(symbol.path, decorator) for decorator in symbol.class_.decorators)

    def _is_known(self, path: str, decorator: str) -> bool:
        """Any other decorator may register what it decorates."""
        return decorator.startswith(_SHAPES) or self._registers(path, decorator)


def _is_made_for_test(path: str, symbol: td.Symbol) -> bool:
    """Tests define services of their own, also to see what happens when they are missing."""
    return td.is_test_file(path) and td.is_test_file(symbol.path)


def _last(key: str) -> str:
    return key.rpartition(".")[2]
