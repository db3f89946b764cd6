"""Functions whose own body says that they may give None back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.flow import outcomes

_TESTS = {"if_statement": "condition", "elif_clause": "condition", "boolean_operator": "left"}


def may_be_none(function: tree_sitter.Node, returns: Sequence[tree_sitter.Node]) -> bool:
    """A body that is one `return` with None on one side, or two of which one gives None."""
    sides = [{end.type == "none" for child in found.named_children for end in outcomes(child)} for found in returns]
    sides = [side or {True} for side in sides]
    if len(returns) == 1:
        return sides == [{True, False}] and _statements(function) == [returns[0]]
    return sides in ([{True}, {False}], [{False}, {True}])


def _statements(function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The body of a function, its docstring aside."""
    body = function.child_by_field_name("body")
    found = [child for child in body.named_children if child.type != "comment"] if body is not None else []
    is_documented = bool(found) and [child.type for child in found[0].named_children] == ["string"]
    return found[1:] if is_documented and found[0].type == "expression_statement" else found


def tests_of(function: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What decides which value a function gives back."""
    pending = [function]
    while pending:
        node = pending.pop()
        test = node.child_by_field_name(_TESTS[node.type]) if node.type in _TESTS else None
        if node.type == "conditional_expression" and node.named_child_count == 3:
            test = node.named_children[1]
        if test is not None:
            yield test
        pending += node.named_children
