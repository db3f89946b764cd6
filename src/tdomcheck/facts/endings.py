"""How a function comes to its end: what it returns, whether it may fall through, whether it gives anything at once."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.module import ModuleView

_STUBS = frozenset({"ellipsis", "string", "concatenated_string"})


def later_kind(view: ModuleView, function: tree_sitter.Node) -> str:
    """`coroutine`, `generator` or `async_generator` for a function that gives nothing at once."""
    if "scopes that yield" not in view.memory:
        view.memory["scopes that yield"] = {view.scopes.index_at(node.start_byte) for node in view.captures["yield"]}
    inner = function.child_by_field_name("parameters") or function
    is_generator = view.scopes.index_at(inner.start_byte) in view.memory["scopes that yield"]
    is_async = function.children[0].type == "async"
    return f"{'async_' if is_async else ''}generator" if is_generator else "coroutine" if is_async else ""


def is_stub(node: tree_sitter.Node) -> bool:
    """A function whose body says nothing: a docstring, `...`, `pass`, or that it raises."""
    body = node.child_by_field_name("body")
    statements = [child for child in body.named_children if child.type != "comment"] if body is not None else []
    return all(_says_nothing(child) for child in statements)


def _says_nothing(node: tree_sitter.Node) -> bool:
    if node.type in {"pass_statement", "raise_statement"}:
        return True
    return node.type == "expression_statement" and all(child.type in _STUBS for child in node.named_children)


def returns_of(view: ModuleView, function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The return statements of a function, those of functions inside it aside."""
    if "returns by scope" not in view.memory:
        found: dict[int, list[tree_sitter.Node]] = {}
        for node in view.captures["return"]:
            found.setdefault(view.scopes.index_at(node.start_byte), []).append(node)
        view.memory["returns by scope"] = found
    inner = function.child_by_field_name("parameters") or function
    by_scope = t.cast("dict[int, list[tree_sitter.Node]]", view.memory["returns by scope"])
    return by_scope.get(view.scopes.index_at(inner.start_byte), [])


def ends(block: tree_sitter.Node) -> bool:
    """Whether a block never comes to its end, or may never do so: what is not understood is taken to be so."""
    last = _last(block)
    if last is None or last.type in _ENDLESS:
        return True
    if last.type == "if_statement":
        return all(ends(branch) for branch in _branches(last)) if _has_else(last) else False
    return last.type not in _PASSING


def falls_through(block: tree_sitter.Node) -> bool:
    """Whether a block certainly comes to its end on some way: after a single `if`, or a plain statement."""
    last = _last(block)
    if last is None:
        return False
    if last.type == "if_statement":
        return not any(child.type in {"elif_clause", "else_clause"} for child in last.named_children)
    is_call = last.type == "expression_statement" and last.named_children[:1] and last.named_children[0].type == "call"
    return last.type == "expression_statement" and not is_call


def _last(block: tree_sitter.Node) -> tree_sitter.Node | None:
    statements = [child for child in block.named_children if child.type != "comment"]
    return statements[-1] if statements else None


def _has_else(statement: tree_sitter.Node) -> bool:
    return any(child.type == "else_clause" for child in statement.named_children)


def _branches(statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    for node in (statement, *statement.named_children):
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        if node.type in {"if_statement", "elif_clause", "else_clause"} and body is not None:
            yield body


_ENDLESS = frozenset({"return_statement", "raise_statement"})
_PASSING = frozenset({"expression_statement", "if_statement", "for_statement", "pass_statement", "assert_statement"})
"""Statements that control comes out of; others are not looked into."""
