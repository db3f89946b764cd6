"""What a loop goes through that gives a name its value."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.limits import LONGEST_TARGET
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.regex import regex

_COMPREHENSIONS = frozenset(
    {"list_comprehension", "generator_expression", "set_comprehension", "dictionary_comprehension"}
)
_BOUNDARIES = frozenset({"function_definition", "class_definition", "lambda", "module"})
_WORD = regex(r"\w+")


def loop_source(view: PythonModule, name: tree_sitter.Node) -> tree_sitter.Node | None:
    """What the innermost loop around a name goes through, if it gives the name its value: also a comprehension.

    Outside of comprehensions the loop must be all that gives a value to the name, which outlives it there.
    """
    clause = loop_clause(view, name)
    left = clause.child_by_field_name("left") if clause is not None else None
    if clause is None or left is None or left.type != "identifier":
        return None
    is_given_once = view.count_of_targets(view.scopes.index_at(name.start_byte), view.text(name)) == 1
    return clause.child_by_field_name("right") if clause.type == "for_in_clause" or is_given_once else None


def loop_clause(view: PythonModule, name: tree_sitter.Node) -> tree_sitter.Node | None:
    """The `for` of the innermost loop around a name that gives it a value, alone or among others."""
    text, around = view.text(name), name.parent
    while around is not None and around.type not in _BOUNDARIES:
        for clause in _clauses(around):
            left = clause.child_by_field_name("left")
            is_short = left is not None and left.end_byte - left.start_byte <= LONGEST_TARGET
            if left is not None and is_short and text in _WORD.findall(view.text(left)):
                return clause
        around = around.parent
    return None


def _clauses(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The `for` of a statement, or those of a comprehension, innermost first."""
    if node.type == "for_statement":
        return [node]
    children = node.named_children if node.type in _COMPREHENSIONS else ()
    return [child for child in reversed(children) if child.type == "for_in_clause"]
