"""Whether a file that was read as Python still is, before anybody writes it."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.convert.current import CurrentFile
from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.model.suffixes import SOURCES, is_document
from tdomcheck.source.tree import compiled_query


def damage(path: str, before: bytes, after: bytes) -> str:
    """Why a content cannot take the place of another, or nothing; what could not be read before may stay as it is."""
    if is_document(path):
        is_worse = CurrentFile(before, path).parts.blocks[1] < CurrentFile(after, path).parts.blocks[1]
        return "a code block would no longer be read as Python" if is_worse else ""
    trouble = _trouble(path, after) if path.endswith(SOURCES) else ""
    return trouble if trouble and not _trouble(path, before) else ""


def _trouble(path: str, data: bytes) -> str:
    """What tree-sitter stumbles over, or may have been too lenient about, LibCST decides."""
    current = CurrentFile(data, path)
    try:
        tree = current.views[0].tree
        if tree.is_broken or any(map(_is_crooked, _bodies(tree.root))):
            if current.excess(0):
                return current.excess(0)
            current.module(0)
    except (Undecodable, Unparsable) as error:
        return str(error)
    return ""


def _bodies(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    yield root
    yield from tree_sitter.QueryCursor(compiled_query("(block) @body")).captures(root).get("body", [])


def _is_crooked(body: tree_sitter.Node) -> bool:
    """Whether a body is empty, or one of its lines stands further in than another: tree-sitter takes both."""
    statements = [child for child in body.named_children if child.type != "comment"]
    lines = {child.start_point.row: child.start_point.column for child in reversed(statements)}
    if body.type == "module":
        return any(lines.values())
    return not statements or len(set(lines.values())) > 1
