"""The text of string literals."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.module import PythonModule


def static_text(view: PythonModule, node: tree_sitter.Node) -> str:
    """The text of a string literal without its interpolations, each of which is one letter; empty for bytes."""
    parts = [node] if node.type == "string" else [child for child in node.children if child.type == "string"]
    pieces: list[str] = []
    for part in parts:
        prefix = view.text(part.children[0]).lower().rstrip("\"'")
        if "b" in prefix or "t" in prefix:
            return ""
        position = part.children[0].end_byte
        for child in part.children[1:-1]:
            if child.type == "interpolation":
                pieces += [view.tree.utf8[position : child.start_byte].decode("utf-8", "replace"), "x"]
                position = child.end_byte
        pieces.append(view.tree.utf8[position : part.children[-1].start_byte].decode("utf-8", "replace"))
    return "".join(pieces)
