"""TDC412: one type is registered twice for the same place."""

from __future__ import annotations

import re
import typing as t
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tdomcheck import authoring as td


class DuplicateRegistration(td.ProjectRule):
    """
    ## What

    The same type is registered twice for the same resource and location, by code that both runs, itself or by a call.

    ## Why

    Of two calls the last one wins without a word. Of two classes with `@injectable(for_=X)` in one module
    the one whose name comes later in the alphabet wins: a scan walks the names of a module in order, so that renaming
    `Alpha` to `Zeta` changes the page. Of two modules of one package that is scanned the later one wins.

    A function that makes a registry, lets another one fill it and then registers something itself, puts its own in
    the place of what was there, as a demo or a test site does; this is not reported.

    ## Instead

    Keep one, or tell them apart by `resource=` or `location=`.

    ## Example

    ```python
    @injectable(for_=Greeter)
    class Polite: ...


    @injectable(for_=Greeter)
    class Brief: ...  # bad: Polite wins, for its name sorts last
    ```
    """

    CODE = "TDC412"
    SLUG = "duplicate-registration"
    GROUP = "services"
    SUMMARY = "a type is registered twice, and one of the two is lost"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={"registration"})

    SKIP_DERIVED: t.ClassVar = {
        "in a match case": "what one module does on a condition another may do otherwise",
        "under if": "what one module does on a condition another may do otherwise",
        "in a class": "a scan does not look into classes",
        "in an async function": "a scan does not look into functions",
    }

    _GREETER = """
    from pathlib import PurePath
    from svcs_hopscotch.injectors import injectable

    class Greeter: ...
    class Clock: ...
    """
    _DECORATED = f"{_GREETER}\n    @injectable(for_=Greeter)\n    class A: ...\n\n    @"
    _WIRE = f"{_GREETER}\n    def wire(registry):\n        "
    _AB = f"{_WIRE}class A: ...\n        class B: ...\n\n        registry.register_implementation(Greeter, "
    _HANDED = (
        f"{_GREETER}\n    def add(r):\n        r.register_value(Clock, 1)\n\n    def wire(registry, other):\n        "
    )
    _LAST = "\n        registry.register_value(Clock, 2)"

    VALID: t.ClassVar = [
        f"{_GREETER}\n    @injectable(for_=Greeter)\n    class A: ...\n\n    @injectable(for_=Clock)\n    class B: ...",
        f'{_DECORATED}injectable(for_=Greeter, location=PurePath("/fr"))\n    class B: ...',
        f"{_WIRE}registry.register_value(Clock, 1)\n        registry.overwrite_value(Clock, 2)",
        (
            f"{_GREETER}\n    def wire(first, second):\n        first.register_value(Clock, 1)\n"
            "        second.register_value(Clock, 2)"
        ),
        f"{_HANDED}add(registry){_LAST}".replace("(Clock, 1)", "(Greeter, 1)"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_DECORATED}«injectable(for_=Greeter)»\n    class B: ..."),
        td.invalid(f"{_WIRE}registry.register_value(Clock, 1)\n        «registry.register_value(Clock, 2)»\n"),
        td.invalid(f"{_AB}A)\n        «registry.register_implementation(Greeter, B)»"),
        td.invalid(f"{_AB}A, resource=Clock)\n        «registry.register_implementation(Greeter, B, resource=Clock)»"),
        td.invalid(f"{_HANDED}add(registry)\n        «registry.register_value(Clock, 2)»"),
    ]

    def __init__(self, options: t.Any = None, targets: td.Targets | None = None) -> None:
        super().__init__(options, targets)
        self._places: dict[str, list[int]] = {}
        self._turns: dict[str, dict[str, list[int]]] = {}
        """Where names mean another registry from there on; without a name, where a function may be left."""

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        seen: dict[tuple[object, ...], tuple[td.Provision, bool]] = {}
        reach = td.Reach.of(project)
        found = sorted(_with_handed(application), key=lambda pair: (pair[0].path, pair[0].fact.start))
        for provision, gives_way in found:
            if td.is_test_file(provision.path) or provision.service is None:
                continue
            key = _key(provision, reach)
            if key is None:
                continue
            first, is_ground = seen.setdefault(key, (provision, gives_way))
            if is_ground and not gives_way:
                seen[key] = (provision, False)
                continue
            if first is not provision and self._is_parted(project, first, provision):
                seen[key] = (provision, gives_way)
                continue
            if first is provision or provision.path not in wanted or _is_same(first, provision):
                continue
            if not self._is_layered(project, first, provision):
                yield self._finding(first, provision, td.last_name(provision.service.key))

    def _is_parted(self, project: td.Project, first: td.Provision, second: td.Provision) -> bool:
        """Whether a way out, or another registry of the same name, is between the two."""
        if second.kind == "decorator":
            return False
        if second.path not in self._turns:
            self._turns[second.path] = _turns_in(project.facts[second.path])
        found = self._turns[second.path]
        places = [found.get(name, []) for name in ("", second.fact.receiver)]
        return any(bisect_left(each, first.fact.end) < bisect_left(each, second.fact.start) for each in places)

    def _is_layered(self, project: td.Project, first: td.Provision, second: td.Provision) -> bool:
        """Something is defined between the two, in the function that registers: a site laid over an application."""
        if second.kind == "decorator":
            return False
        if second.path not in self._places:
            facts = project.facts[second.path]
            self._places[second.path] = sorted(
                [*(found.start for found in facts.classes), *(found.start for found in facts.functions)]
            )
        places = self._places[second.path]
        return bisect_left(places, first.fact.end) < bisect_left(places, second.fact.start)

    def _finding(self, first: td.Provision, second: td.Provision, name: str) -> td.Finding:
        is_scanned = second.kind == "decorator"
        ours, theirs = (_name(found) for found in (second, first))
        winner = max(ours, theirs)
        note = "the last registration wins, and nothing is raised"
        if first.path != second.path and is_scanned:
            note = "one scan walks both modules, the later one wins, and nothing is raised"
        elif is_scanned:
            note = f"a scan walks the names of a module by the alphabet, so `{winner}` wins, and nothing is raised"
        return self.finding(
            second.path,
            td.Span(second.fact.start, second.fact.end),
            f"`{name}` is registered twice for the same place",
            related=(td.Related(first.path, td.Span(first.fact.start, first.fact.end), "registered before"),),
            note=note,
            help="keep one of them, or tell them apart by `resource=` or `location=`",
        )


