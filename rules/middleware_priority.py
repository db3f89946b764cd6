"""TDC502: a middleware without a priority."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_KNOWN = td.shapes.DATACLASS | td.shapes.ATTRS | td.api.INJECTABLE | td.di_names.MIDDLEWARE | td.di_names.HOOKABLE


class MiddlewarePriority(td.FileRule):
    """
    ## What

    A class is registered as a middleware and has no attribute `priority`.

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
    GATE = td.Gate(features={"import tdom_svcs"}, tokens={"middleware"})

    _HEAD = "from dataclasses import dataclass\nfrom tdom_svcs import middleware, register_middleware\n\n"
    _CALL = "    def __call__(self, target, props, context):\n        return props"

    VALID: t.ClassVar = [
        f"{_HEAD}@middleware\n@dataclass\nclass Seen:\n    priority: int = 0\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    priority = -10\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    def __init__(self):\n        self.priority = 1\n\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen:\n    @property\n    def priority(self):\n        return 1\n\n{_CALL}",
        f"{_HEAD}from shop import Base\n\n@middleware\nclass Seen(Base):\n{_CALL}",
        f"{_HEAD}from shop import ranked\n\n@middleware\n@ranked(1)\nclass Seen:\n{_CALL}",
        f"{_HEAD}class Base:\n    priority = 1\n\n@middleware\nclass Seen(Base):\n{_CALL}",
        f"{_HEAD}class Seen:\n{_CALL}",
        f"{_HEAD}@middleware\nclass Seen: ...",
        f"{_HEAD}@middleware\nclass Seen:\n{_CALL}\n\nSeen.priority = 3",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}@middleware\nclass «Seen»:\n{_CALL}",
            fixed=f"{_HEAD}@middleware\nclass Seen:\n    priority: int = 0\n\n{_CALL}",
        ),
        td.invalid(
            (
                f'{_HEAD}@middleware\n@dataclass\nclass «Seen»:\n    """Marks what it sees."""\n\n'
                f"    size: int = 1\n\n{_CALL}"
            ),
            fixed=f'{_HEAD}@middleware\n@dataclass\nclass Seen:\n    """Marks what it sees."""\n\n'
            f"    priority: int = 0\n\n    size: int = 1\n\n{_CALL}",
        ),
        td.invalid(
            f"{_HEAD}@dataclass\nclass «Seen»:\n    size: int\n\n{_CALL}\n\nregister_middleware(registry, Seen)"
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"form feed before code": "the class gets a new first line"}

    def check_file(self) -> None:
        for shape in td.di_names.middleware_classes(self.view):
            lineage = td.shapes.lineage(self.view, shape)
            if lineage is None or not all(self._is_known(owner) for owner in lineage):
                continue
            if all("__call__" not in owner.names for owner in lineage):
                continue  # a sketch
            if any({"priority", "__getattr__", "__getattribute__"} & owner.names for owner in lineage):
                continue
            if "priority" in td.shapes.set_attributes(self.view) or self.view.is_expected_to_fail(
                shape.node.start_byte
            ):
                continue
            self.report_span(
                self.view.span(shape.name),
                f"the middleware `{shape.path}` has no `priority`",
                fix=self._fix(shape),
                note=f"tdom-svcs raises AttributeError: '{shape.path.rpartition('.')[2]}' object has no attribute "
                "'priority'",
                help="add priority: int = 0; the lowest runs first",
            )

    def _is_known(self, shape: td.shapes.Shape) -> bool:
        nodes = td.shapes.definitions_of(self.view).decorator_nodes(shape.node)
        references = [td.shapes.decorator_reference(self.view, node) for node in nodes]
        return all(
            found in _KNOWN or td.di_names.derives_from(self.view, found, td.api.INJECTABLE) for found in references
        )

    def _fix(self, shape: td.shapes.Shape) -> td.Fix | None:
        """A default must not come before a field without one."""
        body = shape.node.child_by_field_name("body")
        if body is None or (shape.is_generated and any(member.value is None for member in shape.members)):
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
