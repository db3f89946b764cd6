"""What a function returns that is certainly no Template, beyond what its literals say."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of
from tdomcheck.facts.python.blocks import statements_in
from tdomcheck.facts.python.builtin_types import parameter_type
from tdomcheck.facts.python.concatenation import operands_of
from tdomcheck.facts.python.conditions import before_the_end, may_leave_nothing_out
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.records import ValueKind
from tdomcheck.facts.vocabulary import api

_TEXT = frozenset({ValueKind.STRING, ValueKind.FSTRING})
_METHODS = frozenset(
    {"format", "format_map", "join", "replace", "strip", "lstrip", "rstrip", "upper", "lower", "title"}
)
"""Methods of str that give a str, and of Markup that give Markup."""


def returned_kind(view: ModuleView, node: tree_sitter.Node) -> ValueKind:
    """A `value_kind`, or `TEXT` for what is put together of strings."""
    kind = value_kind(view, node)
    if kind is not ValueKind.UNKNOWN:
        return kind
    if node.type == "binary_operator":
        return _combined(view, node)
    if node.type == "call":
        function = node.child_by_field_name("function")
        owner = function.child_by_field_name("object") if function is not None else None
        method = function.child_by_field_name("attribute") if function is not None else None
        if function is None or owner is None or method is None or view.text(method) not in _METHODS:
            return ValueKind.UNKNOWN
        return _of(value_kind(view, owner))
    is_text = node.type == "identifier" and parameter_type(view, node) == "str"
    return ValueKind.TEXT if is_text else ValueKind.UNKNOWN


def _of(kind: ValueKind) -> ValueKind:
    if kind in _TEXT:
        return ValueKind.TEXT
    return kind if kind is ValueKind.MARKUP else ValueKind.UNKNOWN


def _combined(view: ModuleView, node: tree_sitter.Node) -> ValueKind:
    """`"<b>" + x + "</b>"` and `"%s" % x`; a Template refuses to be added to text, which is another mistake."""
    operator, left = node.child_by_field_name("operator"), node.child_by_field_name("left")
    if operator is None or left is None:
        return ValueKind.UNKNOWN
    if operator.type == "%":
        return _of(value_kind(view, left))
    if operator.type != "+":
        return ValueKind.UNKNOWN
    operands = operands_of(node)
    kinds = {value_kind(view, inner) for operand in operands for _, inner in origins(view, operand)}
    is_plain = not kinds & {ValueKind.TEMPLATE, ValueKind.MARKUP, ValueKind.LIST}
    is_text = is_plain and any(value_kind(view, operand) in _TEXT for operand in operands)
    return ValueKind.TEXT if is_text else ValueKind.UNKNOWN


def gives_template(view: ModuleView, function: tree_sitter.Node | None) -> bool:
    """Whether a function is annotated to return a Template: what tdom takes as a component is, and hardly more."""
    returns = function.child_by_field_name("return_type") if function is not None else None
    return annotation_of(view, returns).plain_reference in api.TEMPLATE


def fallen_condition(view: ModuleView, function: tree_sitter.Node) -> tree_sitter.Node | None:
    """The last condition of the `if` without an `else` that ends a function: where none holds, that gives None."""
    statements = statements_in(function)
    if not statements or statements[-1].type != "if_statement":
        return None
    conditions = before_the_end(statements)
    if not conditions or _may_always_hold(view, conditions):
        return None
    inside = [found for found in returns_of(view, function) if found.start_byte > statements[-1].start_byte]
    return conditions[-1] if any(_returns_template(view, found) for found in inside) else None


def _may_always_hold(view: ModuleView, conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether the last condition is a constant, or is about the same thing as another one."""
    last = conditions[-1]
    is_constant = last.type in {"true", "integer", "string"} or view.text(last).isupper()
    return is_constant or (len(conditions) > 1 and may_leave_nothing_out(view, conditions))


def _returns_template(view: ModuleView, statement: tree_sitter.Node) -> bool:
    value = next((child for child in statement.named_children if child.type != "comment"), None)
    ends = [origin for _, origin in origins(view, value)] if value is not None else []
    return any(value_kind(view, end) is ValueKind.TEMPLATE for end in ends)
