"""Functions that give back a function which they define: closures, and decorators as they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.facts.python.classes import decorator_reference, definition, definitions_of, path_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.terminal import later_kind
from tdomcheck.facts.records import ClosureFact
from tdomcheck.values import dataclass

_INNER = frozenset({"function_definition", "class_definition", "lambda"})
_BINDING = frozenset({"assignment", "augmented_assignment", "named_expression", "for_statement", "delete_statement"})
_WRAPS = "functools.wraps"


@dataclass(frozen=True, slots=True)
class Closure:
    """A function that gives back one that it defines, and nothing else."""

    function: tree_sitter.Node
    inner: tree_sitter.Node
    wrapped: str
    """The parameter that `functools.wraps` is given: what comes back is called with what that takes."""
    hands_on: bool
    """What comes back gives what that parameter gives."""


def closures_in(view: PythonModule) -> tuple[ClosureFact, ...]:
    """Those of a file, for others that decorate by them."""
    return tuple(
        ClosureFact(path, path_of(view, closure.inner), closure.wrapped) for path, closure in _closures(view).items()
    )


def closure_at(view: PythonModule, reference: str) -> Closure | None:
    """That of a function of the file."""
    return _closures(view).get(reference[1:]) if reference.startswith(":") else None


def signature_of(
    view: PythonModule, function: tree_sitter.Node, transparent: Collection[str]
) -> tree_sitter.Node | None:
    """The function whose parameters a caller gives, for all that decorators do; None where that is not known."""
    for decorator in definitions_of(view).decorator_nodes(function):
        if decorator_reference(view, decorator) not in transparent:
            closure = decorating(view, decorator)
            if closure is None:
                return None
            if not closure.wrapped:
                return closure.inner
    return function


def is_handed_on(view: PythonModule, function: tree_sitter.Node, transparent: Collection[str]) -> bool:
    """Whether a function is called with what it takes, and gives what it gives, for all that its decorators do."""
    for decorator in definitions_of(view).decorator_nodes(function):
        closure = decorating(view, decorator)
        is_wrapping = closure is not None and bool(closure.wrapped) and closure.hands_on
        if not is_wrapping and decorator_reference(view, decorator) not in transparent:
            return False
    return True


def decorating(view: PythonModule, decorator: tree_sitter.Node) -> Closure | None:
    """What a decorator of this file makes of a function: with arguments, what it gives back decorates."""
    closure = closure_at(view, decorator_reference(view, decorator))
    if closure is None or decorator.type != "call":
        return closure
    return closure_at(view, f":{path_of(view, closure.inner)}")


@once
def _closures(view: PythonModule) -> dict[str, Closure]:
    inner = {node.id for node in view.nodes["function"] if _is_in_function(view, node)}
    owners = dict.fromkeys(_owner(view, node) for node in view.nodes["function"] if node.id in inner)
    closures: dict[str, Closure] = {}
    for path in owners:
        function = definition(view, f":{path}")
        closure = _closure(view, function) if function is not None else None
        if closure is not None:
            closures[path] = closure
    return closures


def _is_in_function(view: PythonModule, node: tree_sitter.Node) -> bool:
    return view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind == "function"


def _owner(view: PythonModule, node: tree_sitter.Node) -> str:
    return path_of(view, node).rpartition(".")[0]


def _closure(view: PythonModule, function: tree_sitter.Node) -> Closure | None:
    if function.type != "function_definition" or later_kind(view, function):
        return None
    if definitions_of(view).decorator_nodes(function):
        return None
    returned = [_value(statement) for statement in _within(function) if statement.type == "return_statement"]
    names = {view.text(value) if value is not None and value.type == "identifier" else "" for value in returned}
    inner = definition(view, f":{path_of(view, function)}.{names.pop()}") if len(names) == 1 else None
    if inner is None or inner.type != "function_definition" or _is_bound(view, function, inner):
        return None
    return _below(view, function, inner)


def _below(view: PythonModule, function: tree_sitter.Node, inner: tree_sitter.Node) -> Closure | None:
    """The same with what the decorator of the inner function says: that is `functools.wraps`, or there is none."""
    parameters = [parameter.name for parameter in definitions_of(view).parameters(function)]
    wrapped = ""
    for decorator in definitions_of(view).decorator_nodes(inner):
        arguments = decorator.child_by_field_name("arguments")
        names = [view.text(child) for child in arguments.named_children] if arguments is not None else []
        if decorator_reference(view, decorator) != _WRAPS or names != parameters[:1] or wrapped:
            return None
        wrapped = names[0]
    return Closure(function, inner, wrapped, hands_on=bool(parameters) and _hands_on(view, inner, parameters[0]))


def _hands_on(view: PythonModule, inner: tree_sitter.Node, name: str) -> bool:
    """Whether every `return` of a function gives what a name around it gives when it is called."""
    if later_kind(view, inner) or name in {parameter.name for parameter in definitions_of(view).parameters(inner)}:
        return False
    returned = [_value(statement) for statement in _within(inner) if statement.type == "return_statement"]
    callee = [value.child_by_field_name("function") for value in returned if value is not None and value.type == "call"]
    is_all = len(callee) == len(returned) and all(each is not None and view.text(each) == name for each in callee)
    return bool(returned) and is_all and name not in _bound(view, inner)


def _is_bound(view: PythonModule, function: tree_sitter.Node, inner: tree_sitter.Node) -> bool:
    """Whether a function does more with an inner one than to return it, or gives its own first parameter a value."""
    name = inner.child_by_field_name("name")
    text = name.text if name is not None else b""
    uses = (node for node in _within(function) if node.type == "identifier" and node.text == text)
    if any(use.parent is not None and use.parent.type != "return_statement" for use in uses):
        return True  # `update_wrapper(inner, component)`, `inner.__signature__ = ...`
    parameters = [parameter.name for parameter in definitions_of(view).parameters(function)]
    return not _bound(view, function).isdisjoint(parameters[:1])


def _bound(view: PythonModule, function: tree_sitter.Node) -> set[str]:
    """The names that the statements of a function bind; also of a file whose expressions are not looked at."""
    targets = (
        node.child_by_field_name("left") or node.child_by_field_name("name") or node
        for node in _within(function)
        if node.type in _BINDING
    )
    return {view.text(name) for target in targets for name in (target, *target.named_children)}


def _value(statement: tree_sitter.Node) -> tree_sitter.Node | None:
    return next((child for child in statement.named_children if child.type != "comment"), None)


def _within(function: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What stands in a function, functions and classes inside of it aside."""
    body = function.child_by_field_name("body")
    pending = [body] if body is not None else []
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for child in node.named_children if child.type not in _INNER)