def _turns_in(facts: td.FileFacts) -> dict[str, list[int]]:
    """The places where a function may be left, and where a name is given anew, by name and in order."""
    found: dict[str, list[int]] = {}
    for name, place in facts.turns:
        found.setdefault(name, []).append(place)
    return found


def _key(provision: td.Provision, reach: td.Reach) -> tuple[object, ...] | None:
    """Equal for registrations of which one is lost; None for those that nobody can tell about."""
    fact, service = provision.fact, provision.service
    if service is None or (fact.owner and provision.kind == "decorator"):
        return None
    if provision.kind == "decorator":
        if not provision.is_for_another:
            return None
        folder, place = provision.path.rpartition("/")[0], _place(reach.project, provision)
        if place is not None and not fact.block and reach.is_walked_together(folder):
            return folder, service.key, place
        return provision.path, service.key, provision.place
    if fact.method.startswith(("overwrite", "register_local")) or fact.is_quiet:
        return None
    block = (provision.path, service.key, fact.block, fact.owner, fact.receiver)
    if provision.kind != "implementation":
        return block
    # `locator.register` gives a new locator, and leaves the old one as it is.
    is_known = fact.method == "register_implementation" and _is_settled(fact)
    return (*block, *provision.place, fact.kind_word) if is_known else None


def _is_settled(fact: td.RegistrationFact) -> bool:
    """Whether the same words mean the same place: a variable may be given another value in between."""
    is_class = not fact.resource or td.last_name(fact.resource.lstrip(":"))[:1].isupper()
    return is_class and (not fact.location or _PATH.fullmatch(fact.location) is not None)


