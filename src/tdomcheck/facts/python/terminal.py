"""How a function comes to its end: what it returns, whether it may fall through, whether it gives anything at once."""

from __future__ import annotations

from enum import StrEnum

import tree_sitter

from tdomcheck.facts.python.blocks import attempt_of, cases_of, choice_of, statements_in
from tdomcheck.facts.python.closed_values import given_to
from tdomcheck.facts.python.exhaustiveness import may_be_all, patterns_may_be_all
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.mutation import MUTATING
from tdomcheck.facts.python.once import once
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped

_STUBS = frozenset({"ellipsis", "string", "concatenated_string"})


class Later(StrEnum):
    """What a function gives that gives nothing at once."""

    COROUTINE = "coroutine"
    GENERATOR = "generator"
    ASYNC_GENERATOR = "async_generator"


def later_kind(view: PythonModule, function: tree_sitter.Node) -> Later | None:
    """What a function gives in place of its value; None where it gives that at once."""
    inner = function.child_by_field_name("parameters") or function
    is_generator = view.scopes.index_at(inner.start_byte) in scopes_that_yield(view)
    is_async = function.children[0].type == "async"
    if is_generator:
        return Later.ASYNC_GENERATOR if is_async else Later.GENERATOR
    return Later.COROUTINE if is_async else None


@once
def scopes_that_yield(view: PythonModule) -> set[int]:
    return {view.scopes.index_at(node.start_byte) for node in view.nodes["yield"]}


def is_stub(node: tree_sitter.Node) -> bool:
    """Whether the body of a function says nothing: a docstring, `...`, `pass`, or that it raises."""
    return all(map(_says_nothing, statements_in(node)))


def _says_nothing(node: tree_sitter.Node) -> bool:
    if node.type in {"pass_statement", "raise_statement"}:
        return True
    return node.type == "expression_statement" and all(child.type in _STUBS for child in node.named_children)


