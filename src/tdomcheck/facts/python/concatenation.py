"""What `+` and `+=` put together: the operands of a chain, and what a name is added."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.source.tree import unwrapped

Added = dict[tuple[int, str], list[tree_sitter.Node]]
"""The values that are added, by scope and name."""


def operator_of(node: tree_sitter.Node) -> str:
    """`+`, `%` and so on; nothing for what is no such operation."""
    operator = node.child_by_field_name("operator") if node.type == "binary_operator" else None
    return operator.type if operator is not None else ""


def is_sum(node: tree_sitter.Node) -> bool:
    """Whether an expression is `a + b`, of text, lists or numbers."""
    return operator_of(node) == "+"


def operands_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a chain of `+` adds, from left to right; anything else is its own only operand."""
    operands: list[tree_sitter.Node] = []
    pending = [node]
    while pending:
        current = unwrapped(pending.pop())
        if is_sum(current):
            pending += [child for child in reversed(current.named_children) if child.type != "comment"]
        else:
            operands.append(current)
    return operands


@once
def added_to_names(view: PythonModule) -> Added:
    """What `+=` adds to names in a file, also again and again in a loop."""
    added: Added = {}
    for target in view.nodes["target"]:
        statement = target.parent
        if statement is None or statement.type != "augmented_assignment" or target.type != "identifier":
            continue
        operator, right = statement.child_by_field_name("operator"), statement.child_by_field_name("right")
        if operator is not None and right is not None and operator.type == "+=":
            key = (view.scopes.index_at(target.start_byte), view.text(target))
            added.setdefault(key, []).append(right)
    return added
