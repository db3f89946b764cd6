"""What the names of a module are given that can be called: `functools.partial`, a closure, a lambda, an object."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice, takewhile

import tree_sitter

from tdomcheck.facts.python.calls import Arguments, arguments_of
from tdomcheck.facts.python.classes import classes_of, definition, nodes_of, set_attributes
from tdomcheck.facts.python.closures import closure_at, is_handed_on, signature_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.records import ATTRS, DATACLASS, ClassFact, ParameterFact, ParameterKind
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass

_PARTIAL = "functools.partial"
_PLACEHOLDER = "functools.Placeholder"
_FIELD = ParameterKind.FIELD


@dataclass(frozen=True, slots=True)
class CallableValue:
    """What a value is when it is called."""

    signature: tree_sitter.Node | None
    """The function, lambda or class whose parameters a caller gives; None where another file has it."""
    call: tree_sitter.Node | None
    """The function whose `return` statements tell what comes of it, or of the object that it makes."""
    filled: frozenset[str] = frozenset()
    """Parameters that have a value, and may be given another."""
    skipped: int = 0
    """How many positional arguments it has: nobody may give what those fill."""
    is_object: bool = False
    reference: str = ""
    """What another file has."""


@dataclass(frozen=True, slots=True)
class NamedCallable:
    """A name that is given one such value, and nothing else."""

    name: tree_sitter.Node
    value: tree_sitter.Node
    given: CallableValue


def named_callables(view: PythonModule, transparent: Collection[str]) -> Iterator[NamedCallable]:
    """Those of a module; `transparent` are the decorators that leave a function what it is."""
    for assignment in view.nodes["top"]:
        name, value = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if name is None or value is None or name.type != "identifier" or value.type not in _TYPES:
            continue
        if view.assigned(view.text(name), 0) == value:
            given = callable_value(view, unwrapped(value), transparent)
            if given is not None:
                yield NamedCallable(name, value, given)


def callable_value(view: PythonModule, value: tree_sitter.Node, transparent: Collection[str]) -> CallableValue | None:
    """What a value is when it is called, if its own file says that; of `functools.partial` another one may."""
    if value.type == "lambda":
        return CallableValue(value, None)
    function = value.child_by_field_name("function") if value.type == "call" else None
    reference = view.resolve(function) if function is not None else ""
    if reference == _PARTIAL:
        return _partial(view, value, transparent)
    class_ = classes_of(view).get(reference)
    if class_ is not None:
        return _object(view, class_, transparent)
    closure = closure_at(view, reference)
    if closure is None:
        return None
    if not closure.wrapped:
        return CallableValue(closure.inner, closure.inner)
    arguments = arguments_of(view, value)
    target = _target(view, arguments.positional[0], transparent) if arguments.positional else None
    return target if closure.hands_on or target is None else CallableValue(target.signature, None)


def _partial(view: PythonModule, call: tree_sitter.Node, transparent: Collection[str]) -> CallableValue | None:
    arguments = arguments_of(view, call)
    if arguments.has_star or not arguments.positional or _leaves_gaps(view, arguments):
        return None
    filled, skipped = frozenset(arguments.keywords), len(arguments.positional) - 1
    target, reference = _target(view, arguments.positional[0], transparent), view.resolve(arguments.positional[0])
    if target is not None:
        return CallableValue(target.signature, target.call, filled, skipped)
    if not reference or reference.startswith(":"):
        return None
    return CallableValue(None, None, filled, skipped, reference=reference)


def _leaves_gaps(view: PythonModule, arguments: Arguments) -> bool:
    return any(view.resolve(argument) == _PLACEHOLDER for argument in arguments.positional)


def count_filled(parameters: Iterable[ParameterFact], skipped: int) -> int:
    """How many of the first parameters that many positional arguments fill: what is left goes to `*args`."""
    may_be_filled = (each.is_positional or (each.kind is _FIELD and not each.is_keyword_only) for each in parameters)
    return sum(1 for _ in takewhile(bool, islice(may_be_filled, skipped)))


def _target(view: PythonModule, node: tree_sitter.Node, transparent: Collection[str]) -> CallableValue | None:
    """A function or class of the file by its name."""
    callee = definition(view, view.resolve(node))
    if callee is None:
        return None
    class_ = classes_of(view).get(view.resolve(node))
    if class_ is not None:
        return (
            CallableValue(callee, nodes_of(view, class_).methods.get("__call__")) if _is_plain(view, class_) else None
        )
    signature = signature_of(view, callee, transparent)
    if signature is None or view.scopes.scopes[view.scopes.index_at(callee.start_byte)].kind == "class":
        return None
    return CallableValue(signature, callee if is_handed_on(view, callee, transparent) else None)


def _object(view: PythonModule, class_: ClassFact, transparent: Collection[str]) -> CallableValue | None:
    """What calls an object calls its `__call__`."""
    method = nodes_of(view, class_).methods.get("__call__")
    if method is None or not _is_plain(view, class_) or signature_of(view, method, transparent) != method:
        return None
    call = method if is_handed_on(view, method, transparent) else None
    return CallableValue(method, call, skipped=1, is_object=True)


def _is_plain(view: PythonModule, class_: ClassFact) -> bool:
    """Whether calling a class makes an object of it, which is called as the class says."""
    is_left_alone = (DATACLASS | ATTRS).issuperset(class_.decorators) and not class_.has_keywords
    return is_left_alone and "__new__" not in class_.names and "__call__" not in set_attributes(view)


_TYPES = frozenset({"call", "lambda", "parenthesized_expression"})
