"""The blocks of statements: what runs one after another, one or the other, or when an error comes."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.values import dataclass

_LEAVING = frozenset({"return_statement", "raise_statement"})
_FUNCTIONS = frozenset({"function_definition", "lambda"})


@dataclass(frozen=True, slots=True)
class Choice:
    """The blocks of an `if` or a `match`, of which one run takes one at most."""

    blocks: tuple[tree_sitter.Node, ...]
    is_exhaustive: bool
    """It has an `else`, or a `case _`: one of them is taken."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The blocks of a `try`."""

    body: tree_sitter.Node | None
    handlers: tuple[tree_sitter.Node, ...]
    otherwise: tree_sitter.Node | None
    """Its `else`."""
    last: tree_sitter.Node | None
    """Its `finally`."""


def statements_in(block: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    """The statements of a block, or of the body of a function or class."""
    inner = block.child_by_field_name("body") if block is not None and block.type.endswith("definition") else block
    return [child for child in inner.named_children if child.type != "comment"] if inner is not None else []


def is_left(block: tree_sitter.Node) -> bool:
    """Whether a block ends in a `return` or a `raise`."""
    statements = statements_in(block)
    return bool(statements) and statements[-1].type in _LEAVING


def choice_of(statement: tree_sitter.Node) -> Choice | None:
    """The blocks of an `if` or a `match`; None for any other statement."""
    if statement.type == "if_statement":
        clauses = [statement, *(node for node in statement.named_children if node.type.endswith("_clause"))]
        return Choice(tuple(_blocks(clauses)), clauses[-1].type == "else_clause")
    if statement.type == "match_statement":
        cases = cases_of(statement)
        return Choice(tuple(_blocks(cases)), any(map(_takes_all, cases)))
    return None


def cases_of(statement: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The cases of a `match`."""
    body = statement.child_by_field_name("body")
    return [node for node in body.named_children if node.type == "case_clause"] if body is not None else []


def _takes_all(case: tree_sitter.Node) -> bool:
    """`case _:`, which takes what is left."""
    patterns = [node for node in case.named_children if node.type == "case_pattern"]
    is_guarded = case.child_by_field_name("guard") is not None
    return not is_guarded and any((node.text or b"").strip() == b"_" for node in patterns)


def attempt_of(statement: tree_sitter.Node) -> Attempt | None:
    """The blocks of a `try`; None for any other statement."""
    if statement.type != "try_statement":
        return None
    clauses = [node for node in statement.named_children if node.type.endswith("_clause")]
    handlers = [node for node in clauses if node.type.startswith("except")]
    parts = {node.type: block for node in clauses for block in _blocks([node])}
    body = statement.child_by_field_name("body")
    return Attempt(body, tuple(_blocks(handlers)), parts.get("else_clause"), parts.get("finally_clause"))


def _blocks(clauses: list[tree_sitter.Node]) -> Iterator[tree_sitter.Node]:
    for clause in clauses:
        block = clause.child_by_field_name("consequence") or clause.child_by_field_name("body")
        block = block or next((node for node in clause.named_children if node.type == "block"), None)
        if block is not None:
            yield block


def attempts_around(node: tree_sitter.Node, *, everywhere: bool = False) -> Iterator[tuple[tree_sitter.Node, bool]]:
    """Every `try` around a place in its function, or `everywhere`; beside it whether its body holds the place."""
    inner, around = node, node.parent
    while around is not None and (everywhere or around.type not in _FUNCTIONS):
        if around.type == "try_statement":
            yield around, inner.type == "block"
        inner, around = around, around.parent