def returns_of(view: PythonModule, function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The return statements of a function, those of functions inside it aside."""
    inner = function.child_by_field_name("parameters") or function
    return _returns_by_scope(view).get(view.scopes.index_at(inner.start_byte), [])


@once
def _returns_by_scope(view: PythonModule) -> dict[int, list[tree_sitter.Node]]:
    returns: dict[int, list[tree_sitter.Node]] = {}
    for node in view.nodes["return"]:
        returns.setdefault(view.scopes.index_at(node.start_byte), []).append(node)
    return returns


def ends(view: PythonModule, block: tree_sitter.Node) -> bool:
    """Whether a block never comes to its end, or may never do so: what is not understood is taken to be so."""
    last = next(reversed(statements_in(block)), None)
    if last is None or last.type in _ENDLESS or _is_refusal(view, last):
        return True
    choice = choice_of(last) if last.type == "if_statement" else None
    if choice is not None:
        return choice.is_exhaustive and all(ends(view, block) for block in choice.blocks)
    return last.type not in _PASSING


def falls_through(view: PythonModule, block: tree_sitter.Node) -> bool:
    """Whether a block certainly comes to its end on some way; what is not understood is taken to have none."""
    last = next(reversed(statements_in(block)), None)
    if last is None or last.type in {"pass_statement", "delete_statement"}:
        return last is not None
    match last.type:
        case "expression_statement":
            return _goes_on(view, last)
        case "if_statement":
            return _is_passed(view, last)
        case "for_statement":
            return _runs_out(view, last)
        case "match_statement":
            return _matches_nothing(view, last)
        case "try_statement":
            return _gets_by(view, last)
        case _:
            return False


def _goes_on(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """Whether the next statement is reached: only of some calls it is known that they come back."""
    called = _called(statement)
    function = called.child_by_field_name("function")
    name = function.child_by_field_name("attribute") or function if function is not None else None
    is_known = name is not None and name.text in _RETURNING and not _is_refusal(view, statement)
    return called.type != "call" or is_known


def _called(statement: tree_sitter.Node) -> tree_sitter.Node:
    """The expression of a statement, also behind `await`."""
    node = unwrapped(statement.named_children[0]) if statement.named_children else statement
    return unwrapped(node.named_children[0]) if node.type == "await" and node.named_children else node


def _is_refusal(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """Whether a statement calls a function of the file that says that it never comes back."""
    function = _called(statement).child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None else None
    name = function.child_by_field_name("attribute") or function if function is not None else None
    if name is None or name.type != "identifier" or (owner is not None and owner.text not in {b"self", b"cls"}):
        return False
    return name.text in _refusing(view)


@once
def _refusing(view: PythonModule) -> frozenset[bytes]:
    """The functions of a file that are annotated to give nothing back, ever."""
    utf8 = view.source.utf8
    nodes = view.nodes["function"] if b"NoReturn" in utf8 or b"Never" in utf8 else []
    return frozenset(
        name.text or b""
        for node in nodes
        if (name := node.child_by_field_name("name")) is not None
        and (annotation := node.child_by_field_name("return_type")) is not None
        and _REFUSAL.fullmatch(annotation.text or b"")
    )


_REFUSAL = regex(rb"""["']?(?:\w+\.)*(?:NoReturn|Never)["']?""")
_RETURNING = frozenset(name.encode() for name in (*MUTATING, "debug", "info", "print", "warning"))


def _is_passed(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """An `if` without an `else`, or with a branch that comes to its end."""
    choice = choice_of(statement)
    if choice is None or any(falls_through(view, block) for block in choice.blocks):
        return choice is not None
    clauses = (statement, *(node for node in statement.named_children if node.type == "elif_clause"))
    asked = [condition for node in clauses if (condition := node.child_by_field_name("condition")) is not None]
    return not (choice.is_exhaustive or any(node.type == "true" for node in asked) or may_be_all(asked))


def _runs_out(view: PythonModule, loop: tree_sitter.Node) -> bool:
    """A `for` over what has an end and may be empty, or whose body comes to its end, or that is left by `break`."""
    otherwise = loop.child_by_field_name("alternative")
    after = otherwise.child_by_field_name("body") if otherwise is not None else None
    body, over = loop.child_by_field_name("body"), loop.child_by_field_name("right")
    if body is not None and _breaks(body):
        return True
    if over is None or _is_endless(over):
        return False
    if over.type in _WRITTEN_OUT and (body is None or not falls_through(view, body)):
        return False
    return otherwise is None or (after is not None and falls_through(view, after))


def _is_endless(over: tree_sitter.Node) -> bool:
    """Whether a loop may go through something for ever, or through something that is never empty."""
    over = given_to(unwrapped(over)) or over
    function = over.child_by_field_name("function") if over.type == "call" else None
    name = (function.text or b"").rpartition(b".")[2] if function is not None else b""
    is_made = name.lstrip(b"_")[:1].isupper() or name in _ENDLESS_CALLS
    return is_made or _RETRY.search(over.text or b"") is not None


_WRITTEN_OUT = frozenset({"list", "tuple", "set", "dictionary", "string", "expression_list"})
_ENDLESS_CALLS = frozenset(b"count cycle repeat iter range enumerate zip".split())
"""Of a range, or of what is counted, it is not known whether it is empty."""
_RETRY = regex(rb"(?i)retry|attempt")
"""What tries again raises where it gives up."""


def _breaks(body: tree_sitter.Node) -> bool:
    """Whether a `break` leaves the loop of a body, not one inside of it."""
    pending = list(body.named_children)
    while pending:
        node = pending.pop()
        if node.type == "break_statement":
            return True
        pending += [] if node.type in _INNER else node.named_children
    return False


_INNER = frozenset({"for_statement", "while_statement", "function_definition", "class_definition", "lambda"})


def _gets_by(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """A `try` whose body, or what it does about an error, comes to its end."""
    attempt = attempt_of(statement)
    if attempt is None or (attempt.last is not None and _may_leave(attempt.last)):
        return False
    if any(falls_through(view, block) for block in attempt.handlers):
        return True
    if attempt.otherwise is None:
        return attempt.body is not None and falls_through(view, attempt.body)
    return falls_through(view, attempt.otherwise) and not (attempt.body is not None and ends(view, attempt.body))


def _matches_nothing(view: PythonModule, statement: tree_sitter.Node) -> bool:
    """A `match` that no case takes what it is given, or one whose case comes to its end."""
    choice = choice_of(statement)
    if choice is None or any(falls_through(view, block) for block in choice.blocks):
        return choice is not None
    return not patterns_may_be_all(cases_of(statement), statement.child_by_field_name("subject"))


def _may_leave(block: tree_sitter.Node) -> bool:
    last = next(reversed(statements_in(block)), None)
    return last is None or last.type in {*_ENDLESS, "if_statement", "match_statement", "try_statement"}


_ENDLESS = frozenset({"return_statement", "raise_statement"})
_PASSING = frozenset({"expression_statement", "if_statement", "for_statement", "pass_statement", "assert_statement"})
"""Statements that control comes out of; others are not looked into."""
