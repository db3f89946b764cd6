"""Whether a value that a local name is given may still be what the name holds where it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.terminal import ends

_MOST_VALUES = 50
"""A name that is given more is not followed: each of its values is looked at beside all that come later."""
_BLOCKS = frozenset({"block", "module"})
_SCOPES = frozenset({"function_definition", "class_definition", "lambda", "module"})
_APART = frozenset({"if_statement", "match_statement"})
"""Of whose parts one run takes just one."""


def reaching(
    view: PythonModule, values: Sequence[tree_sitter.Node], name: str, read: tree_sitter.Node
) -> list[tree_sitter.Node]:
    """Those of the values of a name, in order and all before it is read, that no other certainly writes over."""
    if len(values) > _MOST_VALUES:
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
    parts, own = _clauses_of(statement), _own_body(statement)
    match statement.type:
        case "expression_statement":
            return _is_assignment_to(view, statement, name)
        case "with_statement":
            return own is not None and _is_given_in(view, own, name)
        case "if_statement":
            is_complete = any(part.type == "else_clause" for part in parts)
            return is_complete and _all_take(view, [own, *map(_body, parts)], name)
        case "match_statement":
            cases = [node for node in own.named_children if node.type == "case_clause"] if own is not None else []
            return any(map(_is_open, cases)) and _all_take(view, map(_body, cases), name)
        case "try_statement":
            return _is_tried(view, own, parts, name)
        case _:
            return False


def _clauses_of(statement: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [node for node in statement.named_children if node.type.endswith("_clause")]


def _own_body(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return node.child_by_field_name("consequence") or node.child_by_field_name("body")


def _is_assignment_to(view: PythonModule, statement: tree_sitter.Node, name: str) -> bool:
    assignment = statement.named_children[0] if statement.named_children else statement
    left = assignment.child_by_field_name("left")
    return left is not None and left.type == "identifier" and view.text(left) == name


def _is_tried(view: PythonModule, body: tree_sitter.Node | None, parts: Sequence[tree_sitter.Node], name: str) -> bool:
    kinds = {part.type: _body(part) for part in parts}
    if _takes(view, kinds.get("finally_clause"), name):
        return True
    handlers = [_body(part) for part in parts if part.type.startswith("except")]
    is_through = _takes(view, body, name) or _takes(view, kinds.get("else_clause"), name)
    return is_through and _all_take(view, handlers, name)


def _body(clause: tree_sitter.Node) -> tree_sitter.Node | None:
    return _own_body(clause) or next((node for node in clause.named_children if node.type == "block"), None)


def _is_open(case: tree_sitter.Node) -> bool:
    """`case _:`, which takes what is left."""
    patterns = [node for node in case.named_children if node.type == "case_pattern"]
    guard = case.child_by_field_name("guard")
    return guard is None and any((node.text or b"").strip() == b"_" for node in patterns)


def _takes(view: PythonModule, block: tree_sitter.Node | None, name: str) -> bool:
    """Whether a way gives the name a value, or never comes out."""
    return block is not None and (_is_given_in(view, block, name) or ends(view, block))


def _all_take(view: PythonModule, blocks: Iterable[tree_sitter.Node | None], name: str) -> bool:
    return all(_takes(view, block, name) for block in blocks)


def _is_given_in(view: PythonModule, block: tree_sitter.Node, name: str) -> bool:
    return any(_gives(view, statement, name) for statement in block.named_children)
