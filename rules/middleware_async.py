"""TDC504: async middleware where nobody awaits."""

from __future__ import annotations

import os.path
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class MiddlewareAsync(td.ProjectRule):
    """
    ## What

    A middleware whose `__call__` is async stands in a map of hooks, or the application runs its global middleware with
    `execute_middleware` although one of them is async.

    ## Why

    `execute_target_middleware` does not await: the coroutine itself becomes the props, and nothing is raised.
    `execute_middleware` raises `RuntimeError: Async middleware Audit cannot be executed in sync context. Use
    execute_middleware_async instead.`

    ## Instead

    Make the middleware a plain one, or run it with `await execute_middleware_async(...)`.

    ## Example

    ```python
    class Audit:
        priority = 0

        async def __call__(self, target, props, context): ...


    @hookable(middleware={"before": [Audit]})  # bad
    class Card: ...
    ```
    """

    CODE = "TDC504"
    SLUG = "middleware-async"
    GROUP = "middleware"
    SUMMARY = "async middleware is run where nobody awaits"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(
        features={"hook", *(f"call {name}" for name in td.api.EXECUTE if name.endswith(".execute_middleware"))}
    )

    _AUDIT = """
    from tdom_svcs import execute_middleware, execute_middleware_async, hookable, middleware, register_middleware

    class Audit:
        priority = 0

        async def __call__(self, target, props, context): ...
    """

    VALID: t.ClassVar = [
        _AUDIT.replace("async def", "def") + '\n    @hookable(middleware={"before": [Audit]})\n    class Card: ...',
        f'{_AUDIT}\n    @hookable(middleware={{"before": [Unknown]}})\n    class Card: ...',
        f'{_AUDIT}\n    @elsewhere(middleware={{"before": [Audit]}})\n    class Card: ...',
        _AUDIT
        + "\n    def run(target, props, container):\n        return execute_middleware(target, props, container)",
        (
            f"{_AUDIT}\n    async def run(registry, target, props, container):\n"
            "        register_middleware(registry, Audit)\n"
            "        return await execute_middleware_async(target, props, container)"
        ),
        (
            f"{_AUDIT}\n    def run(registry, target, props, container):\n"
            "        register_middleware(registry, Audit)\n"
            "        with pytest.raises(RuntimeError):\n            execute_middleware(target, props, container)"
        ),
    ]
    INVALID: t.ClassVar = [
        td.invalid(f'{_AUDIT}\n    @hookable(middleware={{"before": [«Audit»]}})\n    class Card: ...'),
        td.invalid(
            f"{_AUDIT}\n    def run(registry, target, props, container):\n"
            "        register_middleware(registry, Audit)\n"
            "        return «execute_middleware(target, props, container)»"
        ),
        td.invalid(
            _AUDIT.replace("class Audit", "@middleware\n    class Audit") + "\n    def run(target, props, container):\n"
            "        return «execute_middleware(target, props, container)»"
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        found = _registered(project)
        for path in focus:
            for hook in project.facts[path].hooks:
                symbol = project.resolve(path, hook.type_ref)
                if symbol is not None and _is_async(project, symbol):
                    yield self._hooked(path, hook, symbol)
            for call in project.facts[path].calls:
                if call.function in _SYNC and not call.is_quiet and not call.is_awaited:
                    yield from self._called(path, call, found)

    def _hooked(self, path: str, hook: td.HookFact, symbol: td.Symbol) -> td.Finding:
        return self.finding(
            path,
            td.Span(hook.start, hook.end),
            f"`{td.last_name(symbol.key)}` is async, and hooks are not awaited",
            severity=td.Severity.WARNING,
            related=(td.Related(symbol.path, td.Span(*td.span_of(symbol)), "the middleware"),),
            note="execute_target_middleware takes the coroutine for the props, and raises nothing",
            help="make its `__call__` a plain method",
        )

    def _called(self, path: str, call: td.CallFact, found: Sequence[tuple[str, td.Symbol]]) -> Iterator[td.Finding]:
        """Only middleware that is registered near the call: another folder may be another application."""
        folder = os.path.dirname(path)
        for registered_in, symbol in found:
            if os.path.dirname(registered_in) != folder and _package(registered_in) != _package(path):
                continue
            name = td.last_name(symbol.key)
            yield self.finding(
                path,
                td.Span(call.start, call.end),
                f"`{name}` is async, so global middleware cannot be run without await",
                related=(td.Related(symbol.path, td.Span(*td.span_of(symbol)), "the middleware"),),
                note=f"RuntimeError: Async middleware {name} cannot be executed in sync context. "
                "Use execute_middleware_async instead.",
                help="write `await execute_middleware_async(...)`",
            )
            return


def _package(path: str) -> str:
    """The package below `src`, which is one application; a path of its own for any other file."""
    parts = path.split("/")
    return parts[parts.index("src") + 1] if "src" in parts[:-2] else path


_SYNC = frozenset(name for name in td.api.EXECUTE if name.endswith(".execute_middleware"))


def _registered(project: td.Project) -> list[tuple[str, td.Symbol]]:
    """Async classes that are registered as global middleware, with the file that does it."""
    found: list[tuple[str, td.Symbol]] = []
    for path in sorted(project.facts):
        facts = project.facts[path]
        for call in facts.calls:
            if call.function in td.api.REGISTER_MIDDLEWARE and len(call.arguments) > 1:
                symbol = project.resolve(path, call.arguments[1])
                if symbol is not None and _is_async(project, symbol):
                    found.append((path, symbol))
        for registration in facts.registrations:
            if registration.method.endswith(".middleware") and registration.method[1:] in td.api.INJECTABLE:
                symbol = project.resolve(path, registration.factory_ref)
                if symbol is not None and _is_async(project, symbol):
                    found.append((path, symbol))
    return found


def _is_async(project: td.Project, symbol: td.Symbol) -> bool:
    """Whether calling an object of a class gives a coroutine."""
    if symbol.class_ is None:
        return False
    for owner in project.ancestors(symbol) or [symbol]:
        if owner.class_ is not None and "__call__" in owner.class_.methods:
            call = project.resolve(owner.path, f":{owner.class_.path}.__call__")
            return call is not None and call.function is not None and call.function.is_async
    return False
