"""What 3.14 refuses of t-strings, and no release before it can be asked: mixed literals, a lambda bare in braces."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.syntax.verdict import Refusal


def mistake_in_strings(view: ModuleView) -> Refusal | None:
    """The place of a syntax error that a parsed file has nevertheless, and what Python says of it."""
    for node in view.nodes["concatenation"]:
        if _is_mixed(view, node):
            return Refusal(view.span(node), "cannot mix t-string literals with string or bytes literals")
    for node in view.nodes["lambda"]:
        string = _opened_by(node)
        if string is not None:
            kind = "t-string" if "t" in view.text(string.children[0]).lower() else "f-string"
            return Refusal(view.span(node), f"{kind}: lambda expressions are not allowed without parentheses")
    return None


def _is_mixed(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A t-string joined with another string by standing beside it."""
    prefixes = (view.text(child.children[0]) for child in node.named_children if child.type == "string")
    return len({"t" in prefix.lower() for prefix in prefixes}) > 1


def _opened_by(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The string in whose braces a lambda stands without brackets: its colon begins the format spec there."""
    parent = node.parent
    while parent is not None and parent.type in _BARE:
        parent = parent.parent
    if parent is None or parent.type not in _BRACES or parent.has_error:
        return None
    while parent is not None and parent.type != "string":
        parent = parent.parent
    return parent


_BARE = frozenset({"conditional_expression", "boolean_operator", "not_operator", "expression_list", "yield"})
"""What an expression may be part of without any bracket around it."""
_BRACES = frozenset({"interpolation", "format_expression"})
