"""TDC504: async middleware where nobody awaits."""

from __future__ import annotations

import os.path
import typing as t
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck import authoring as td


class MiddlewareAsync(td.ProjectRule):
    """
    ## What

    The application runs its global middleware with `execute_middleware` although one of them is async: where both stand
    in one folder or package, or where no file of the project awaits its middleware. As a warning, for nothing is
    raised: a middleware whose `__call__` is async stands in a map of hooks.

    ## Why

    `execute_middleware` raises `RuntimeError: Async middleware Audit cannot be executed in sync context. Use
    execute_middleware_async instead.` Hooks are run by `execute_target_middleware`, which does not await: the coroutine
    itself becomes the props.

    ## Instead

    Make the middleware a plain one, or run it with `await execute_middleware_async(...)`.

    ## Example

    ```python
    class Audit:
        priority = 0

        async def __call__(self, target, props, context): ...


    register_middleware(registry, Audit)
    execute_middleware(Card, props, container)              # bad
    await execute_middleware_async(Card, props, container)  # good
    ```
    """

    CODE = "TDC504"
    SLUG = "middleware-async"
    GROUP = "middleware"
    SUMMARY = "async middleware is run where nobody awaits"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    GATE = td.Gate(
        features={
            td.Feature.HOOK,
            td.Feature.REGISTRATION,
            *(td.FeatureOf.CALL(name) for name in td.api.EXECUTE if name.endswith(".execute_middleware")),
            *(td.FeatureOf.CALL(name) for name in td.api.REGISTER_MIDDLEWARE),
        }
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
            _AUDIT.replace("class Audit", "@middleware\n    class Audit") + "\n    def run(target, props, container):\n"
            "        return «execute_middleware(target, props, container)»"
        ),
        td.invalid(
            f"{_AUDIT}\n    def run(registry, target, props, container):\n"
            "        register_middleware(registry, Audit)\n"
            "        return «execute_middleware(target, props, container)»"
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        middleware = td.project.async_middleware(project)
        yield from self._never_awaited(project, middleware, frozenset(focus))
        for path in focus:
            for hook in project.facts[path].hooks:
                symbol = project.resolve(path, hook.type_ref)
                if symbol is not None and td.project.is_called_async(project, symbol):
                    yield self._hooked(project, path, hook, symbol)
            for call in project.facts[path].calls:
                if call.function in _SYNC and not call.site.is_quiet and not call.is_awaited:
                    yield from self._called(project, path, call, middleware)

    def _never_awaited(
        self, project: td.Project, found: Sequence[td.project.AsyncMiddleware], focus: AbstractSet[str]
    ) -> Iterator[td.Finding]:
        """What is registered in one place and run in another, such as the tests, where all of the project is sync."""
        runs = td.project.runs_without_await(project)
        folders = {os.path.dirname(path) for path, _ in runs} | {_package(path) for path, _ in runs}
        known = td.project.runs_by_package(project, runs)
        for registered_in, span, symbol in found:
            run = known.get(project.module_name(registered_in).partition(".")[0])
            is_near = not folders.isdisjoint((os.path.dirname(registered_in), _package(registered_in)))
            if is_near or run is None or registered_in not in focus:
                continue
            path, call = run
            name = td.last_name(symbol.key)
            yield self.finding(
                registered_in,
                span,
                f"`{name}` is async, and this project runs its middleware without await",
                related=(td.Related(path, td.Span(call.start, call.end), "run here"), _call_of(project, symbol)),
                note=_RAISED.format(name),
                help=_HELP,
            )

    def _hooked(self, project: td.Project, path: str, hook: td.services.HookFact, symbol: td.Symbol) -> td.Finding:
        return self.finding(
            path,
            td.Span(hook.start, hook.end),
            f"`{td.last_name(symbol.key)}` is async, and hooks are not awaited",
            severity=td.Severity.WARNING,
            related=(_call_of(project, symbol),),
            note="execute_target_middleware takes the coroutine for the props, and raises nothing",
            help="make its `__call__` a plain method",
        )

    def _called(
        self, project: td.Project, path: str, call: td.services.CallFact, found: Sequence[td.project.AsyncMiddleware]
    ) -> Iterator[td.Finding]:
        """Only middleware that is registered near the call: another folder may be another application."""
        for registered_in, _, symbol in found:
            if not _is_near(registered_in, path):
                continue
            name = td.last_name(symbol.key)
            yield self.finding(
                path,
                td.Span(call.start, call.end),
                f"`{name}` is async, so global middleware cannot be run without await",
                related=(_call_of(project, symbol),),
                note=_RAISED.format(name),
                help=_HELP,
            )
            return


def _is_near(registered_in: str, path: str) -> bool:
    return os.path.dirname(registered_in) == os.path.dirname(path) or _package(registered_in) == _package(path)


def _package(path: str) -> str:
    """The package below `src`, which is one application; a path of its own for any other file."""
    parts = path.split("/")
    return parts[parts.index("src") + 1] if "src" in parts[:-2] else path


_HELP = "make its `__call__` a plain method, or write `await execute_middleware_async(...)` in an async function"
_RAISED = "RuntimeError: Async middleware {} cannot be executed in sync context. Use execute_middleware_async instead."
_SYNC = frozenset(name for name in td.api.EXECUTE if name.endswith(".execute_middleware"))


def _call_of(project: td.Project, symbol: td.Symbol) -> td.Related:
    """The method that is async."""
    method = td.project.call_method(project, symbol) or symbol
    return td.Related(method.path, td.Span(*td.span_of(method)), "async here")
