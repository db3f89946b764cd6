"""What other files make of a class or a function: a component, a middleware, a factory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.claims import Role
from tdomcheck.regex import regex


def has_role(project: Project, symbol: Symbol, role: Role) -> bool:
    """Whether the files of a project make this of a definition."""
    if role in _USES:
        return _USES[role](project, symbol)
    return symbol.key in _those_with_role(project, role)


def is_shown(project: Project, symbol: Symbol) -> bool:
    """Whether a tag names a definition, or no other file but a package that hands it on does."""
    return has_role(project, symbol, Role.COMPONENT) or not _is_imported(project, symbol)


def _is_imported(project: Project, symbol: Symbol) -> bool:
    importers = _importers(project)
    keys = (symbol.key, symbol.key.rpartition(".")[0])
    return any(path != symbol.path for key in keys for path in importers.get(key, ()))


@once
def _importers(project: Project) -> Mapping[str, set[str]]:
    """By what they import, the files that do more than to hand it on."""
    importers: dict[str, set[str]] = {}
    for path, facts in project.files_with("imports"):
        for fact in facts.imports if not path.endswith("__init__.py") else ():
            symbol = project.resolve(path, import_target(fact))
            if symbol is not None:
                importers.setdefault(symbol.key, set()).add(path)
    return importers


@once_each
def _those_with_role(project: Project, role: Role) -> frozenset[str]:
    return frozenset(symbol.key for symbol in _FINDERS[role](project) if symbol is not None)


def _middleware(project: Project) -> Iterator[Symbol | None]:
    """The classes, and those among their bases that are called in their place."""
    for symbol in _registered(project):
        yield symbol
        lineage = project.ancestors(symbol) if symbol is not None else None
        yield next((owner for owner in lineage or () if owner.class_ and "__call__" in owner.class_.methods), None)


def _registered(project: Project) -> Iterator[Symbol | None]:
    for path, facts in project.facts.items():
        for call in facts.calls:
            if call.function in api.REGISTER_MIDDLEWARE and not call.site.is_quiet:
                named = dict(call.keywords).get("middleware_type", "")
                yield project.resolve(path, call.arguments[1] if len(call.arguments) > 1 else named)
        for hook in facts.hooks:
            yield project.resolve(path, hook.type_ref) if not hook.is_text else None
        for registration in facts.registrations:
            if registration.decorator.endswith(".middleware") and registration.decorator in api.INJECTABLE:
                yield project.resolve(path, registration.factory.ref)


def _factories(project: Project) -> Iterator[Symbol | None]:
    for path, facts in project.files_with("registrations"):
        registrations = [
            one for one in facts.registrations if one.method in api.REGISTER_FACTORY and not one.site.is_quiet
        ]
        if not registrations or not any(fact.module.partition(".")[0] in api.ROOTS for fact in facts.imports):
            continue  # what registers there may be anything
        for registration in registrations:
            if _REGISTRY.search(registration.site.receiver) is not None:
                yield project.resolve(path, registration.factory.ref)


def _components(project: Project) -> Iterator[Symbol | None]:
    yield from Application.of(project).tagged


_FINDERS: Mapping[Role, Callable[[Project], Iterator[Symbol | None]]] = {
    Role.COMPONENT: _components,
    Role.FACTORY: _factories,
    Role.MIDDLEWARE: _middleware,
}
_USES: Mapping[Role, Callable[[Project, Symbol], bool]] = {
    Role.SHOWN: is_shown,
    Role.TAKEN: lambda project, symbol: not is_shown(project, symbol),
    Role.UNTAGGED: lambda project, symbol: not has_role(project, symbol, Role.COMPONENT),
}
_REGISTRY = regex(r"(?i)(?:regist\w*|container|svcs|^r|^reg)$|Registry\(")
