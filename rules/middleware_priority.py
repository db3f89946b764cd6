"""TDC502: a middleware without a priority."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

_LACKING = (td.project.Lacks("priority", td.project.Without.CALLABLE),)
_KNOWN = td.python.DATACLASS | td.python.ATTRS | td.api.INJECTABLE | td.services.MIDDLEWARE | td.services.HOOKABLE


class MiddlewarePriority(td.FileRule):
    """
    ## What

    A class is registered as a middleware, in its own file or in another, and has no attribute `priority`.

    ## Why

    The chain is sorted by it: `AttributeError: 'Seen' object has no attribute 'priority'`, whenever middleware is run.

    ## Instead

    `priority: int = 0`; the lowest runs first.

    ## Example

    ```python
    @middleware
    class Seen:  # bad
        def __call__(self, target, props, context): ...


    @middleware
    class Seen:  # good
        priority: int = 0

        def __call__(self, target, props, context): ...
    ```
    """

    CODE = "TDC502"
    SLUG = "middleware-priority"
    GROUP = "middleware"
    SUMMARY = "a middleware has no priority"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.IMPORT("tdom_svcs")}, tokens={"middleware", "hookable"})

    _HEAD = "from dataclasses import dataclass\nfrom tdom_svcs import middleware, register_middleware\n\n"
    _CALL = "    def __call__(self, target, props, context):\n        return props"

    VALID: t.ClassVar = [
        f"{_HEAD}@middleware\n@dataclass\nclass Seen:\n    priority: int = 0\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    priority = -10\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    def __init__(self):\n        self.priority = 1\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    @property\n    def priority(self):\n        return 1\n\n{_CALL}",
        f"{_HEAD}from shop import Base\n\n@middleware\nclass Seen(Base):\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen: ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}@middleware\nclass «Seen»:\n{_CALL}",
            fixed=f"{_HEAD}@middleware\nclass Seen:\n    priority: int = 0\n\n{_CALL}",
        ),
        td.invalid(
            f"{_HEAD}@dataclass\nclass «Seen»:\n    size: int\n\n{_CALL}\n\nregister_middleware(registry, Seen)"
        ),
        td.invalid(
            """
            # file: shop/card.py
            from shop.audit import Audit
            from tdom_svcs import hookable

            @hookable(middleware={"before": [«Audit»]})
            class Card: ...
            # file: shop/audit.py
            class Audit:
                def __call__(self, target, props, context): ...
            """
        ),
        td.invalid(
            """
            # file: shop/audit.py
            from shop.base import Recorder
            from tdom_svcs import middleware

            @middleware
            class «Audit»(Recorder):
                def __call__(self, target, props, context): ...
            # file: shop/base.py
            class Recorder:
                size: int = 1
            """
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"form feed before code": "the class gets a new first line"}

    def check_file(self) -> None:
        for class_ in td.services.middleware_classes(self.view):
            self._check(class_)
        for span, reference in self._named():
            # A class of this file is judged where it stands.
            is_foreign = reference and not reference.startswith(":")
            if is_foreign and not self._is_excused(self.view.source.to_utf8(span.start)):
                self._report(span, td.last_name(reference), None, td.Premise(reference, (), _LACKING))

    def _check(self, class_: td.ClassFact) -> None:
        lineage = td.python.lineage(self.view, class_)
        owners = lineage or [class_]
        if not all(self._is_known(owner) for owner in owners) or self._is_excused(
            td.python.nodes_of(self.view, class_).node.start_byte
        ):
            return
        if any({"priority", "__getattr__", "__getattribute__"} & owner.names for owner in owners):
            return
        span = self.view.span(td.python.nodes_of(self.view, class_).name)
        if lineage is None:
            self._report(span, class_.path, None, td.Premise(f":{class_.path}", (), _LACKING))
        elif any("__call__" in owner.names for owner in lineage):  # else it is a sketch
            self._report(span, class_.path, self._fix(class_), None)

    def _named(self) -> Iterator[tuple[td.Span, str]]:
        """What is registered by a call, or stands in the map of a target."""
        for call in self.view.nodes["call"]:
            function = call.child_by_field_name("function")
            if function is not None and self.view.resolve(function) in td.api.REGISTER_MIDDLEWARE:
                kind = td.python.arguments_of(self.view, call).get(1, "middleware_type")
                if kind is not None:
                    yield self.view.span(td.python.unwrapped(kind)), self.view.resolve(td.python.unwrapped(kind))
        for hook in self.facts.hooks:
            yield td.Span(hook.start, hook.end), hook.type_ref

    def _is_excused(self, start: int) -> bool:
        """The file gives a priority to whatever object, or a failure is expected."""
        return "priority" in td.python.set_attributes(self.view) or self.view.is_expected_to_fail(start)

    def _report(self, span: td.Span, name: str, fix: td.Fix | None, premise: td.Premise | None) -> None:
        self.report_span(
            span,
            f"the middleware `{name}` has no `priority`",
            fix=fix,
            note=f"tdom-svcs raises AttributeError: '{td.last_name(name)}' object has no attribute 'priority'",
            help="add priority: int = 0; the lowest runs first",
            premise=premise,
        )

    def _is_known(self, class_: td.ClassFact) -> bool:
        nodes = td.python.definitions_of(self.view).decorator_nodes(td.python.nodes_of(self.view, class_).node)
        references = [td.python.decorator_reference(self.view, node) for node in nodes]
        return all(
            found in _KNOWN or td.services.derives_from(self.view, found, td.api.INJECTABLE) for found in references
        )

    def _fix(self, class_: td.ClassFact) -> td.Fix | None:
        """A default must not come before a field without one."""
        body = td.python.nodes_of(self.view, class_).node.child_by_field_name("body")
        if body is None or (
            class_.is_generated
            and any(member.value is None for member in td.python.nodes_of(self.view, class_).members)
        ):
            return None
        statements = [child for child in body.named_children if child.type != "comment"]
        first = statements[0]
        is_docstring = first.type == "expression_statement" and first.named_children[0].type == "string"
        if is_docstring and len(statements) > 1:
            first = statements[1]
        elif is_docstring:
            return None
        span = self.view.span(first)
        before = self.view.source.slice(span.start - (self.view.source.position(span.start).column - 1), span.start)
        if before.strip():
            return None
        text = f"priority: int = 0\n\n{before}"
        return td.Fix("Add a priority of 0", (td.Edit(span.start, span.start, text),))
