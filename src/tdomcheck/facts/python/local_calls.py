"""What a function or method of the same file gives back, for one step through a call of it."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.classes import (
    classes_of,
    decorator_reference,
    definition,
    definitions_of,
    lineage,
    set_attributes,
)
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.terminal import later_kind
from tdomcheck.facts.records import ATTRS, DATACLASS, ClassFact
from tdomcheck.values import dataclass

_INNER = frozenset({"function_definition", "class_definition", "lambda"})


@dataclass(frozen=True, slots=True)
class Helper:
    """A function or method that is defined once, and has no decorator."""

    name: tree_sitter.Node
    returned: tuple[tree_sitter.Node, ...]
    """The value of every `return`."""
    returns: tree_sitter.Node | None
    """Its return annotation."""


def helper_of(view: PythonModule, node: tree_sitter.Node) -> Helper | None:
    """What `name(...)` or `self.name(...)` calls; None for coroutines, generators and what is not known."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None or function.type not in {"identifier", "attribute"}:
        return None
    reference = view.resolve(function) if function.type == "identifier" else own_method(view, function)
    if not reference.startswith(":"):
        return None
    return _helper_by_reference(view, reference)


@once_each
def _helper_by_reference(view: PythonModule, reference: str) -> Helper | None:
    target = definition(view, reference)
    return _helper(view, target) if target is not None else None


def function_behind(view: PythonModule, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The function of the file that `name()`, `self.name()` or the property `self.name` gives its value."""
    callee = node.child_by_field_name("function") if node.type == "call" else None
    named = callee or node
    reference = ""
    if named.type == "attribute":
        reference = own_method(view, named)
    elif named.type == "identifier" and callee is not None:
        reference = view.resolve(named)
    function = definition(view, reference)
    if function is None or function.type != "function_definition" or later_kind(view, function):
        return None
    return function if _fits(view, function, is_called=callee is not None) else None


def _fits(view: PythonModule, function: tree_sitter.Node, *, is_called: bool) -> bool:
    """What is called has no decorator, what is only read is a property."""
    decorators = definitions_of(view).decorator_nodes(function)
    if is_called or len(decorators) != 1:
        return is_called and not decorators
    is_builtin = view.text(decorators[0]) == "property" and not is_shadowed(view, "property")
    return is_builtin or decorator_reference(view, decorators[0]) == "functools.cached_property"


def is_up_to_caller(view: PythonModule, value: tree_sitter.Node) -> bool:
    """Whether only a caller knows a value: a parameter, an attribute of something, a comparison."""
    if value.type == "identifier":
        scope = view.scopes.scopes[view.scopes.index_at(value.start_byte)]
        name = view.text(value)
        return name in scope.parameters and not view.is_assigned(name, value.start_byte)
    is_unknown = value.type == "attribute" and not view.resolve(value)
    return is_unknown or value.type in {"comparison_operator", "not_operator"}


def own_method(view: PythonModule, function: tree_sitter.Node) -> str:
    """The reference of the method that `self.name` means, where no class of the file gives the name another meaning."""
    owner, name = function.child_by_field_name("object"), function.child_by_field_name("attribute")
    class_ = class_of_self(view, owner) if owner is not None else None
    if class_ is None or name is None or view.text(name) in set_attributes(view):
        return ""
    return _method(view, class_.path, view.text(name))


def class_of_self(view: PythonModule, name: tree_sitter.Node) -> ClassFact | None:
    """The class whose method has the `self` that is read somewhere, also in a function inside of the method."""
    if view.text(name) != "self":
        return None
    index = view.scopes.index_at(name.start_byte)
    while index > 0:
        scope = view.scopes.scopes[index]
        if "self" in scope.names:
            around = view.scopes.scopes[scope.parent]
            is_own = around.kind == "class" and "self" in scope.parameters and not view.is_assigned("self", scope.start)
            return classes_of(view).get(f":{around.path}") if is_own else None
        index = scope.parent
    return None


@once_each
def _method(view: PythonModule, path: str, name: str) -> str:
    """A class whose bases are not all known may be one of the family: then it must not have the name either."""
    family = lineage(view, classes_of(view)[f":{path}"])
    heirs, doubtful = _heirs(view)
    keeping = DATACLASS | ATTRS | view.known_names.plain_decorators
    if family is None or name in doubtful or any(not keeping.issuperset(owner.decorators) for owner in family):
        return ""
    holders = {other.path: other for other in (*family, *heirs[path]) if name in other.names}
    paths = [path for path, other in holders.items() if name in other.methods]
    return f":{paths[0]}.{name}" if len(holders) == 1 and paths and holders[paths[0]] in family else ""


@once
def _heirs(view: PythonModule) -> tuple[dict[str, list[ClassFact]], set[str]]:
    """The classes of a file by each of their bases; the names of those whose bases are not known."""
    heirs: dict[str, list[ClassFact]] = {}
    doubtful: set[str] = set()
    for class_ in classes_of(view).values():
        family = lineage(view, class_)
        doubtful |= class_.names if family is None else frozenset()
        for owner in family or ():
            heirs.setdefault(owner.path, []).append(class_)
    return heirs, doubtful


def _helper(view: PythonModule, node: tree_sitter.Node) -> Helper | None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if node.type != "function_definition" or name is None or body is None:
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
