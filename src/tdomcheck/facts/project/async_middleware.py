"""Async classes that are registered as middleware."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck.facts.project.application import span_of
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import CallFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Span

_SYNC = frozenset(name for name in api.EXECUTE if name.endswith(".execute_middleware"))
_AWAITED = frozenset(name for name in api.EXECUTE if name.endswith("_async"))


class AsyncMiddleware(t.NamedTuple):
    """An async class that is registered as middleware."""

    path: str
    """The file that registers it."""
    span: Span
    """What to point at there."""
    symbol: Symbol


def async_middleware(project: Project) -> list[AsyncMiddleware]:
    """Async classes that are registered as global middleware."""
    middleware: list[AsyncMiddleware] = []
    for path in sorted(project.facts):
        facts = project.facts[path]
        for call in facts.calls:
            if call.function in api.REGISTER_MIDDLEWARE and len(call.arguments) > 1 and not call.site.is_quiet:
                symbol = project.resolve(path, call.arguments[1])
                if symbol is not None and is_called_async(project, symbol):
                    middleware.append(AsyncMiddleware(path, Span(call.start, call.end), symbol))
        for registration in facts.registrations:
            if registration.decorator.endswith(".middleware") and registration.decorator in api.INJECTABLE:
                symbol = project.resolve(path, registration.factory.ref)
                if symbol is not None and is_called_async(project, symbol):
                    middleware.append(AsyncMiddleware(path, Span(*span_of(symbol)), symbol))
    return middleware


def is_called_async(project: Project, symbol: Symbol) -> bool:
    """Whether calling an object of a class gives a coroutine."""
    call = call_method(project, symbol)
    return call is not None and call.function is not None and call.function.is_async


def call_method(project: Project, symbol: Symbol) -> Symbol | None:
    """The `__call__` of a class, which may be that of a base class."""
    for owner in (project.ancestors(symbol) or [symbol]) if symbol.class_ is not None else ():
        if owner.class_ is not None and "__call__" in owner.class_.methods:
            return project.resolve(owner.path, f":{owner.class_.path}.__call__")
    return None


Run = tuple[str, CallFact]
"""A call that runs middleware, and its file."""


def runs_without_await(project: Project) -> Sequence[Run]:
    """The calls that run global middleware, in the order of their files; none where the project awaits any."""
    calls = [(path, call) for path in sorted(project.facts) for call in project.facts[path].calls]
    if any(call.function in _AWAITED for _, call in calls):
        return ()
    return [(path, call) for path, call in calls if call.function in _SYNC and not call.site.is_quiet]


def runs_by_package(project: Project, runs: Sequence[Run]) -> Mapping[str, Run]:
    """By package, a call that runs middleware in a file that imports it: the first call of the last such file."""
    first_calls = {path: (path, call) for path, call in reversed(runs)}
    known: dict[str, Run] = {}
    for path, call in first_calls.values():
        for fact in project.facts[path].imports:
            known.setdefault(project.absolute(path, import_target(fact)).partition(".")[0], (path, call))
    return known
