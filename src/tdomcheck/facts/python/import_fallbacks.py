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


def is_fallback(node: tree_sitter.Node) -> bool:
    """In a `try`, or where somebody asks whether there is such a method: a fallback for another release."""
    parent = node.parent
    while parent is not None and parent.type != "try_statement":
        condition = parent.child_by_field_name("condition")
        if parent.type == "conditional_expression" and parent.named_child_count == 3:
            condition = parent.named_children[1]
        if condition is not None and b"hasattr(" in (condition.text or b""):
            return True
        parent = parent.parent
    return parent is not None
