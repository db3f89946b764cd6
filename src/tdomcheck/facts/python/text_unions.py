"""What `|` joins to a string, as in `List[int] | "Later"`: names of typing take one there, and no class does."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.annotations import subscript_parts
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.source.tree import compiled_query, unwrapped

_UNIONS = "[(binary_operator) (union_type)] @union"
_JOINING = frozenset({"binary_operator", "union_type"})
_TEXTS = frozenset({"string", "concatenated_string"})
_GENERIC = frozenset({"generic_type", "subscript"})


@once
def beside_texts(view: PythonModule) -> frozenset[int]:
    """The `id` of each node of a name, without its brackets, that stands in one union with a string."""
    return names_beside_texts(view.tree.root)


def names_beside_texts(root: tree_sitter.Node) -> frozenset[int]:
    """The same of any tree."""
    beside: set[int] = set()
    looked_at: set[int] = set()
    unions = tree_sitter.QueryCursor(compiled_query(_UNIONS)).captures(root).get("union", [])
    for union in sorted(unions, key=lambda node: (node.start_byte, -node.end_byte)):
        if union.id not in looked_at:  # `A | B | C` is a union in a union
            operands = [*_operands(union, looked_at)]
            is_beside = any(operand.type in _TEXTS for operand in operands)
            beside |= {_head(operand).id for operand in operands if is_beside}
    return frozenset(beside)


def _operands(union: tree_sitter.Node, looked_at: set[int]) -> Iterator[tree_sitter.Node]:
    pending = [union]
    while pending:
        node = unwrapped(pending.pop())
        while node.type == "type" and node.named_children:
            node = unwrapped(node.named_children[0])
        if node.type in _JOINING and any(child.type == "|" for child in node.children):
            looked_at.add(node.id)
            pending += node.named_children
        else:
            yield node


def _head(operand: tree_sitter.Node) -> tree_sitter.Node:
    """`List` of `List[int]`."""
    head = subscript_parts(operand)[0] if operand.type in _GENERIC else None
    return head if head is not None else operand
