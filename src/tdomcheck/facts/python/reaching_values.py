"""Whether a value that a local name is given may still be what the name holds where it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import tree_sitter

from tdomcheck.facts.limits import MOST_VALUES
from tdomcheck.facts.python.blocks import Attempt, attempt_of, choice_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.terminal import ends

_BLOCKS = frozenset({"block", "module"})
_SCOPES = frozenset({"function_definition", "class_definition", "lambda", "module"})
_APART = frozenset({"if_statement", "match_statement"})
"""Of whose parts one run takes just one."""


def reaching(
    view: PythonModule, values: Sequence[tree_sitter.Node], name: str, read: tree_sitter.Node
) -> list[tree_sitter.Node]:
    """Those of the values of a name, in order and all before it is read, that no other certainly writes over."""
    if len(values) > MOST_VALUES:
        return []
    return [value for number, value in enumerate(values) if _arrives(view, value, values[number + 1 :], name, read)]


def _arrives(
    view: PythonModule, value: tree_sitter.Node, later: Sequence[tree_sitter.Node], name: str, read: tree_sitter.Node
) -> bool:
    for block in _blocks_around(value):
        if any(_kills(view, block, other, value, name, read) for other in later):
            return False
        if _holds(block, read):
            return not any(
                _kills(view, inner, other, value, name, read)
                for inner in _blocks_around(read)
                if inner.start_byte >= block.start_byte
                for other in later
            )
        if ends(view, block) or (block.parent is not None and _is_in_another_part(block, read)):
            return False
    return True


def _blocks_around(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The blocks of statements in the same function, innermost first."""
    around = node.parent
    while around is not None:
        is_cases = around.parent is not None and around.parent.type == "match_statement"
        if around.type in _BLOCKS and not is_cases:
            yield around
        if around.type in _SCOPES:
            return
        around = around.parent


def _is_in_another_part(block: tree_sitter.Node, read: tree_sitter.Node) -> bool:
    """Whether another branch of the same `if` or `match` holds what is read."""
    statement = block.parent
    if statement is not None and statement.type == "case_clause" and statement.parent is not None:
        statement = statement.parent.parent
    while statement is not None and statement.type not in {*_APART, *_BLOCKS}:
        statement = statement.parent
    return statement is not None and statement.type in _APART and _holds(statement, read)


def _kills(
    view: PythonModule,
    block: tree_sitter.Node,
    other: tree_sitter.Node,
    value: tree_sitter.Node,
    name: str,
    read: tree_sitter.Node,
) -> bool:
    """Whether the statement of a block that holds a later value gives the name a new one before it is read."""
    statement = _statement_in(block, other)
    if statement is None or statement.start_byte <= value.start_byte or _holds(statement, read):
        return False
    return statement.end_byte <= read.start_byte and _gives(view, statement, name)


def _statement_in(block: tree_sitter.Node, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The statement of a block that a node is, or is a part of."""
    # To climb from parent to parent walks down from the root each time.
    return block.child_with_descendant(node) if _holds(block, node) else None


def _holds(outer: tree_sitter.Node, inner: tree_sitter.Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


@once_each
def _gives(view: PythonModule, statement: tree_sitter.Node, name: str) -> bool:
    """Whether a statement gives a name a value whichever way it goes."""
    if statement.type == "expression_statement":
        return _is_assignment_to(view, statement, name)
    if statement.type == "with_statement":
        body = statement.child_by_field_name("body")
        return body is not None and _is_given_in(view, body, name)
    choice, attempt = choice_of(statement), attempt_of(statement)
    if choice is not None:
        return choice.is_exhaustive and _all_take(view, choice.blocks, name)
    return attempt is not None and _is_tried(view, attempt, name)


def _is_assignment_to(view: PythonModule, statement: tree_sitter.Node, name: str) -> bool:
    assignment = statement.named_children[0] if statement.named_children else statement
    left = assignment.child_by_field_name("left")
    return left is not None and left.type == "identifier" and view.text(left) == name


def _is_tried(view: PythonModule, attempt: Attempt, name: str) -> bool:
    if _takes(view, attempt.last, name):
        return True
    is_through = _takes(view, attempt.body, name) or _takes(view, attempt.otherwise, name)
    return is_through and _all_take(view, attempt.handlers, name)


def _takes(view: PythonModule, block: tree_sitter.Node | None, name: str) -> bool:
    """Whether a way gives the name a value, or never comes out."""
    return block is not None and (_is_given_in(view, block, name) or ends(view, block))


def _all_take(view: PythonModule, blocks: Iterable[tree_sitter.Node], name: str) -> bool:
    return all(_takes(view, block, name) for block in blocks)


def _is_given_in(view: PythonModule, block: tree_sitter.Node, name: str) -> bool:
    return any(_gives(view, statement, name) for statement in block.named_children)
