"""Whether a component shows nothing but what tdom writes itself: then the form of its HTML is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.hierarchy import heirs_of, is_abstract
from tdomcheck.facts.project.import_closure import are_all
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.features import Feature


def is_plain(project: Project, component: Symbol) -> bool:
    """Whether no file that a component is made of, or that a container makes of it, holds text that is not escaped."""
    application = Application.of(project)
    if application.registers_indirectly:
        return False

    def given(path: str, facts: FileFacts) -> Sequence[str] | None:
        paths: list[str] = []
        for injection in facts.injections:
            service = project.resolve(path, injection.type_ref)
            if service is None or not service.path:
                return None
            if injection.marker != "Resource" and service.key not in application.provided:
                return None  # what nobody registers here comes from elsewhere
            paths += [symbol.path for symbol in (service, *_standing_in(application, service))]
        return paths

    def test(facts: FileFacts) -> bool:
        return _is_escaped(facts) and not any(set(owner.methods) & patched(project) for owner in facts.classes)

    return are_all(project, [component, *_standing_in(application, component)], test, given)


def _standing_in(application: Application, symbol: Symbol) -> Iterator[Symbol]:
    """What a container may give for a type: what is registered for it, and its heirs; some may be of no known file."""
    for provision in application.provided.get(symbol.key, ()):
        project = application.project
        implementation = provision.implementation or project.resolve(provision.path, provision.fact.factory.made_ref)
        if implementation is not None:
            yield implementation
        facts = application.project.facts[provision.path]
        is_known = implementation is not None or (provision.kind in _VALUES and not is_abstract(symbol))
        if not is_known or (provision.kind in _VALUES and not _is_escaped(facts)):
            yield Symbol("")
    yield from heirs_of(application.project).get(symbol.key, ())


_VALUES = frozenset({"value", "local"})
"""A value is an object of the class that it is registered for, made by what the file has; a factory may be anything."""


def _is_escaped(facts: FileFacts) -> bool:
    is_known = Feature.RAW_TEXT in facts.features or any("__html__" in owner.methods for owner in facts.classes)
    is_imported = any("markup" in f"{fact.module}.{fact.name}".lower() for fact in facts.imports)
    return not (is_known or is_imported)
