"""Whether a rewrite hangs together: what it puts in is read as it was, and so is all around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.patterns.filling import Filled, FilledHole
from tdomcheck.patterns.fitting import is_whole, sources
from tdomcheck.patterns.match import Match
from tdomcheck.patterns.shapes import HOLE, bare, shape
from tdomcheck.source.text import before_on_line
from tdomcheck.source.tree import ParsedTree, parse_tree

AROUND = -1
_SPLATS = frozenset({"list_splat", "dictionary_splat"})
_TAKE_SPLATS = frozenset({"argument_list", "list", "tuple", "set", "dictionary"})
_OPEN = frozenset({"lambda", "named_expression", "conditional_expression", "comparison_operator", "boolean_operator"})
"""A colon or an exclamation mark in these may end an interpolation."""


def torn_in(view: ModuleView, match: Match, filled: Filled) -> frozenset[int]:
    """The regions that are read as something else in their new place; AROUND where all that stands around is."""
    if not filled.text.strip():
        return frozenset()
    (before, old), (after, new) = sources(view, match, filled.text)
    was, now = parse_tree(before), parse_tree(after)
    last = old + match.nodes[-1].end_byte - match.nodes[0].start_byte
    torn = {number for number, each in enumerate(filled.regions) if not _stands(view, now, each, new)}
    end = new + len(filled.text.encode())
    expected = shape(was, was.root, old, last)
    is_same = expected.count(HOLE) == 1 and expected == shape(now, now.root, new, end)
    is_exposed = any(_is_exposed(now, node) for node in _chain(now, new, end))
    if is_whole(match):
        is_same = is_same and _ends(view, match, now, new, end)
    if not is_same or is_exposed:
        torn.add(AROUND)
    return frozenset(torn)


def _stands(view: ModuleView, now: ParsedTree, region: FilledHole, offset: int) -> bool:
    start, end = offset + region.start, offset + region.end
    chain = list(_chain(now, start, end))
    exact = [node for node in chain if (node.start_byte, node.end_byte) == (start, end)]
    types = {node.type for node in exact}
    if _is_of_literal(region):
        return not types.isdisjoint({"string", "concatenated_string"})
    if not region.bound.nodes:
        return "identifier" in types
    if not region.is_wrapped and any(_is_exposed(now, node) for node in exact):
        return False
    expected = _nodes_of(region)
    rows = [[node] for node in exact]
    rows += [[each for each in node.children if start <= each.start_byte and each.end_byte <= end] for node in chain]
    return any(_is_row(view, now, expected, row) for row in rows)


def _is_of_literal(region: FilledHole) -> bool:
    nodes = region.bound.nodes
    return region.bound.is_literal or (len(nodes) == 1 and nodes[0].type == "string")


def _nodes_of(region: FilledHole) -> tuple[tree_sitter.Node, ...]:
    """What must stand in a region: parentheses around a bare tuple hold its items."""
    nodes = region.bound.nodes
    is_bare_tuple = len(nodes) == 1 and nodes[0].type == "expression_list"
    return tuple(nodes[0].children) if region.is_wrapped and is_bare_tuple else nodes


def _is_row(
    view: ModuleView, now: ParsedTree, wanted: tuple[tree_sitter.Node, ...], row: list[tree_sitter.Node]
) -> bool:
    row = [node for node in row if node.type not in {"comment", "line_continuation"}]
    if len(row) != len(wanted):
        return False
    for mine, their in zip(wanted, row, strict=True):
        if shape(view.tree, bare(mine)) != shape(now, bare(their)):
            return False
        if their.type in _SPLATS and (their.parent is None or their.parent.type not in _TAKE_SPLATS):
            return False
    return True


def _chain(tree: ParsedTree, start: int, end: int) -> Iterator[tree_sitter.Node]:
    """The smallest node around a place, those of the same extent, and the next larger one."""
    node = tree.root.descendant_for_byte_range(start, end)
    extent = (node.start_byte, node.end_byte) if node is not None else (0, 0)
    while node is not None:
        yield node
        if (node.start_byte, node.end_byte) != extent:
            return
        node = node.parent


def _is_exposed(tree: ParsedTree, node: tree_sitter.Node) -> bool:
    if node.type not in _OPEN or not set(tree.text(node)) & set(":!"):
        return False
    around = node.parent
    while around is not None and around.type != "parenthesized_expression":
        if around.type == "interpolation":
            return True
        around = around.parent
    return False


def is_expression(text: str) -> bool:
    """Whether a text is one expression, which parentheses may stand around."""
    root = parse_tree(f"(\n{text}\n)".encode())
    statements = root.root.named_children
    node = bare(statements[0]) if len(statements) == 1 else None
    if not text.strip() or node is None or root.is_broken or node.end_byte != len(root.utf8):
        return False
    inner = [each for each in node.named_children if each.type != "comment"]
    return node.type == "tuple" or (
        node.type == "parenthesized_expression" and len(inner) == 1 and inner[0].type not in {"yield", *_SPLATS}
    )


def _ends(view: ModuleView, match: Match, now: ParsedTree, start: int, end: int) -> bool:
    """Whether what follows on the line of a statement is not swallowed by a comment or a block."""
    utf8, last = view.source.utf8, match.nodes[-1].end_byte
    is_alone = not before_on_line(utf8, match.nodes[0].start_byte).strip()
    rest = re.split(rb"[\r\n]", utf8[last : last + 200], maxsplit=1)[0].strip()
    if is_alone and (not rest or rest.startswith(b"#")):
        return True
    pending = [now.root]
    while pending:
        node = pending.pop()
        if start <= node.start_byte and node.end_byte <= end and node.type in {"comment", "block"}:
            return False
        pending.extend(node.children)
    return True
