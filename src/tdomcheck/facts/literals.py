"""The text of string literals, and of what kind a constant is."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html_names import has_tags
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.types import literal_type

TAGS = "tags"
"""Text that holds tags."""


def constant_kind(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type of a literal, or `tags`; empty for anything else."""
    kind = literal_type(view, node)
    if kind != "str" or node.type not in {"string", "concatenated_string"}:
        return kind if kind in _PLAIN else ""
    return TAGS if "<" in view.text(node) and has_tags(static_text(view, node)) else kind


def static_text(view: ModuleView, node: tree_sitter.Node) -> str:
    """The text of a string literal without its interpolations, each of which is one letter; empty for bytes."""
    parts = [node] if node.type == "string" else [child for child in node.children if child.type == "string"]
    found: list[str] = []
    for part in parts:
        prefix = view.text(part.children[0]).lower().rstrip("\"'")
        if "b" in prefix or "t" in prefix:
            return ""
        position = part.children[0].end_byte
        for child in part.children[1:-1]:
            if child.type == "interpolation":
                found += [view.tree.utf8[position : child.start_byte].decode("utf-8", "replace"), "x"]
                position = child.end_byte
        found.append(view.tree.utf8[position : part.children[-1].start_byte].decode("utf-8", "replace"))
    return "".join(found)


_PLAIN = frozenset({"int", "float", "bool", "list", "tuple", "dict", "bytes", "str"})
