"""The builtin type of an expression, where its own syntax or a plain annotation proves it."""

from __future__ import annotations

import typing as t

import tree_sitter

from tdomcheck.facts.flow import outcomes
from tdomcheck.facts.module import ModuleView

_SYNTAX = {
    "integer": "int",
    "float": "float",
    "true": "bool",
    "false": "bool",
    "none": "None",
    "comparison_operator": "bool",
    "not_operator": "bool",
    "list": "list",
    "list_comprehension": "list",
    "tuple": "tuple",
    "set": "set",
    "set_comprehension": "set",
    "dictionary": "dict",
    "dictionary_comprehension": "dict",
    "generator_expression": "generator",
    "lambda": "function",
}
_ANNOTATIONS = frozenset({"str", "bytes", "int", "float", "bool", "list", "tuple", "set", "dict"})
_TEXT_METHODS = frozenset({"format", "join"})
_PREDICATES = frozenset({"bool", "isinstance", "issubclass", "callable", "any", "all", "hasattr"})


def literal_type(view: ModuleView, node: tree_sitter.Node) -> str:
    """`str`, `list`, `Template` ... of one expression; empty where it may be anything."""
    if node.type in {"string", "concatenated_string"}:
        return _string_type(view, node)
    if node.type == "binary_operator":
        left = node.child_by_field_name("left")
        is_text = left is not None and left.type == "string" and _string_type(view, left) == "str"
        return "str" if is_text else ""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is not None and function.type == "attribute":
        owner, method = function.child_by_field_name("object"), function.child_by_field_name("attribute")
        is_text = owner is not None and owner.type == "string" and _string_type(view, owner) == "str"
        return "str" if is_text and method is not None and view.text(method) in _TEXT_METHODS else ""
    return _SYNTAX.get(node.type, "")


def _string_type(view: ModuleView, node: tree_sitter.Node) -> str:
    first = node if node.type == "string" else next((child for child in node.children if child.type == "string"), node)
    letters = view.text(first.children[0] if first.children else first).lower().rstrip("\"'")
    return "Template" if "t" in letters else "bytes" if "b" in letters else "str"


def is_boolean(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression gives True or False whatever its names are."""
    if node.type == "boolean_operator":
        return all(is_boolean(view, child) for child in node.named_children)
    if node.type == "call":
        function = node.child_by_field_name("function")
        return function is not None and view.text(function) in _PREDICATES and not view.resolve(function)
    return all(literal_type(view, outcome) == "bool" for outcome in outcomes(node))


def parameter_type(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type that a parameter is annotated with, where it is never given another value."""
    name = view.text(node)
    index = view.scopes.index_at(node.start_byte)
    scope = view.scopes.scopes[index]
    if node.type != "identifier" or name not in scope.parameters or view.is_assigned(name, node.start_byte):
        return ""
    listed = _parameter_lists(view).get(scope.start)
    return _annotated(view, listed, name) if listed is not None else ""


def _parameter_lists(view: ModuleView) -> dict[int, tree_sitter.Node]:
    """The parameters of functions by where they begin, which is where their scopes do; worked out once."""
    if "parameter lists" not in view.memory:
        found = (function.child_by_field_name("parameters") for function in view.captures["function"])
        view.memory["parameter lists"] = {listed.start_byte: listed for listed in found if listed is not None}
    return t.cast("dict[int, tree_sitter.Node]", view.memory["parameter lists"])


def _annotated(view: ModuleView, parameters: tree_sitter.Node, name: str) -> str:
    for parameter in parameters.named_children:
        typed = parameter.child_by_field_name("type")
        named = parameter.child_by_field_name("name") or (parameter.named_children or [parameter])[0]
        if typed is not None and view.text(named) == name:
            head, _, arguments = view.text(typed).partition("[")
            is_plain = not arguments or arguments.endswith("]")
            return head if is_plain and head in _ANNOTATIONS and not view.resolve_at(head, 0) else ""
    return ""
