"""Where code says a key of a mapping: `{"user": 1}`, `props["user"]`, `"user" in props`, `props.get("user")`."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.facts.python.regions import Step

READERS = frozenset({"get", "pop", "setdefault"})
WRITERS = frozenset({"update"})
_MEMBERSHIP = frozenset({"in", "not in"})
_PARTS_OF_STRING = 3
"""Its quotes, and what is between them."""


def key_at(view: ModuleView, each: Occurrence, name: str) -> tuple[tree_sitter.Node, Step] | None:
    """What a string says a key of, and the place of that: it is that of a display or pattern itself."""
    string, is_whole = each.step.outer, each.step.node.type == "string_content" and view.text(each.step.node) == name
    outer = string.outer if string is not None and string.node.named_child_count <= _PARTS_OF_STRING else None
    if not is_whole or string is None or outer is None:
        return None
    node: tree_sitter.Node | None = None
    match outer.node.type:
        case "pair" | "dict_pattern" if string.field == "key":
            outer = outer.outer if outer.node.type == "pair" and outer.outer is not None else outer
            node = outer.node
        case "subscript" if string.field == "subscript":
            node = outer.node.child_by_field_name("value")
        case "comparison_operator" if any(child.type in _MEMBERSHIP for child in outer.node.children):
            node = outer.node.named_children[-1]
        case "argument_list" if outer.node.named_children[0] == string.node:
            node = receiver(view, outer, READERS)
    return (node, outer) if node is not None else None


def receiver(view: ModuleView, arguments: Step, methods: frozenset[str]) -> tree_sitter.Node | None:
    """What a method is called on that is one of some: `props` of `props.update(...)`."""
    function = arguments.outer.node.child_by_field_name("function") if arguments.outer is not None else None
    is_one = function is not None and view.text(function).rpartition(".")[2] in methods
    return function.child_by_field_name("object") if function is not None and is_one else None
