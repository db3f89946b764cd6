"""Code that only some surroundings allow: `await`, `yield`, `return`, `break`, `continue`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import tree_sitter

from tdomcheck.patterns.language import without_dollars
from tdomcheck.patterns.match import Match
from tdomcheck.source.tree import parse_tree

_BOUND = {
    "await": "await",
    "yield": "yield",
    "return_statement": "return",
    "break_statement": "break",
    "continue_statement": "continue",
}
SCOPES = frozenset({"function_definition", "lambda", "class_definition"})
COMPREHENSIONS = frozenset(
    {"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"}
)
_LOOPS = frozenset({"for_statement", "while_statement"})
_OF_LOOPS = frozenset({"break", "continue"})
_OF_ASYNC = frozenset({"async", "await"})
_ASYNC = frozenset({"for_statement", "with_statement", "for_in_clause"})


def misplaced(match: Match, template: str) -> str:
    """Why what a template brings is not allowed where a match stands; empty where it is."""
    brought = _brought(template)
    had = {word for node in match.nodes for word in said(node)} if brought else ()
    for word in sorted(brought.difference(had)):
        reason = _objection(match.nodes[0], word)
        if reason:
            return reason
    return ""


@lru_cache(maxsize=16)
def _brought(template: str) -> frozenset[str]:
    code = without_dollars(template.strip("\n"))
    return frozenset(said(parse_tree(code.encode()).root))


def said(node: tree_sitter.Node) -> Iterator[str]:
    """The words of a piece of code that have to do with what stands around it; what has its own scope keeps them."""
    pending = [(node, False)]
    while pending:
        current, is_looped = pending.pop()
        word = _BOUND.get(current.type, "")
        if word and not (is_looped and word in _OF_LOOPS):
            yield word
        if current.type in _ASYNC and current.children[0].type == "async":
            yield "async"
        if current.type not in SCOPES:
            pending += ((child, is_looped or current.type in _LOOPS) for child in current.children)


def _objection(node: tree_sitter.Node, word: str) -> str:
    above = list(_above(node))
    owner = next((each for each in above if each.type in SCOPES), None)
    within = {each.type for each in (above[: above.index(owner)] if owner is not None else above)}
    if word in _OF_LOOPS:
        return "" if within & _LOOPS else f"`{word}` only stands in a loop"
    if owner is None or owner.type == "class_definition" or (owner.type == "lambda" and word != "yield"):
        return f"`{word}` only stands in a function{' that is async' * (word in _OF_ASYNC)}"
    return _objection_within(owner, within, word)


def _objection_within(owner: tree_sitter.Node, within: set[str], word: str) -> str:
    """The same for what stands in a function."""
    if word == "yield" and within & COMPREHENSIONS:
        return "`yield` does not stand in a comprehension"
    if word in {"yield", "await"} and "type" in within:
        return f"`{word}` does not stand in an annotation"
    if word in _OF_ASYNC and not any(child.type == "async" for child in owner.children):
        return f"`{word}` only stands in a function that is async"
    return ""


def _above(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What holds a node, from inside out; a function holds its body, and its head belongs to what is around it."""
    inner, current = node, node.parent
    while current is not None:
        body = current.child_by_field_name("body") if current.type in SCOPES else None
        if body is None or body == inner:
            yield current
        inner, current = current, current.parent
