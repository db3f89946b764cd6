"""Imports that may fail: somebody says what happens then."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.blocks import attempts_around
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.regex import regex

_CATCHES = regex(r"\b(?:ImportError|ModuleNotFoundError|Exception|BaseException)\b")
_COMMENT = regex(r"#.*")


def is_import_caught(view: PythonModule, node: tree_sitter.Node) -> bool:
    """Whether an import is a fallback for other releases: it stands in a `try` that catches a failing import."""
    return any(
        _catches_imports(view, clause)
        for statement, _ in attempts_around(node, everywhere=True)
        for clause in statement.children
        if clause.type.startswith("except")
    )


def _catches_imports(view: PythonModule, clause: tree_sitter.Node) -> bool:
    kinds = clause.children_by_field_name("value")
    return not kinds or any(_CATCHES.search(_COMMENT.sub("", view.text(kind))) for kind in kinds)


def is_fallback(node: tree_sitter.Node) -> bool:
    """Whether code is a fallback for another release: it stands in a `try`, or where somebody asks `hasattr`."""
    return any(True for _ in attempts_around(node, everywhere=True)) or _is_asked_for(node)


def _is_asked_for(node: tree_sitter.Node) -> bool:
    around = node.parent
    while around is not None:
        condition = around.child_by_field_name("condition")
        if around.type == "conditional_expression" and around.named_child_count == 3:
            condition = around.named_children[1]
        if condition is not None and b"hasattr(" in (condition.text or b""):
            return True
        around = around.parent
    return False
