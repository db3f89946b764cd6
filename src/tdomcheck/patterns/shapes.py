"""What a tree says, apart from white space and comments, so that two pieces of code can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.source.tree import ParsedTree

_WHOLE = frozenset({"string_content", "format_specifier"})
"""Their children leave out part of their text."""
_SKIPPED = frozenset({"comment", "line_continuation"})
_ROWS = frozenset({"module", "block"})
HOLE = "<hole>"
TreeShape = tuple[str, ...]


def shape(tree: ParsedTree, node: tree_sitter.Node, start: int = -1, end: int = -1) -> TreeShape:
    """The types and words of a tree, with one word for what stands from `start` to `end`."""
    words: list[str] = []
    pending: list[tree_sitter.Node | str] = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, str):
            words.append(each)
        elif each.type in _SKIPPED:
            continue
        elif (each.start_byte, each.end_byte) == (start, end) and not _is_around(each):
            words.append(HOLE)
        elif not each.children or (each.type in _WHOLE and not each.start_byte <= start <= end <= each.end_byte):
            words.append(f"{each.type} {tree.text(each)}")
        else:
            words.append(f"({each.type}")
            pending += [")", *reversed(list(_inner(each, start, end)))]
    return tuple(words)


def words(tree: ParsedTree, nodes: Sequence[tree_sitter.Node]) -> TreeShape:
    """The tokens of some code; white space between them says nothing, inside of them it does."""
    return tuple(word for node in nodes for word in shape(tree, node) if not word.startswith("(") and word != ")")


def bare(node: tree_sitter.Node) -> tree_sitter.Node:
    """An expression that stands as a statement."""
    is_wrapped = node.type == "expression_statement" and node.child_count == 1
    return node.children[0] if is_wrapped else node


def _is_around(node: tree_sitter.Node) -> bool:
    """Whether another node of the same extent is meant: `with a, b` is one clause and two expressions."""
    same = any((child.start_byte, child.end_byte) == (node.start_byte, node.end_byte) for child in node.named_children)
    return node.type in _ROWS or same


def _inner(node: tree_sitter.Node, start: int, end: int) -> Iterator[tree_sitter.Node | str]:
    """The children of a node; statements in the hole are one, however many they are."""
    has_hole = False
    for child in node.children:
        if node.type not in _ROWS or child.start_byte < start or child.end_byte > end:
            yield child
        elif not has_hole and child.type not in _SKIPPED:
            has_hole = True
            yield HOLE
