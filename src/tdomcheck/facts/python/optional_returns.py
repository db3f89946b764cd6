"""Functions whose own body says that they may give None back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.blocks import attempt_of, choice_of, statements_in
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.terminal import ends
from tdomcheck.facts.python.value_flow import outcomes
from tdomcheck.regex import regex

_TESTS = {
    "if_statement": "condition",
    "elif_clause": "condition",
    "boolean_operator": "left",
    "while_statement": "condition",
    "match_statement": "subject",
}
_CONSTANTS = frozenset({"true", "integer"})
_KEEPING = frozenset({"return_statement", "raise_statement", "match_statement"})
_LEAVES = regex(r"(?i)fail|abort|exit|^raise")
"""A name of what may never return."""


def may_be_none(view: PythonModule, function: tree_sitter.Node, returns: Sequence[tree_sitter.Node]) -> bool:
    """Whether a function says that it may give None back: by one side of its `return`, or on one way of several."""
    sides = [{end.type == "none" for child in found.named_children for end in outcomes(child)} for found in returns]
    sides = [side or {True} for side in sides]
    if len(returns) == 1:
        is_either = sides == [{True, False}] and _statements(function) == [returns[0]]
        return is_either or (sides == [{False}] and _is_left_open(function))
    if len(returns) > 2 and _may_be_exhausted(function):
        return False
    is_reached = any(side == {True} and _is_reached(view, found) for side, found in zip(sides, returns, strict=True))
    return is_reached and {False} in sides


def _is_left_open(function: tree_sitter.Node) -> bool:
    """A body that ends in a single `if` with its only `return`, after nothing that may decide the test of it."""
    *before, last = _statements(function) or [function]
    test = last.child_by_field_name("condition")
    if last.type != "if_statement" or test is None or test.type in _CONSTANTS:
        return False
    is_alone = all(child.type not in {"elif_clause", "else_clause"} for child in last.named_children)
    # A call may raise, or never return, for what the test then asks for.
    return is_alone and all(child.type == "expression_statement" and _called(child) is None for child in before)


def _is_reached(view: PythonModule, found: tree_sitter.Node) -> bool:
    """Whether control certainly may come by the statement before one; what is not understood keeps it."""
    before = found.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    if before is None:
        return True
    if before.type == "if_statement":
        return not _all_end(view, before)
    if before.type == "try_statement":
        return _is_caught(view, before)
    if before.type == "while_statement":
        test = before.child_by_field_name("condition")
        return test is not None and test.type not in _CONSTANTS
    block = before.child_by_field_name("body")
    if before.type == "with_statement" and block is not None:
        return not ends(view, block)
    return before.type not in _KEEPING and not _LEAVES.search(_called(before) or "")


def _all_end(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """Whether an `if` has an `else`, and none of its branches comes to its end."""
    choice = choice_of(statement)
    return choice is not None and choice.is_exhaustive and all(ends(view, block) for block in choice.blocks)


def _is_caught(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """Whether some `except` of a `try` comes to its end, and no `finally` has the last word."""
    attempt = attempt_of(statement)
    return attempt is not None and attempt.last is None and any(not ends(view, block) for block in attempt.handlers)


def _called(statement: tree_sitter.Node) -> str | None:
    """What a statement calls and makes nothing of, by its last name."""
    value = statement.named_children[0] if statement.type == "expression_statement" else None
    value = value.named_children[0] if value is not None and value.type == "await" else value
    callee = value.child_by_field_name("function") if value is not None and value.type == "call" else None
    return (callee.text or b"").decode().rpartition(".")[2] if callee is not None else None


def _may_be_exhausted(function: tree_sitter.Node) -> bool:
    """Every test asks the same thing for its value: the None behind them may be there for the type checker alone.

    An annotation with None says that it is not.
    """
    annotation = function.child_by_field_name("return_type")
    if annotation is not None and re.search(rb"\b(None|Optional)\b", annotation.text or b""):
        return False
    tests = [*tests_of(function)]
    is_many = len(tests) > 1 or any(_is_matched(test) for test in tests)
    subjects = {_subject(test) for test in tests}
    return is_many and len(subjects) == 1 and None not in subjects


def _is_matched(test: tree_sitter.Node) -> bool:
    return test.parent is not None and test.parent.type == "match_statement"


def _subject(test: tree_sitter.Node) -> bytes | None:
    """What a test asks about, by itself or against a value or a type; `match` asks about what it is given."""
    if _is_matched(test) or test.type in {"identifier", "attribute"}:
        return test.text
    if test.type in {"comparison_operator", "not_operator"}:
        return test.named_children[0].text
    callee, arguments = test.child_by_field_name("function"), test.child_by_field_name("arguments")
    is_type = callee is not None and callee.text == b"isinstance" and arguments is not None
    return arguments.named_children[0].text if is_type and arguments is not None and arguments.named_children else None


def _statements(function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The body of a function, its docstring aside."""
    statements = statements_in(function)
    is_documented = bool(statements) and [child.type for child in statements[0].named_children] == ["string"]
    return statements[1:] if is_documented and statements[0].type == "expression_statement" else statements


def tests_of(function: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What decides which value a function gives back."""
    pending = [function]
    while pending:
        node = pending.pop()
        test = node.child_by_field_name(_TESTS[node.type]) if node.type in _TESTS else None
        if node.type == "conditional_expression" and node.named_child_count == 3:
            test = node.named_children[1]
        if test is not None:
            yield test
        pending += node.named_children
