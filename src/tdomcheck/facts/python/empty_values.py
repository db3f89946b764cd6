"""Where a value may come out as None or False: an `and`, a function that gives nothing back, and what tests it."""

from __future__ import annotations

import re
from collections.abc import Collection

import tree_sitter

from tdomcheck.facts.python.builtin_types import is_boolean, literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.local_calls import function_behind, is_up_to_caller
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.narrowing import is_guarded
from tdomcheck.facts.python.optional_returns import may_be_none, tests_of
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.facts.python.value_flow import is_shallow, origins
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass

_PASSING = frozenset({"parenthesized_expression", "conditional_expression", "boolean_operator", "named_expression"})


@dataclass(frozen=True, slots=True)
class Textless:
    """What an expression may be that makes no text anybody wants to read."""

    kind: str
    """`None`, `bool`, or the builtin type of a collection."""
    is_certain: bool
    giver: tree_sitter.Node | None = None
    """The name of the function of the file that gives None back."""


def textless_value(view: PythonModule, node: tree_sitter.Node, kinds: Collection[str]) -> Textless | None:
    """The first value of some `kinds` that an expression may have and that makes no text: `None`, `bool`, `list` ..."""
    pairs = [*origins(view, node)]
    shown_kinds = [
        _kind(view, value, kinds) for shown, value in pairs if shown == value or not is_narrowed(view, shown)
    ]
    kind = next(filter(None, shown_kinds), "") or _false_side(view, node)
    if kind:
        return Textless(kind, shown_kinds == [kind])
    giver = next(filter(None, (_giver_of_none(view, *pair) for pair in pairs)), None)
    return Textless("None", is_certain=False, giver=giver) if giver is not None else None


def _kind(view: PythonModule, node: tree_sitter.Node, kinds: Collection[str]) -> str:
    if not is_shallow(node):
        return ""
    kind = "bool" if is_boolean(view, node) else literal_type(view, node)
    return kind if kind in kinds else ""


def is_narrowed(view: PythonModule, name: tree_sitter.Node) -> bool:
    """Whether a name is tested before or around, or stands before an `or`: then None is not what it gives."""
    return _is_before_or(name) or is_guarded(view, name, name)


def _is_before_or(node: tree_sitter.Node) -> bool:
    """Whether what a node gives goes to the left of an `or`, also as `(x if a else b) or c`."""
    parent = node.parent
    while parent is not None and parent.type in _PASSING:
        first, last = parent.named_children[0], parent.named_children[-1]
        operator = parent.child_by_field_name("operator")
        if operator is not None and node == first:
            return operator.type == "or"
        if node not in (first, last):
            return False  # the test of a conditional
        node, parent = parent, parent.parent
    return False


def _false_side(view: PythonModule, shown: tree_sitter.Node) -> str:
    """`n > 1 and 'big'` gives False where it does not give the text, also by a local name."""
    shown = unwrapped(shown)
    value = view.assigned(view.text(shown), shown.start_byte) if shown.type == "identifier" else None
    if value is not None and is_narrowed(view, shown):
        return ""
    node = unwrapped(value or shown)
    left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
    if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
        return ""
    is_asked = value is not None and is_guarded(view, shown, left)
    return "bool" if proven_type(view, left) == "bool" and not is_asked else ""


def _giver_of_none(view: PythonModule, shown: tree_sitter.Node, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The name of a function or property of the file whose body says that it may give None back."""
    function = function_behind(view, node)
    returns = returns_of(view, function) if function is not None else []
    if function is None or not may_be_none(view, function, returns):
        return None
    if is_narrowed(view, shown) or is_narrowed(view, node) or not _is_open(view, node, function):
        return None
    # What decides within the function may be known around the template.
    is_known = any(is_guarded(view, place, test) for place in (shown, node) for test in tests_of(function))
    return function.child_by_field_name("name") if not is_known else None


def _is_open(view: PythonModule, node: tree_sitter.Node, function: tree_sitter.Node) -> bool:
    """Whether a call says nothing of what the function decides by: `state("big")` may never be None."""
    if node.type != "call":
        return True
    arguments = arguments_of(view, node)
    defaults = [parameter.name for parameter in definitions_of(view).parameters(function) if parameter.has_default]
    tests = {word for test in tests_of(function) for word in re.findall(r"\w+", view.text(test))}
    is_any = all(is_up_to_caller(view, value) for value in arguments.values)
    return is_any and not arguments.has_star and tests.isdisjoint(defaults)
