"""Whether a value only goes into a message for somebody who reads code: a log, an exception, an assertion, a repr."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.limits import MOST_USES
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.value_flow import uses_in_scope
from tdomcheck.source.tree import enclosing

_REPORTING = frozenset(
    {"print", "repr", "debug", "info", "warning", "warn", "error", "exception", "critical", "log", "write", "fail"}
    | {"skip", "echo", "pprint"}
)
"""The last names of functions that take such a message."""
_RAISING = frozenset({"raise_statement", "assert_statement"})
_GIVING = frozenset({"assignment", "augmented_assignment"})
_BLOCKS = frozenset({"block", "module"})


def is_in_message(view: PythonModule, node: tree_sitter.Node) -> bool:
    """Whether all that a value becomes a part of is such a message, also by the names that it gets."""
    pending, seen = [node], {node.id}
    while pending:
        around = _statement(view, pending.pop())
        if around is None:
            continue
        left = around.child_by_field_name("left") if around.type in _GIVING else None
        is_named = left is not None and left.type == "identifier"
        uses = _reads(view, view.scopes.index_at(left.start_byte), view.text(left)) if left and is_named else []
        if not uses or len(uses) > MOST_USES:
            return False
        pending += [use for use in uses if use.id not in seen]
        seen |= {use.id for use in uses}
    return True


def _statement(view: PythonModule, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The assignment, or whatever statement, around a node; None where that is a message."""
    inner, parent = node, node.parent
    while parent is not None and parent.type not in _BLOCKS:
        function = parent.child_by_field_name("function") if parent.type == "call" else None
        is_reported = function is not None and view.text(function).rpartition(".")[2] in _REPORTING
        if is_reported or parent.type in _RAISING:
            return None
        inner, parent = (parent if parent.type in _GIVING else inner), parent.parent
    return None if _is_in_repr(view, node) else inner


@once_each
def _reads(view: PythonModule, index: int, name: str) -> list[tree_sitter.Node]:
    """Where a local name is read, and not only added to."""
    uses = uses_in_scope(view, index, name)
    return uses if len(uses) > MOST_USES else [use for use in uses if not is_added_to(use)]


def is_added_to(name: tree_sitter.Node) -> bool:
    """Whether a name is what `+=` adds to."""
    statement = name.parent
    return statement is not None and statement.type in _GIVING and statement.child_by_field_name("left") == name


def _is_in_repr(view: PythonModule, node: tree_sitter.Node) -> bool:
    around = enclosing(node, "function_definition")
    name = around.child_by_field_name("name") if around is not None else None
    return name is not None and view.text(name) == "__repr__"
