"""Where `lazy import` may stand (3.15): older releases are asked about an import that is not lazy."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.ranges import covers, merged

_LAZY = re.compile(rb"lazy[ \t]+(?:import|from)\b")
_PLACES = (
    ("function", "functions"),
    ("class", "classes"),
    ("block", "try/except blocks"),
)


def mistake_in_laziness(view: ModuleView) -> tuple[tree_sitter.Node, str] | None:
    """The first import that cannot be lazy, and what Python says of it."""
    found = {match.start() for match in _LAZY.finditer(view.tree.utf8)} if b"lazy" in view.tree.utf8 else set()
    if not found:
        return None
    captures = view.captures
    imports = [node for group in ("import", "future") for node in captures[group] if node.start_byte in found]
    mistakes = [(node, message) for node in imports for message in _complaints(node)]
    for group, place in _PLACES:
        ranges = merged([(node.start_byte, node.end_byte) for node in captures[group] if node.type != "with_statement"])
        message = f"lazy import not allowed inside {place}"
        mistakes += [(node, message) for node in imports if covers(ranges, node.start_byte)]
    return min(mistakes, key=lambda mistake: mistake[0].start_byte, default=None)


def _complaints(node: tree_sitter.Node) -> Iterator[str]:
    """What is wrong with a lazy import wherever it stands."""
    if node.type == "future_import_statement":
        yield "lazy from __future__ import is not allowed"
    elif any(child.type == "wildcard_import" for child in node.named_children):
        yield "lazy from ... import * is not allowed"
