"""TDC409: services that inject each other in a circle."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class InjectionCycle(td.ProjectRule):
    """
    ## What

    A service injects another, which injects the first, directly or by way of more.

    ## Why

    To make one the container needs the other first: `RecursionError: maximum recursion depth exceeded`, when the first
    page asks for any of them.

    ## Instead

    Move what both need into a third service, or fetch one of them when it is used.

    ## Example

    ```python
    @injectable
    @dataclass
    class Users:
        mail: Inject[Mail]


    @injectable
    @dataclass
    class Mail:
        users: Inject[Users]  # bad
    ```
    """

    CODE = "TDC409"
    SLUG = "injection-cycle"
    GROUP = "services"
    SUMMARY = "services inject each other in a circle"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.INJECTION})

    _CIRCLE = """
    from dataclasses import dataclass
    from svcs_di import Inject, auto
    from svcs_hopscotch.injectors import injectable

    @injectable
    @dataclass
    class Mail:
        users: Inject[Users]

    @injectable
    @dataclass
    class Users:
        mail: Inject[Mail]
    """

    VALID: t.ClassVar = [
        f"{_CIRCLE}\n    def wire(registry):\n        registry.register_factory(Users, auto(OtherUsers))",
        f"{_CIRCLE}\n    def wire(registry):\n        registry.register_factory(Users, elsewhere(Users))",
        _CIRCLE.replace("mail: Inject[Mail]", "name: str"),
        f"{_CIRCLE}\n    def wire(registry):\n        registry.register_value(Users, Users(None))",
        f"{_CIRCLE}\n    def wire(registry):\n        registry.register_factory(Users, make_users)",
        f"{_CIRCLE}\n    def wire(registry):\n        registry.register_factory(*found)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(_CIRCLE.replace("Inject[Users]", "«Inject[Users]»")),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        edges = td.project.injected_makings(application)
        wanted = frozenset(focus)
        for circle in td.project.circles_in(edges):
            steps = [edges[key][circle[(number + 1) % len(circle)]] for number, key in enumerate(circle)]
            first = min(steps, key=lambda want: (want.path, want.fact.start))
            if first.path in wanted:
                yield self._finding(circle, steps, first)

    def _finding(self, circle: Sequence[str], steps: Sequence[td.project.Want], first: td.project.Want) -> td.Finding:
        at = steps.index(first)
        order = [*circle[at:], *circle[:at], circle[at]]
        text = " -> ".join(td.last_name(key) for key in order)
        others = [*steps[at + 1 :], *steps[:at]]
        return self.finding(
            first.path,
            td.Span(first.fact.start, first.fact.end),
            f"`{td.last_name(circle[at])}` needs itself: {text}",
            related=tuple(
                td.Related(want.path, td.Span(want.fact.start, want.fact.end), "which injects this") for want in others
            ),
            note="the first request for any of them ends in RecursionError: maximum recursion depth exceeded",
            help="move what both need into a service of its own, or fetch one of them when it is used",
        )
