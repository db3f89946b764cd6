"""TDC501: a middleware that forgets to return the props."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_CHANGES = (".update(", ".setdefault(", ".pop(", "[")


class MiddlewareReturnsProps(td.FileRule):
    """
    ## What

    The `__call__` of a middleware comes to its end without a `return`.

    ## Why

    What it gives then is None, which means: halt the chain. No later middleware runs and the caller gets None instead
    of the props; nothing is raised.

    ## Instead

    `return props` at the end. To halt the chain on purpose, say so: `return None`.

    ## Example

    ```python
    def __call__(self, target, props, context):
        props["seen"] = True  # bad

    def __call__(self, target, props, context):
        return {**props, "seen": True}  # good
    ```
    """

    CODE = "TDC501"
    SLUG = "middleware-returns-props"
    GROUP = "middleware"
    SUMMARY = "a middleware comes to its end without returning the props"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(tokens={"middleware", "priority", "props"})

    _HEAD = "from tdom_svcs import hookable, middleware, register_middleware\nfrom shop import Base, log\n\n"
    _CLASS = "@middleware\nclass Seen:\n    priority = 0\n\n"

    VALID: t.ClassVar = [
        """
        # file: shop/audit.py
        class Audit:
            priority = 0

            def __call__(self, target, props, context):
                print(target)
        # file: shop/wiring.py
        from shop.audit import Audit
        from tdom_svcs import register_middleware

        def wire(registry):
            print(Audit)
            register_middleware(registry, make(Audit))
        """,
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        return props",
        (
            f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        if context is None:\n"
            "            return None\n        return {**props, 'seen': True}"
        ),
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        raise NotImplementedError",
        f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        ...",
        f"{_HEAD}class Seen:\n    def __call__(self, target, props, context):\n        props['seen'] = True",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}{_CLASS}    def «__call__»(self, target, props, context):\n        props['seen'] = True",
            fixed=f"{_HEAD}{_CLASS}    def __call__(self, target, props, context):\n        props['seen'] = True\n"
            "        return props",
        ),
        td.invalid(f"{_HEAD}{_CLASS}    def «__call__»(self, target, props, context):\n        log(target)"),
        td.invalid(
            f"{_HEAD}{_CLASS}    def «__call__»(self, target, props, context):\n        if context is None:\n"
            "            return props"
        ),
        td.invalid(
            f"{_HEAD}class Seen:\n    priority = 0\n\n    def «__call__»(self, target, props, context):\n"
            "        log(target)\n\n@hookable(middleware={'before': [Seen]})\nclass Page: ..."
        ),
        td.invalid(
            f"{_HEAD}class Seen:\n    priority = 0\n\n    async def «__call__»(self, target, given, context):\n"
            "        given.update(seen=True)\n\nregister_middleware(registry, Seen)",
            fixed=f"{_HEAD}class Seen:\n    priority = 0\n\n    async def __call__(self, target, given, context):\n"
            "        given.update(seen=True)\n        return given\n\nregister_middleware(registry, Seen)",
        ),
    ]

    def check_file(self) -> None:
        for class_, premise in td.services.likely_middleware(self.view):
            method = td.python.nodes_of(self.view, class_).methods.get("__call__")
            if method is None or td.python.definitions_of(self.view).decorator_nodes(method):
                continue
            body = method.child_by_field_name("body")
            is_known = body is not None and not td.flow.is_stub(method) and not self._yields(method)
            if is_known and body is not None:
                self._check(class_, method, body, premise)

    def _yields(self, method: Node) -> bool:
        return td.flow.later_kind(self.view, method) in {td.flow.Later.GENERATOR, td.flow.Later.ASYNC_GENERATOR}

    def _check(self, class_: td.ClassFact, method: Node, body: Node, premise: td.Premise | None) -> None:
        name = method.child_by_field_name("name") or method
        if self.view.is_expected_to_fail(method.start_byte):
            return
        returns = td.flow.returns_of(self.view, method)
        if not td.flow.falls_through(self.view, body) and (returns or td.flow.ends(self.view, body)):
            return
        what = "on one of its ways comes to its end" if returns else "comes to its end"
        self.report_span(
            self.view.span(name),
            f"the middleware `{class_.path}` {what} without returning the props",
            fix=None if returns else self._fix(method, body),
            note="None halts the chain: no later middleware runs, and the caller gets None instead of the props",
            help="end it with `return props`, or with `return None` to halt the chain on purpose",
            premise=premise,
        )

    def _fix(self, method: Node, body: Node) -> td.Fix | None:
        """Only where it changes the props that it is given, which is what they are for."""
        listed = method.child_by_field_name("parameters")
        names = [
            self.view.text(node.child_by_field_name("name") or (node.named_children or [node])[0])
            for node in (listed.named_children if listed is not None else ())
        ]
        if len(names) < 3 or not any(f"{names[2]}{change}" in self.view.text(body) for change in _CHANGES):
            return None
        last = [child for child in body.named_children if child.type != "comment"][-1]
        end = self.view.span(last).end
        start = self.view.span(last).start
        line_start = start - (self.view.source.position(start).column - 1)
        indent = self.view.source.slice(line_start, start)
        rest = self.view.source.line(self.view.source.position(end).line)
        if indent.strip() or ";" in rest:
            return None
        place = end + len(rest[self.view.source.position(end).column - 1 :].rstrip("\r\n").encode())
        return td.Fix(f"Return {names[2]}", (td.Edit(place, place, f"\n{indent}return {names[2]}"),))
