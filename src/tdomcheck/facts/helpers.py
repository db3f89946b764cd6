"""What a plain function of the same file gives back, for one step through a call of it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.shapes import definition, definitions_of

_INNER = frozenset({"function_definition", "class_definition", "lambda"})


@dataclass(frozen=True, slots=True)
class Helper:
    """A function that is defined once, and has no decorator."""

    name: tree_sitter.Node
    returned: tuple[tree_sitter.Node, ...]
    """The value of every `return`."""
    returns: tree_sitter.Node | None
    """Its return annotation."""


def helper_of(view: ModuleView, node: tree_sitter.Node) -> Helper | None:
    """The function that an expression calls; None for methods, coroutines, generators and what is not known."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None or function.type != "identifier":
        return None
    reference = view.resolve(function)
    if not reference.startswith(":"):
        return None
    found = t.cast("dict[str, Helper | None]", view.memory.setdefault("helpers", {}))
    if reference not in found:
        target = definition(view, reference)
        found[reference] = _helper(view, target) if target is not None else None
    return found[reference]


def _helper(view: ModuleView, node: tree_sitter.Node) -> Helper | None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    if node.type != "function_definition" or name is None or body is None or scope.kind == "class":
        return None
    if definitions_of(view).decorator_nodes(node) or node.children[0].type == "async":
        return None
    values: list[tree_sitter.Node] = []
    for statement in _within(body):
        if statement.type == "yield" or (statement.type == "return_statement" and not statement.named_children):
            return None
        if statement.type == "return_statement":
            values.append(statement.named_children[0])
    return Helper(name, tuple(values), node.child_by_field_name("return_type")) if values else None


def _within(body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = [body]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for child in node.named_children if child.type not in _INNER)
