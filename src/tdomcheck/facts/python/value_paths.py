"""The way to a value from a name that other files may know: what is looked up and called, one after another."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.facts.limits import MOST_STEPS
from tdomcheck.facts.python.bindings import unsure_names
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definition, set_attributes
from tdomcheck.facts.python.loops import loop_source
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.model import Premise
from tdomcheck.model.claims import Claim, OfKind
from tdomcheck.source.tree import is_deeper_than, unwrapped
from tdomcheck.values import dataclass

CALL = "()"
ITEM = "[]"
HELD = "[...]"
"""A sequence of objects of the class that came before."""


@dataclass(frozen=True, slots=True)
class ValuePath:
    """A reference, and the steps from what it means."""

    reference: str
    steps: tuple[str, ...] = ()

    def then(self, step: str) -> ValuePath:
        return ValuePath(self.reference, (*self.steps, step))


def premise(view: PythonModule, node: tree_sitter.Node, *claims: Claim | str) -> Premise | None:
    """The premise that one of some claims holds of a value, or that it is of a kind; None where nobody could tell."""
    path = value_path(view, node)
    if path is None:
        return None
    return Premise(
        path.reference, path.steps, tuple(OfKind(claim) if isinstance(claim, str) else claim for claim in claims)
    )


@once_each
def value_path(view: PythonModule, node: tree_sitter.Node) -> ValuePath | None:
    """The path to a value: through names, attributes and calls, and one step back through a local name."""
    if is_deeper_than(node, MOST_STEPS * 4):
        return None
    path = _path(view, node, follows=True)
    return path if path is not None and path.reference and len(path.steps) <= MOST_STEPS else None


def _path(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> ValuePath | None:
    node = unwrapped(node)
    if node.type == "identifier":
        return _name_path(view, node, follows=follows)
    if node.type == "attribute":
        return _attribute_path(view, node, follows=follows)
    if node.type == "call":
        return _call_path(view, node, follows=follows)
    if node.type == "subscript":
        return _item_path(view, node, follows=follows)
    if node.type == "await" and node.named_children:
        inner = unwrapped(node.named_children[0])
        return _asked(view, inner, "aget") if inner.type == "call" else None
    return None


def _name_path(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> ValuePath | None:
    name = view.text(node)
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    if name in scope.parameters:
        return _parameter_path(view, node)
    value = view.assigned(name, node.start_byte)
    if value is not None:
        return _path(view, value, follows=False) if follows else None
    if view.is_assigned(name, node.start_byte):
        source = iterated(view, node)
        path = _path(view, source, follows=follows) if source is not None else None
        return path.then(ITEM) if path is not None else None
    return _known(view, view.resolve(node)) if _is_single(view, node) else None


def _known(view: PythonModule, reference: str) -> ValuePath | None:
    """A name that is imported, or defined once in the file."""
    if not reference or (reference.startswith(":") and definition(view, reference) is None):
        return None
    return ValuePath(reference)


def _is_single(view: PythonModule, node: tree_sitter.Node) -> bool:
    """Whether the name means what it is bound to once, in the module or in the function."""
    name = view.text(node)
    index = view.scopes.index_at(node.start_byte)
    while index >= 0:
        scope = view.scopes.scopes[index]
        if name in scope.names or name in scope.bindings:
            break
        index = scope.parent
    if index == 0:
        return name not in unsure_names(view)
    places = [start for fact, start in view.located_imports if fact.alias == name]
    return sum(view.scopes.index_at(start) == index for start in places) <= 1


def iterated(view: PythonModule, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a loop goes through that gives a name its one value: `for name in ROWS`, also in a comprehension."""
    is_given_once = view.count_of_targets(view.scopes.index_at(node.start_byte), view.text(node)) == 1
    return loop_source(view, node) if is_given_once else None


def _attribute_path(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> ValuePath | None:
    owner, attribute = node.child_by_field_name("object"), node.child_by_field_name("attribute")
    if owner is None or attribute is None:
        return None
    dotted = view.dotted(node) if _is_single(view, _root(node)) else ""
    if dotted and (reference := view.resolve(node)) and (path := _known(view, reference)) is not None:
        return path
    if view.text(attribute) in set_attributes(view):
        return None
    path = _path(view, owner, follows=follows)
    return path.then(f".{view.text(attribute)}") if path is not None else None


def _root(node: tree_sitter.Node) -> tree_sitter.Node:
    """The name that a chain of attributes begins with."""
    while node.type == "attribute" and (owner := node.child_by_field_name("object")) is not None:
        node = owner
    return node


def _call_path(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> ValuePath | None:
    function = node.child_by_field_name("function")
    if function is None:
        return None
    asked = _asked(view, node, "get")
    if asked is not None:
        return asked
    path = _path(view, function, follows=follows)
    return path.then(CALL) if path is not None else None


def _item_path(view: PythonModule, node: tree_sitter.Node, *, follows: bool) -> ValuePath | None:
    """`rows[0]`, `rows[-1]`: one of what a sequence holds; a slice, and what a mapping holds, is something else."""
    value, index = node.child_by_field_name("value"), node.children_by_field_name("subscript")
    is_number = len(index) == 1 and index[0].type in {"integer", "unary_operator"}
    path = _path(view, value, follows=follows) if value is not None and is_number else None
    return path.then(ITEM) if path is not None else None


def _asked(view: PythonModule, call: tree_sitter.Node, method: str) -> ValuePath | None:
    """`container.get(X)` is an object of X."""
    function = call.child_by_field_name("function")
    if function is None or function.type != "attribute":
        return None
    receiver, _, name = view.text(function).rpartition(".")
    arguments = arguments_of(view, call)
    if name != method or not receiver.lower().endswith("container") or len(arguments.positional) != 1:
        return None
    reference = view.resolve(arguments.positional[0])
    held = function.child_by_field_name("object")
    said = parameter_at(view, held) if held is not None else None
    is_mapping = said is not None and re.search(r"(?i)dict|mapping", said.annotation) is not None
    return ValuePath(reference, (CALL,)) if reference and not is_mapping else None


def _parameter_path(view: PythonModule, node: tree_sitter.Node) -> ValuePath | None:
    """An object of the class that a parameter is annotated with; `self` is one of the class around it."""
    name = view.text(node)
    if view.is_assigned(name, node.start_byte):
        return None
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    owner = view.scopes.scopes[scope.parent]
    if name == "self" and owner.kind == "class":
        return ValuePath(f":{owner.path}", (CALL,))
    parameter = parameter_at(view, node)
    if parameter is None or parameter.is_variadic or not (parameter.type_ref or parameter.item_ref):
        return None
    if parameter.marker == "Get":
        return None
    if parameter.marker:
        return ValuePath(parameter.type_ref, (CALL,))
    if parameter.item_ref:
        return ValuePath(parameter.item_ref, (HELD,))
    return ValuePath(parameter.type_ref, (CALL,)) if "[" not in parameter.annotation else None
