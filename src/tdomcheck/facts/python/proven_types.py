"""The builtin type of an expression, as far as the file proves it: by syntax, local names, parameters and fields."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_in
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.builtin_types import is_boolean, literal_type, parameter_type
from tdomcheck.facts.python.classes import classes_of, definitions_of, lineage
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import is_shallow
from tdomcheck.facts.records import ParameterFact
from tdomcheck.source.tree import unwrapped


def proven_type(view: PythonModule, node: tree_sitter.Node) -> str:
    """The builtin type of an expression: by its syntax, the annotation of a parameter, or that of a field."""
    return _type_of(view, node, follows=True) if is_shallow(node) else ""


def _type_of(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> str:
    """`follows` one local name, and not the names in what that is given."""
    node = unwrapped(node)
    if node.type == "conditional_expression" and node.named_child_count == 3:
        return _common_type(view, (node.named_children[0], node.named_children[2]), follows=follows)
    if node.type == "boolean_operator":
        return "bool" if _common_type(view, node.named_children, follows=follows) == "bool" else ""
    if is_boolean(view, node):
        return "bool"
    match node.type:
        case "identifier":
            return _name_type(view, node, follows=follows)
        case "attribute":
            return _field_type(view, node)
        case "call":
            return _call_type(view, node)
        case _:
            return literal_type(view, node)


def _common_type(view: PythonModule, nodes: Sequence[tree_sitter.Node], *, follows: bool) -> str:
    types = {_type_of(view, node, follows=follows) for node in nodes}
    return types.pop() if len(types) == 1 else ""


def _name_type(view: PythonModule, name: tree_sitter.Node, *, follows: bool) -> str:
    value = view.assigned(view.text(name), name.start_byte)
    if value is None:
        return parameter_type(view, name)
    return _type_of(view, value, follows=False) if follows and is_shallow(value) else ""


def _call_type(view: PythonModule, call: tree_sitter.Node) -> str:
    function = call.child_by_field_name("function")
    name = view.text(function) if function is not None else ""
    if name == "len" and function is not None and not view.resolve(function) and not is_shadowed(view, "len"):
        return "int"
    return literal_type(view, call)


def _field_type(view: PythonModule, node: tree_sitter.Node) -> str:
    """`self.name`, where the class around it declares `name: bool`."""
    text = view.text(node)
    if not text.startswith("self.") or text.count(".") != 1:
        return ""
    index = view.scopes.index_at(node.start_byte)
    while index >= 0 and view.scopes.scopes[index].kind != "class":
        if "self" in view.scopes.scopes[index].parameters:
            owner = view.scopes.scopes[view.scopes.scopes[index].parent]
            return _declared_type(view, owner.path, text[5:]) if owner.kind == "class" else ""
        index = view.scopes.scopes[index].parent
    return ""


def _declared_type(view: PythonModule, path: str, name: str) -> str:
    """What a class, or a base of it in the file, declares a field to be: the nearest says it."""
    class_ = classes_of(view).get(f":{path}")
    family = lineage(view, class_) if class_ is not None else None
    for owner in family or ():
        if name in owner.names:
            return _fields(view).get((owner.path, name), "")
    return _fields(view).get((path, name), "")


@once
def _fields(view: PythonModule) -> dict[tuple[str, str], str]:
    """The builtin types of annotated fields by class and name."""
    return {
        (owner.path, declared.name): _builtin(view, declared)
        for owner in definitions_of(view).classes()
        for declared in owner.fields
    }


def _builtin(view: PythonModule, declared: ParameterFact) -> str:
    builtin = annotation_in(declared.annotation).builtin if not declared.type_ref else ""
    return builtin if builtin and not is_shadowed(view, builtin) else ""
