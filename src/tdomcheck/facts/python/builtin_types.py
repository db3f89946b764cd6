"""The builtin type of an expression, where its own syntax or a plain annotation proves it."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_in
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.python.value_flow import outcomes
from tdomcheck.facts.records import ParameterFact
from tdomcheck.regex import regex

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
_TEXT_METHODS = frozenset({"format", "join"})
_PREDICATES = frozenset({"bool", "isinstance", "issubclass", "callable", "any", "all", "hasattr"})
_AFFIXES = frozenset({"startswith", "endswith"})
_TEXT_TESTS = frozenset(
    {"isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable"}
    | {"isspace", "istitle", "isupper"}
)
"""Methods of str that take nothing and give True or False."""
_TEXTS = regex(r"\b(?:str|bytes|bytearray|Any)\b")
_COLUMN = regex(r"\b[A-Z]\w*\.|\.c\.|\bcol(?:umn)?\b")
"""`User.name.startswith("a")` is a part of a query where `User` is a table."""


def literal_type(view: PythonModule, node: tree_sitter.Node) -> str:
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


def _string_type(view: PythonModule, node: tree_sitter.Node) -> str:
    first = node if node.type == "string" else next((child for child in node.children if child.type == "string"), node)
    letters = view.text(first.children[0] if first.children else first).lower().rstrip("\"'")
    return "Template" if "t" in letters else "bytes" if "b" in letters else "str"


def is_boolean(view: PythonModule, node: tree_sitter.Node) -> bool:
    """Whether an expression gives True or False whatever its names are."""
    if node.type == "boolean_operator":
        return all(is_boolean(view, child) for child in node.named_children)
    if node.type == "call":
        function = node.child_by_field_name("function")
        if function is not None and function.type == "attribute":
            return _asks_text(view, node, function)
        return function is not None and view.text(function) in _PREDICATES and not view.resolve(function)
    return all(literal_type(view, outcome) == "bool" for outcome in outcomes(node))


def _asks_text(view: PythonModule, call: tree_sitter.Node, function: tree_sitter.Node) -> bool:
    """`label.isupper()`, `label.startswith("x")`: a method of str, of a str or of what nothing says to be no text."""
    owner, method = function.child_by_field_name("object"), function.child_by_field_name("attribute")
    listed = call.child_by_field_name("arguments")
    if owner is None or method is None or listed is None or listed.type != "argument_list":
        return False
    name, is_given = view.text(method), any(child.type != "comment" for child in listed.named_children)
    if name not in (_AFFIXES if is_given else _TEXT_TESTS):
        return False
    if literal_type(view, owner) in {"str", "bytes"} or parameter_type(view, owner) in {"str", "bytes"}:
        return True
    return name not in _function_names(view) and _may_be_text(view, owner, is_asked_of_others=is_given)


def _may_be_text(view: PythonModule, owner: tree_sitter.Node, *, is_asked_of_others: bool) -> bool:
    """Whether nothing says that an object is another one than a str; `series.str` of pandas is such a one.

    `is_asked_of_others`: modules, columns of a table have a method of the same name that gives something else."""
    text = view.text(owner)
    parameter = _parameter(view, owner)
    is_other = parameter is not None and parameter.annotation and not _TEXTS.search(parameter.annotation)
    if text.endswith(".str") or is_other:
        return False
    root = owner
    while root.named_children and root.type in {"attribute", "call", "subscript"}:
        root = root.named_children[0]
    is_imported = not view.resolve(root).startswith(":") and view.resolve(root) != ""
    return not is_asked_of_others or not (is_imported or _COLUMN.search(text))


@once
def _function_names(view: PythonModule) -> set[str]:
    """The names of all functions and methods of a file."""
    named = (function.child_by_field_name("name") for function in view.nodes["function"])
    return {view.text(name) for name in named if name is not None}


def parameter_type(view: PythonModule, node: tree_sitter.Node) -> str:
    """The builtin type that a parameter is annotated with, where it is never given another value."""
    parameter = None if view.is_assigned(view.text(node), node.start_byte) else _parameter(view, node)
    builtin = annotation_in(parameter.annotation).builtin if parameter is not None and not parameter.type_ref else ""
    return builtin if builtin and not view.resolve_at(builtin, 0) else ""


def _parameter(view: PythonModule, node: tree_sitter.Node) -> ParameterFact | None:
    parameter = parameter_at(view, node) if node.type == "identifier" else None
    return parameter if parameter is not None and not parameter.is_variadic else None
