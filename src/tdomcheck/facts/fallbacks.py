"""Imports that may fail: somebody says what happens then."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.facts.module import ModuleView

_CATCHES = re.compile(r"except\*?\s*(:|.*\b(ImportError|ModuleNotFoundError|Exception)\b)")


def is_import_caught(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A fallback for other releases: somewhere in a `try` that catches a failing import."""
    parent = node.parent
    while parent is not None:
        if parent.type == "try_statement":
            clauses = [child for child in parent.children if child.type.startswith("except")]
            if any(_CATCHES.match(view.text(clause).partition("\n")[0]) for clause in clauses):
                return True
        parent = parent.parent
    return False
