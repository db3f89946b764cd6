"""What an assertion says of a value that is written out: `assert "a" in page`, `assert page.count("a") == 1`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.value_flow import uses_of
from tdomcheck.source.tree import unwrapped

_SEARCHES = frozenset({"startswith", "endswith"})


def literal_places(view: PythonModule, literal: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Where a literal stands for itself: where it is written, and where the one name is read that it is given."""
    yield literal
    assignment = _out_of_parentheses(literal).parent
    name = assignment.child_by_field_name("left") if assignment is not None else None
    if assignment is None or name is None or assignment.type != "assignment" or name.type != "identifier":
        return
    for use in uses_of(view, view.text(name), literal.start_byte):
        value = view.given(use)
        if value is not None and unwrapped(value) == literal:
            yield use


def asserted_against(view: PythonModule, literal: tree_sitter.Node) -> tree_sitter.Node | None:
    """What an assertion says to hold a literal, to be it, or to begin or end with it."""
    literal = _out_of_parentheses(literal)
    comparison = literal.parent
    if comparison is not None and comparison.type == "argument_list":
        return _searched(view, comparison)
    if comparison is None or comparison.type != "comparison_operator" or comparison.named_child_count != 2:
        return None
    left, right = comparison.named_children
    operators = [child.type for child in comparison.children if not child.is_named]
    is_held = operators == ["in"] and left == literal
    if not (is_held or operators == ["=="]) or not _is_asserted(comparison):
        return None
    return right if left == literal else left


def is_compared(literal: tree_sitter.Node) -> bool:
    """Whether the whole of something is compared with a literal, and not a part of it."""
    comparison = _out_of_parentheses(literal).parent
    return comparison is not None and any(child.type == "==" for child in comparison.children)


def _out_of_parentheses(node: tree_sitter.Node) -> tree_sitter.Node:
    while node.parent is not None and node.parent.type == "parenthesized_expression":
        node = node.parent
    return node


def _searched(view: PythonModule, listed: tree_sitter.Node) -> tree_sitter.Node | None:
    """What `page.count("...") == 1` or `page.startswith("...")` looks into."""
    call = listed.parent
    function = call.child_by_field_name("function") if call is not None else None
    method = function.child_by_field_name("attribute") if function is not None else None
    if call is None or function is None or method is None or listed.named_child_count != 1:
        return None
    name = view.text(method)
    is_meant = _is_asserted(call) if name in _SEARCHES else name == "count" and _is_counted(view, call)
    return function.child_by_field_name("object") if is_meant else None


def _is_counted(view: PythonModule, call: tree_sitter.Node) -> bool:
    """Whether an assertion holds only if a count is not 0."""
    comparison = call.parent
    if comparison is None or comparison.type != "comparison_operator" or comparison.named_child_count != 2:
        return False
    number = next((child for child in comparison.named_children if child.type == "integer"), None)
    is_equal = any(child.type == "==" for child in comparison.children)
    return is_equal and number is not None and view.text(number) != "0" and _is_asserted(comparison)


def _is_asserted(node: tree_sitter.Node) -> bool:
    """Whether an `assert` holds only if an expression does: it is all of it, or joined by `and`."""
    parent = node.parent
    while parent is not None and _is_part(parent):
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "assert_statement" and parent.named_children[0] == node


def _is_part(node: tree_sitter.Node) -> bool:
    is_both = node.type == "boolean_operator" and any(child.type == "and" for child in node.children)
    return is_both or node.type == "parenthesized_expression"
