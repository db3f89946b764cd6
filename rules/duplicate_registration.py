"""TDC412: one type is registered twice for the same place."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator, Sequence

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
    GATE = td.Gate(features={td.Feature.REGISTRATION})

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

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        seen: dict[tuple[object, ...], tuple[td.project.Provision, bool]] = {}
        reach = td.project.Reach.of(project)
        provisions = sorted(
            td.project.provisions_through_calls(application), key=lambda pair: (pair[0].path, pair[0].fact.start)
        )
        for provision, gives_way in provisions:
            if td.is_test_file(provision.path) or provision.service is None:
                continue
            key = _key(provision, reach)
            if key is None:
                continue
            first, is_ground = seen.setdefault(key, (provision, gives_way))
            if is_ground and not gives_way:
                seen[key] = (provision, False)
                continue
            if first is not provision and td.project.is_separated(project, first, provision):
                seen[key] = (provision, gives_way)
                continue
            if first is provision or provision.path not in wanted or _is_same(first, provision):
                continue
            if not td.project.is_overlaid(project, first, provision):
                yield self._finding(first, provision, td.last_name(provision.service.key))

    def _finding(self, first: td.project.Provision, second: td.project.Provision, name: str) -> td.Finding:
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


def _key(provision: td.project.Provision, reach: td.project.Reach) -> tuple[object, ...] | None:
    """Equal for registrations of which one is lost; None for those that nobody can tell about."""
    fact, service = provision.fact, provision.service
    if service is None or (fact.site.owner and provision.kind == "decorator"):
        return None
    if provision.kind == "decorator":
        if not provision.is_for_another:
            return None
        folder, place = provision.path.rpartition("/")[0], _place(reach.project, provision)
        if place is not None and not fact.site.block and reach.is_walked_together(folder):
            return folder, service.key, place
        return provision.path, service.key, provision.place
    if fact.method.startswith(("overwrite", "register_local")) or fact.site.is_quiet:
        return None
    block = (provision.path, service.key, fact.site.block, fact.site.owner, fact.site.receiver)
    if provision.kind != "implementation":
        return block
    # `locator.register` gives a new locator, and leaves the old one as it is.
    is_known = fact.method == "register_implementation" and _is_settled(fact)
    return (*block, *provision.place, fact.kind_word) if is_known else None


def _is_settled(fact: td.services.RegistrationFact) -> bool:
    """Whether the same words mean the same place: a variable may be given another value in between."""
    is_class = not fact.lookup.resource or td.last_name(fact.lookup.resource)[:1].isupper()
    return is_class and (not fact.lookup.location or _PATH.fullmatch(fact.lookup.location) is not None)


_PATH = re.compile(r"""[\w.]+\(["'][^"']*["']\)|(?:\w+\.)*[A-Z][A-Z0-9_]*""")


def _place(project: td.Project, provision: td.project.Provision) -> tuple[str, str] | None:
    """The resource and the location as any file means them; None where only the file knows."""
    resource, location = provision.place
    named = project.resolve(provision.path, resource) if resource else None
    if (resource and named is None) or (location and not location.startswith('PurePath("')):
        return None
    return (named.key if named is not None else "", location)


def _is_same(first: td.project.Provision, second: td.project.Provision) -> bool:
    """One implementation under two names of a kind or category, or one call that runs twice: nothing is lost."""
    if (first.path, first.fact.factory.start) == (second.path, second.fact.factory.start):
        return True
    ours, theirs = first.implementation, second.implementation
    is_of_locator = first.kind == second.kind == "implementation"
    return is_of_locator and ours is not None and theirs is not None and ours.key == theirs.key


def _name(provision: td.project.Provision) -> str:
    return td.last_name(provision.implementation.key) if provision.implementation is not None else ""
