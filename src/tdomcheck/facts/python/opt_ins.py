"""What a function does only where a caller asks for it: behind a parameter whose default says no."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.source.tree import unwrapped

_TRUTH = {"true": True, "false": False, "none": False}


def is_opt_in(view: PythonModule, function: tree_sitter.Node, place: tree_sitter.Node) -> bool:
    """Whether a place of a function is passed by as long as nobody gives a parameter that has a default."""
    defaults = _defaults(view, function)
    return bool(defaults) and any(
        _truth(view, condition, defaults) is not is_taken and _truth(view, condition, defaults) is not None
        for condition, is_taken in _conditions(function, place)
    )


def _conditions(function: tree_sitter.Node, place: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, bool]]:
    """What is asked on the way to a place, each with what it has to be."""
    inner: tree_sitter.Node | None = place
    while inner is not None and inner != function:
        outer = inner.parent
        if outer is not None and outer.type == "conditional_expression" and len(outer.named_children) == 3:
            taken, condition, _ = outer.named_children
            if inner != condition:
                yield condition, inner == taken
        elif outer is not None and outer.type == "if_statement":
            asked = outer.child_by_field_name("condition")
            if asked is not None and inner != asked:
                yield asked, inner == outer.child_by_field_name("consequence")
        inner = outer


def _truth(view: PythonModule, condition: tree_sitter.Node, defaults: Mapping[str, bool]) -> bool | None:
    """What a condition is by default; None where that is not the word of one parameter."""
    node, is_negated = unwrapped(condition), False
    while node.type == "not_operator" and node.named_children:
        node, is_negated = unwrapped(node.named_children[0]), not is_negated
    known = defaults.get(view.text(node)) if node.type == "identifier" else None
    return None if known is None else known is not is_negated


@once_each
def _defaults(view: PythonModule, function: tree_sitter.Node) -> Mapping[str, bool]:
    """The parameters whose default is True, False or None and that the function gives no other value."""
    listed = function.child_by_field_name("parameters")
    defaults: dict[str, bool] = {}
    for node in listed.named_children if listed is not None else ():
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None and value.type in _TRUTH:
            defaults[view.text(name)] = _TRUTH[value.type]
    for target in view.nodes["target"] if defaults else ():
        if function.start_byte < target.start_byte < function.end_byte:
            defaults.pop(view.text(target), None)
    return defaults
