"""TDC802: a service that injects or imports a component."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class ServiceImportsComponent(td.ProjectRule):
    """
    ## What

    A service injects a component, or a module that holds services and no components imports one.

    ## Why

    Services say what is, components how it looks. A service that knows a component cannot be used by a page with
    another look, by a command or by a test without templates; sooner or later the two import each other in a circle.

    ## Instead

    Give the service's values to the component, or move what both need into a service.

    ## Example

    ```python
    @injectable
    @dataclass
    class Orders:
        card: Inject[OrderCard]  # bad: OrderCard returns a Template
    ```
    """

    CODE = "TDC802"
    SLUG = "service-imports-component"
    GROUP = "layout"
    SUMMARY = "a service depends on a component"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.INJECTION, td.Feature.REGISTRATION})

    _CARD = """
    # file: shop/card.py
    from dataclasses import dataclass
    from string.templatelib import Template

    @dataclass
    class Card:
        title: str = ""

        def __call__(self) -> Template:
            return t"<b>{self.title}</b>"
    # file: shop/orders.py
    from dataclasses import dataclass
    from svcs_di import Inject
    from svcs_hopscotch.injectors import injectable
    """

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a class in a class is no service of the project",
        "in an async function": "what a function defines is no service of the project",
    }

    VALID: t.ClassVar = [
        f"{_CARD}\n    @injectable\n    @dataclass\n    class Orders:\n        clock: Inject[Clock]",
        f"{_CARD}from shop.card import Card\n\n    def page():\n        return t'<{{Card}} />'",
        f"{_CARD}from shop.card import Card\n\n    @injectable(for_=Card)\n    class OurCard(Card): ...",
        (
            f"{_CARD}from typing import TYPE_CHECKING\n\n    if TYPE_CHECKING:\n        from shop.card import Card\n\n"
            "    @injectable\n    class Orders: ..."
        ),
        (
            f"{_CARD}from elsewhere import Card\n\n    @injectable\n    @dataclass\n    class Orders:\n"
            "        card: Inject[Card]"
        ),
        (
            f"{_CARD}from shop.card import Card\n\n    @injectable\n    class Orders: ...\n\n"
            "    def wire(registry):\n        registry.register_factory(Card, Card)"
        ),
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_CARD}from shop.card import Card\n\n    @injectable\n    @dataclass\n    class Orders:\n"
            "        card: «Inject[Card]»"
        ),
        td.invalid(f"{_CARD}«from shop.card import Card»\n\n    @injectable\n    class Orders: ..."),
        td.invalid(
            f"{_CARD}«from shop.card import Card»\n\n    @dataclass\n    class Orders:\n"
            "        '''Orders are wired.'''\n\n        clock: Inject[Clock]\n    # file: shop/wiring.py\n"
            "    from svcs_di import auto\n    from shop.orders import Orders\n\n"
            "    def wire(registry):\n        registry.register_factory(Orders, auto(Orders))"
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        services = _services(application)
        named: set[str] = set()
        for want in application.wants:
            service, owner = want.service, want.owner
            if owner is None or service is None or owner.key not in services or not application.is_component(service):
                continue
            named.add(want.path)
            if want.path in wanted:
                yield self._injected(want, service, owner)
        for path in focus:
            if path not in named and not td.is_test_file(path):
                yield from self._imported(project, application, path, services)

    def _injected(self, want: td.project.Want, service: td.Symbol, owner: td.Symbol) -> td.Finding:
        return self.finding(
            want.path,
            td.Span(want.fact.start, want.fact.end),
            f"the service `{td.last_name(owner.key)}` injects the component `{td.last_name(service.key)}`",
            related=(td.Related(service.path, td.Span(*td.span_of(service)), "the component"),),
            help="let the component inject the service, and give it what it shows",
        )

    def _imported(
        self, project: td.Project, application: td.Application, path: str, services: frozenset[str]
    ) -> Iterator[td.Finding]:
        facts = project.facts[path]
        own = [project.resolve(path, f":{found.path}") for found in facts.classes if "." not in found.path]
        is_of_services = any(symbol is not None and symbol.key in services for symbol in own)
        if not is_of_services or _shows(application, path, facts, services):
            return
        for fact in facts.imports:
            symbol = (
                project.resolve(path, td.python.import_target(fact))
                if fact.name and not fact.is_type_checking
                else None
            )
            if symbol is not None and application.is_component(symbol) and not symbol.is_external:
                yield self.finding(
                    path,
                    td.Span(fact.start, fact.end),
                    f"a module of services imports the component `{td.last_name(symbol.key)}`",
                    related=(td.Related(symbol.path, td.Span(*td.span_of(symbol)), "the component"),),
                    help="turn the dependency around: components inject services",
                )


def _services(application: td.Application) -> frozenset[str]:
    """Classes that are registered and are no components."""
    return frozenset(
        provision.implementation.key
        for provision in application.provisions
        if provision.implementation is not None
        and provision.implementation.class_ is not None
        and provision.kind in {"decorator", "factory"}
        and not td.is_test_file(provision.path)
        and not application.is_component(provision.implementation)
        and not (provision.service is not None and application.is_component(provision.service))
    )


def _shows(application: td.Application, path: str, facts: td.FileFacts, services: frozenset[str]) -> bool:
    """Whether a file is about more than services: it holds components, renders outside of services, or wires."""
    own = {key.rpartition(".")[2] for key in services}
    renders = any(use.owner.partition(".")[0] not in own for use in facts.uses)
    wires = any(not found.decorator for found in facts.registrations)
    return renders or wires or any(symbol.path == path for symbol in application.components)
