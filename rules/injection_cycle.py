"""TDC409: services that inject each other in a circle."""

from __future__ import annotations

import typing as t
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence

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
    GATE = td.Gate(features={"injection"})

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
        edges = _edges(application)
        wanted = frozenset(focus)
        for circle in _circles(edges):
            steps = [edges[key][circle[(number + 1) % len(circle)]] for number, key in enumerate(circle)]
            first = min(steps, key=lambda want: (want.path, want.fact.start))
            if first.path in wanted:
                yield self._finding(circle, steps, first)

    def _finding(self, circle: Sequence[str], steps: Sequence[td.Want], first: td.Want) -> td.Finding:
        at = steps.index(first)
        order = [*circle[at:], *circle[:at], circle[at]]
        shown = " -> ".join(td.last_name(key) for key in order)
        others = [*steps[at + 1 :], *steps[:at]]
        return self.finding(
            first.path,
            td.Span(first.fact.start, first.fact.end),
            f"`{td.last_name(circle[at])}` needs itself: {shown}",
            related=tuple(
                td.Related(want.path, td.Span(want.fact.start, want.fact.end), "which injects this") for want in others
            ),
            note="the first request for any of them ends in RecursionError: maximum recursion depth exceeded",
            help="move what both need into a service of its own, or fetch one of them when it is used",
        )


def _edges(application: td.Application) -> Mapping[str, Mapping[str, td.Want]]:
    """By class, the classes that a container makes for it, as far as that is certain."""
    found: dict[str, dict[str, td.Want]] = {}
    made_by_hand = [each.implementation for each in application.provisions if each.implementation is not None]
    implementations = {each.key for each in made_by_hand}
    owners = {each.key: each for each in (*made_by_hand, *_owners(application)) if each.class_ is not None}
    for owner in owners.values():
        parameters = application.project.parameters(owner)
        taken = None if parameters is None else {field.name for field in parameters}
        for want in application.wants_of(owner):
            is_own = want.owner is not None and want.owner.key == owner.key
            is_taken = is_own if taken is None else want.fact.name in taken
            is_made = is_taken and want.fact.marker == "Inject" and not want.fact.has_default
            made = _made(application, want.service) if is_made and want.service is not None else None
            if made is not None and (owner.key in implementations or _made(application, owner) == owner.key):
                found.setdefault(owner.key, {}).setdefault(made, want)
    return found


def _owners(application: td.Application) -> Iterator[td.Symbol]:
    return (want.owner for want in application.wants if want.owner is not None)


def _made(application: td.Application, service: td.Symbol) -> str | None:
    """The one class that a container makes for a type; None where it may be another, or is there already."""
    provisions = application.provided.get(service.key, ())
    if not provisions or application.overridden(tests=True) is None:
        return None
    made: set[str] = set()
    for provision in provisions:
        implementation = provision.implementation
        if provision.kind in {"value", "local"} or implementation is None or implementation.class_ is None:
            return None
        made.add(implementation.key)
    return made.pop() if len(made) == 1 else None


def _circles(edges: Mapping[str, Mapping[str, td.Want]]) -> list[list[str]]:
    """A shortest circle through every class that is on one and on none before it."""
    found: list[list[str]] = []
    covered: set[str] = set()
    groups = _groups(edges)
    for start in sorted(edges):
        group = groups.get(start, frozenset())
        circle = _circle(edges, start, group) if start not in covered and group else []
        if circle:
            found.append(circle)
            covered.update(circle)
    return found


def _groups(edges: Mapping[str, Mapping[str, td.Want]]) -> Mapping[str, frozenset[str]]:
    """The classes on circles, each with all that lead to it and that it leads to: most classes are on none."""
    groups: dict[str, frozenset[str]] = {}
    backwards: dict[str, list[str]] = {}
    for key, inner in edges.items():
        for each in inner:
            backwards.setdefault(each, []).append(key)
    settled: set[str] = set()
    for last in reversed(_in_order(edges)):
        members = _reached(backwards, last, settled)
        settled |= members
        if len(members) > 1 or last in edges.get(last, {}):
            groups.update(dict.fromkeys(members, frozenset(members)))
    return groups


def _in_order(edges: Mapping[str, Mapping[str, td.Want]]) -> list[str]:
    """Every class behind all that it leads to, circles aside."""
    order: list[str] = []
    seen: set[str] = set()
    for start in edges:
        pending = [(start, iter(edges.get(start, {})))] if start not in seen else []
        seen.add(start)
        while pending:
            key, inner = pending[-1]
            following = next((each for each in inner if each not in seen), None)
            if following is None:
                order.append(key)
                pending.pop()
            else:
                seen.add(following)
                pending.append((following, iter(edges.get(following, {}))))
    return order


def _reached(edges: Mapping[str, Sequence[str]], start: str, settled: Collection[str]) -> set[str]:
    """What a class leads to, without what is settled."""
    if start in settled:
        return set()
    found, pending = {start}, [start]
    while pending:
        fresh = {each for each in edges.get(pending.pop(), ()) if each not in found and each not in settled}
        found |= fresh
        pending += fresh
    return found


def _circle(edges: Mapping[str, Mapping[str, td.Want]], start: str, group: frozenset[str]) -> list[str]:
    """The shortest way from a class back to itself, through the classes that lead to each other."""
    before = {start: ""}
    pending = deque([start])
    while pending:
        last = pending.popleft()
        for key in sorted(group.intersection(edges.get(last, {}))):
            if key == start:
                way = [last]
                while before[way[-1]]:
                    way.append(before[way[-1]])
                return way[::-1]
            if key not in before:
                before[key] = last
                pending.append(key)
    return []