_PATH = re.compile(r"""[\w.]+\(["'][^"']*["']\)|(?:\w+\.)*[A-Z][A-Z0-9_]*""")


def _place(project: td.Project, provision: td.Provision) -> tuple[str, str] | None:
    """The resource and the location as any file means them; None where only the file knows."""
    resource, location = provision.place
    named = project.resolve(provision.path, resource) if resource else None
    if (resource and named is None) or (location and not location.startswith('PurePath("')):
        return None
    return (named.key if named is not None else "", location)


def _with_handed(application: td.Application) -> Iterator[tuple[td.Provision, bool]]:
    """All that is registered, and what a function registers again where it is called.

    Each beside whether it gives way to what the caller registers by itself: the registry is the caller's own, or the
    function is of another file, and so may be an application that a site is laid over.
    """
    handing: dict[tuple[str, str, int, str], list[tuple[td.CallFact, bool]]] = {}
    for path, facts in application.project.facts.items():
        calls = [call for call in facts.calls if call.body >= 0 and not call.is_quiet]
        given = {(one.path, parameter.name) for one in facts.functions if calls for parameter in one.parameters}
        for call in calls:
            if not _LAYER.search(call.function):
                key = (path, call.function[1:], call.body, call.handed[1])
                handing.setdefault(key, []).append((call, _is_own(call, given)))
    handed_on = _handed_on(application.project)
    for provision in application.provisions:
        yield provision, False
        fact = provision.fact
        for one, is_own in handing.get((provision.path, fact.owner, fact.block, fact.receiver), ()):
            yield _as_called(provision, provision.path, one), is_own
        if fact.is_plain:
            for path, one in handed_on.get((provision.path, fact.owner, fact.receiver), ()):
                yield _as_called(provision, path, one), True


def _as_called(provision: td.Provision, path: str, call: td.CallFact) -> td.Provision:
    """What a function registers, as if the call of it did."""
    given = call.handed[0]
    fact = replace(provision.fact, start=call.start, end=call.end, owner=call.owner, block=call.block, receiver=given)
    return replace(provision, path=path, fact=fact)


def _handed_on(project: td.Project) -> dict[tuple[str, str, str], list[tuple[str, td.CallFact]]]:
    """The calls that hand a name to a function of another file that has one way, by its file, path and parameter."""
    found: dict[tuple[str, str, str], list[tuple[str, td.CallFact]]] = {}
    for path, facts in project.facts.items():
        for call in facts.calls:
            if not call.handed[0] or call.handed[1] or call.is_quiet or _LAYER.search(call.function):
                continue
            symbol = project.resolve(path, call.function)
            function = symbol.function if symbol is not None else None
            if symbol is None or function is None or len(function.parameters) != 1 or function.returned:
                continue
            if not (function.is_async or function.is_generator or function.decorators):
                found.setdefault((symbol.path, function.path, function.parameters[0].name), []).append((path, call))
    return found


def _is_own(call: td.CallFact, given: set[tuple[str, str]]) -> bool:
    """Whether the name that a call hands on is of the function that calls, and no parameter: it is made there."""
    (reference,), (name, _) = call.arguments, call.handed
    if not call.owner:
        return reference == f":{name}"
    names = call.owner.split(".")
    around = (".".join(names[: number + 1]) for number in range(len(names)))
    return not reference and not any((owner, name) in given for owner in around)


_LAYER = re.compile(r"(?i)default|(?<!data)base|common|fallback|override|replace|fake|mock|stub|test")
"""The name of a function that is meant to give way, or to win."""


def _is_same(first: td.Provision, second: td.Provision) -> bool:
    """One implementation under two names of a kind or category, or one call that runs twice: nothing is lost."""
    if (first.path, first.fact.factory_start) == (second.path, second.fact.factory_start):
        return True
    ours, theirs = first.implementation, second.implementation
    is_of_locator = first.kind == second.kind == "implementation"
    return is_of_locator and ours is not None and theirs is not None and ours.key == theirs.key


def _name(provision: td.Provision) -> str:
    return td.last_name(provision.implementation.key) if provision.implementation is not None else ""
