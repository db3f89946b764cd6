"""TDC503: a middleware that cannot be called as middleware is."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class MiddlewareSignature(td.FileRule):
    """
    ## What

    A class is registered as a middleware, and its `__call__` does not take three arguments, or there is none.

    ## Why

    Each middleware is called as `middleware(target, props, context)`: `TypeError: Seen.__call__() takes 3 positional
    arguments but 4 were given`, or `missing 1 required positional argument`.

    ## Instead

    `def __call__(self, target, props, context)`, with whatever names.

    ## Example

    ```python
    def __call__(self, target, props): ...           # bad
    def __call__(self, target, props, context): ...  # good
    ```
    """

    CODE = "TDC503"
    SLUG = "middleware-signature"
    GROUP = "middleware"
    SUMMARY = "a middleware does not take target, props and context"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(tokens={"middleware", "priority", "props"})

    _HEAD = "from tdom_svcs import hookable, injectable, middleware, register_middleware\n\n"

    VALID: t.ClassVar = [
        """
        # file: shop/task.py
        class Task:
            priority = 0

            def __call__(self, queue):
                return queue
        # file: shop/wiring.py
        from shop.task import Task
        from tdom_svcs import register_middleware

        def wire(registry):
            print(Task)
        """,
        f"{_HEAD}@middleware\nclass Seen:\n    priority = 1  # and so on",
        f"{_HEAD}@middleware\nclass Seen:\n    def __call__(self, target, props, context):\n        return props",
        f"{_HEAD}@middleware\nclass Seen:\n    def __call__(self, a, b, /, c=None, *, d=1):\n        return b",
        f"{_HEAD}@middleware\nclass Seen:\n    def __call__(self, *args, **more):\n        return args[1]",
        f"{_HEAD}from shop import Base\n\n@middleware\nclass Seen(Base): ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}@middleware\nclass Seen:\n    def __call__«(self, target, props)»:\n        return props"),
        td.invalid(
            f"{_HEAD}@middleware\nclass «Seen»:\n    def handle(self, target, props, context):\n        return props"
        ),
        td.invalid(
            f"{_HEAD}@middleware\nclass Seen:\n"
            "    def __call__«(self, target, props, context, extra)»:\n        return props"
        ),
        td.invalid(
            f"{_HEAD}class Seen:\n    async def __call__«(self, target, props, *, context)»:\n        return props\n\n"
            "register_middleware(registry, Seen)"
        ),
        td.invalid(
            f"{_HEAD}class Seen:\n    def __call__«(self, props)»:\n        return props\n\n"
            "@hookable(middleware={'before': [Seen]})\nclass Page: ..."
        ),
    ]

    def check_file(self) -> None:
        for class_, premise in td.services.likely_middleware(self.view):
            lineage = td.python.lineage(self.view, class_)
            if lineage is None or self.view.is_expected_to_fail(td.python.nodes_of(self.view, class_).node.start_byte):
                continue
            owner = next((found for found in lineage if "__call__" in found.names), None)
            if owner is not None:
                self._check_call(owner, premise)
            elif class_.methods and not self._is_given(class_):
                self.report_span(
                    self.view.span(td.python.nodes_of(self.view, class_).name),
                    f"the middleware `{class_.path}` has no `__call__`",
                    note=f"tdom-svcs raises AttributeError: '{_short(class_)}' object has no attribute '__call__'",
                    help=_HELP,
                    premise=premise,
                )

    def _is_given(self, class_: td.ClassFact) -> bool:
        """`__call__ = handle`, in the class or after it."""
        is_after = f"{class_.path}.__call__".encode() in self.view.source.utf8
        return (
            is_after
            or re.search(r"\b__call__\s*[:=]", self.view.text(td.python.nodes_of(self.view, class_).node)) is not None
        )

    def _check_call(self, owner: td.ClassFact, premise: td.Premise | None) -> None:
        method = td.python.nodes_of(self.view, owner).methods.get("__call__")
        definitions = td.python.definitions_of(self.view)
        if method is None or definitions.decorator_nodes(method):
            return
        problem = _problem(list(definitions.parameters(method)))
        if problem:
            self._report(owner, method, problem, premise)

    def _report(self, owner: td.ClassFact, method: Node, problem: str, premise: td.Premise | None) -> None:
        self.report_span(
            self.view.span(method.child_by_field_name("parameters") or method),
            f"the middleware `{owner.path}` cannot be called with a target, props and a context",
            note=f"it is called by position: TypeError: {owner.path}.__call__() {problem}",
            help=_HELP,
            premise=premise,
        )


def _short(class_: td.ClassFact) -> str:
    return class_.path.rpartition(".")[2]


def _problem(parameters: Sequence[td.ParameterFact]) -> str:
    """What Python says of a call with four arguments by position."""
    kinds = td.python.ParameterKind
    by_place = [found for found in parameters if found.is_positional]
    missing = [found.name for found in by_place[_GIVEN:] if not found.has_default]
    if missing:
        return f"missing {len(missing)} required positional argument{'s'[: len(missing) > 1]}: {_listed(missing)}"
    if len(by_place) < _GIVEN and not any(found.kind is kinds.VAR_POSITIONAL for found in parameters):
        plural = "argument" if len(by_place) == 1 else "arguments"
        return f"takes {len(by_place)} positional {plural} but {_GIVEN} were given"
    named = [found.name for found in parameters if found.kind is kinds.KEYWORD_ONLY and not found.has_default]
    if named:
        return f"missing {len(named)} required keyword-only argument{'s'[: len(named) > 1]}: {_listed(named)}"
    return ""


def _listed(names: list[str]) -> str:
    return " and ".join(repr(name) for name in names)


_GIVEN = 4
"""`self` and the three that middleware is called with."""
_HELP = "write `def __call__(self, target, props, context)`"
