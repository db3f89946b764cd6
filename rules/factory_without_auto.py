"""TDC401: a factory that leaves injected fields empty."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_METHODS = frozenset({"register_factory", "register_local_factory"})
_FETCHES = frozenset({"get", "aget", "get_abstract", "aget_abstract"})


class FactoryWithoutAuto(td.ProjectRule):
    """
    ## What

    A class with `Inject` fields, or a function with such parameters, is registered as a factory as it is, and what it
    makes is fetched with `get()` or injected elsewhere.

    ## Why

    svcs calls the factory without arguments; only `auto()` looks at `Inject`. So `get()` raises `TypeError:
    Cache.__init__() missing 1 required positional argument: 'db'`, or, where the field has a default, the service
    works with the default and nobody notices.

    ## Instead

    Wrap it in `auto(...)`. Classes that are only ever built with `container.inject()` need no factory.

    ## Example

    ```python
    registry.register_factory(Cache, Cache)        # bad
    registry.register_factory(Cache, auto(Cache))  # good
    ```
    """

    CODE = "TDC401"
    SLUG = "factory-without-auto"
    GROUP = "services"
    SUMMARY = "a factory that injects is registered without auto()"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.REGISTRATION})

    _CACHE = """
    from dataclasses import dataclass
    from svcs_di import Inject, auto

    class Db: ...

    @dataclass
    class Cache:
        db: Inject[Db]

    def wire(registry, container):
    """

    VALID: t.ClassVar = [
        f"{_CACHE}    registry.register_factory(Cache, auto(Cache))\n        container.get(Cache)",
        f"{_CACHE}    registry.register_factory(Cache, Cache)\n        container.inject(Cache)",
        f"{_CACHE}    registry.register_value(Cache, Cache(Db()))\n        container.get(Cache)",
        f"{_CACHE}    registry.register_factory(Db, Db)\n        container.get(Db)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_CACHE}    «registry.register_factory(Cache, Cache)»\n        container.get(Cache)",
            fixed=f"{_CACHE}    registry.register_factory(Cache, auto(Cache))\n        container.get(Cache)",
        ),
        td.invalid(
            f"{_CACHE}    «registry.register_factory(Cache, Cache)»\n        container.get(Cache)".replace(
                "Inject[Db]", "Inject[Db] = None"
            ),
            fixed=f"{_CACHE}    registry.register_factory(Cache, auto(Cache))\n        container.get(Cache)".replace(
                "Inject[Db]", "Inject[Db] = None"
            ),
        ),
        td.invalid(
            f"{_CACHE}    «registry.register_factory(Cache, Cache)»\n        container.get(Cache)".replace(
                "container):", "container, auto=False):"
            )
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        fetched: dict[str, set[str]] = {}
        for path in focus:
            for registration in project.facts[path].registrations:
                kind = project.resolve(path, registration.type_ref)
                factory = project.resolve(path, registration.factory.ref)
                if registration.method not in _METHODS or kind is None or factory is None:
                    continue
                fields = _injected(project, factory)
                fetched = fetched or (_fetched(project) if fields else {})  # asks all files, for the few that inject
                if fields and _is_fetched(fetched.get(kind.key, set()), path):
                    yield self._finding(project, path, registration, factory, fields)

    def _finding(
        self,
        project: td.Project,
        path: str,
        registration: td.services.RegistrationFact,
        factory: td.Symbol,
        fields: Sequence[td.ParameterFact],
    ) -> td.Finding:
        name = td.last_name(factory.key)
        called = f"{name}.__init__" if factory.class_ is not None else name
        names, required = [found.name for found in fields], [found.name for found in fields if not found.has_default]
        note = "svcs calls it without arguments, so each of them silently gets its default"
        if required:
            missing = f"{len(required)} required positional argument{'s' if len(required) > 1 else ''}"
            listed = " and ".join(map(repr, required))
            note = f"svcs calls it without arguments: TypeError: {called}() missing {missing}: {listed}"
        return self.finding(
            path,
            td.Span(registration.start, registration.end),
            f"the factory `{name}` is registered without `auto()`, so nothing is injected into `{'`, `'.join(names)}`",
            fix=_fix(project.facts[path], registration),
            severity=td.Severity.ERROR if required else td.Severity.WARNING,
            related=(_declared(factory),),
            note=note,
        )


def _injected(project: td.Project, factory: td.Symbol) -> list[td.ParameterFact]:
    """Fields that its constructor takes, or parameters of a function, that only `auto()` would fill."""
    taken = project.parameters(factory)
    decorators = factory.class_.decorators if factory.class_ is not None else ()
    if taken is None or not td.api.AUTO.isdisjoint(decorators):  # TDC415 tells of a class that is decorated so
        return []
    names = {parameter.name for parameter in taken}
    return [found for found in project.injected_fields(factory) if found.marker == "Inject" and found.name in names]


def _fetched(project: td.Project) -> dict[str, set[str]]:
    """The files that get a type from a container, by the key of the type."""
    paths_by_key: dict[str, set[str]] = {}
    for path, reference in _fetches(project):
        if (symbol := project.resolve(path, reference)) is not None:
            paths_by_key.setdefault(symbol.key, set()).add(path)
    return paths_by_key


def _fetches(project: td.Project) -> Iterator[tuple[str, str]]:
    for path, facts in project.files_with("fetches"):
        yield from ((path, fetch.type_ref) for fetch in facts.fetches if fetch.method in _FETCHES)
    for path, facts in project.files_with("injections"):
        yield from ((path, fact.type_ref) for fact in facts.injections if fact.marker != "Resource")


def _is_fetched(paths: set[str], path: str) -> bool:
    """A test sees the containers of its own file; code sees those of all code."""
    if td.is_test_file(path):
        return path in paths
    return any(not td.is_test_file(other) for other in paths)


def _declared(factory: td.Symbol) -> td.Related:
    what = "class with the injected fields" if factory.class_ is not None else "function that is to be given it"
    return td.Related(factory.path, td.Span(*td.span_of(factory)), f"the {what}")


def _fix(facts: td.FileFacts, registration: td.services.RegistrationFact) -> td.Fix | None:
    spelled = _spelling(facts, registration.start)
    if spelled is None:
        return None
    name, imports = spelled
    before = td.Edit(registration.factory.start, registration.factory.start, f"{name}(")
    after = td.Edit(registration.factory.end, registration.factory.end, ")")
    return td.Fix("Wrap the factory in auto()", (before, after), imports=imports)


def _spelling(facts: td.FileFacts, offset: int) -> tuple[str, tuple[td.ImportRequest, ...]] | None:
    """How the file may call `auto`, and the import that this needs; None where the name means something else."""
    imported = _imported_spelling(facts, offset)
    if imported:
        return imported, ()
    is_late = any(fact.is_top_level and fact.start > offset for fact in facts.imports)
    return ("auto", (td.ImportRequest("svcs_di", "auto"),)) if _is_free(facts, "auto") and not is_late else None


def _imported_spelling(facts: td.FileFacts, offset: int) -> str:
    """How `auto` is called by an import at the top that stands before an offset."""
    for fact in facts.imports:
        is_known = fact.is_top_level and not fact.is_type_checking and fact.start <= offset
        if not is_known or f"hides {fact.alias}" in facts.features:
            continue
        if fact.module in {"svcs_di", "svcs_di.auto"} and fact.name == "auto":
            return fact.alias
        if fact.module == "svcs_di" and not fact.name:
            return f"{fact.alias}.auto"
    return ""


def _is_free(facts: td.FileFacts, name: str) -> bool:
    taken = {fact.alias for fact in facts.imports} | {variable for variable, _ in facts.variables}
    taken |= {found.path for found in facts.functions} | {found.path for found in facts.classes}
    return name not in taken and f"hides {name}" not in facts.features
