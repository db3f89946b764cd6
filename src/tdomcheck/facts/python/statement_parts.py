"""Where the parts of a statement stand in the tree."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.records import ParameterFact


def name_in(node: tree_sitter.Node) -> tree_sitter.Node:
    """The name in a parameter or in an annotated assignment."""
    named = node.child_by_field_name("name") or node.child_by_field_name("left")
    return named or next((child for child in node.named_children if child.type == "identifier"), node)


def parameter_node(view: PythonModule, function: tree_sitter.Node, fact: ParameterFact) -> tree_sitter.Node:
    """The whole parameter with its name, annotation and default."""
    listed = function.child_by_field_name("parameters") or function
    for node in listed.named_children:
        span = view.span(node)
        if span.start <= fact.start < span.end:
            return node
    return listed
