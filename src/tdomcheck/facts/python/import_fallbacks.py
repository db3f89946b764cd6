"""Imports that may fail: somebody says what happens then."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.facts.python.module import PythonModule

_CATCHES = re.compile(r"\b(?:ImportError|ModuleNotFoundError|Exception|BaseException)\b")
_COMMENT = re.compile(r"#.*")


def is_import_caught(view: PythonModule, node: tree_sitter.Node) -> bool:
    """A fallback for other releases: somewhere in a `try` that catches a failing import."""
    parent = node.parent
    while parent is not None:
        if parent.type == "try_statement":
            clauses = (child for child in parent.children if child.type.startswith("except"))
            if any(_catches_imports(view, clause) for clause in clauses):
                return True
        parent = parent.parent
    return False


def _catches_imports(view: PythonModule, clause: tree_sitter.Node) -> bool:
    kinds = clause.children_by_field_name("value")
    return not kinds or any(_CATCHES.search(_COMMENT.sub("", view.text(kind))) for kind in kinds)
