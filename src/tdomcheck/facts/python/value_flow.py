"""What an expression may turn into: branches, one step back through a local name, and where a name is used."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

import tree_sitter

from tdomcheck.facts.limits import MOST_LEVELS, MOST_VALUES
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.reaching_values import reaching
from tdomcheck.source.tree import is_deeper_than


@lru_cache(maxsize=8)
def is_shallow(node: tree_sitter.Node) -> bool:
    """Whether an expression is one that somebody wrote, which functions that call themselves can walk.

    Remembered for a few: each template of a list may ask it of what the whole list is given to."""
    return not is_deeper_than(node, MOST_LEVELS)


def outcomes(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The expressions that may become the value of one: the branches of a conditional, what `and` and `or` give."""
    yield from (outcome for outcome, _ in _weighed(node))


def _weighed(node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, bool]]:
    """Every outcome, beside whether it comes out only where it is true: what is always false never does there."""
    pending = [(node, False)]
    while pending:
        current, is_true = pending.pop()
        branches = _branches(current)
        if branches is None:
            if not (is_true and _is_false(current)):
                yield current, is_true
            continue
        for number, branch in reversed([*enumerate(branches)]):
            if branch is not None:
                is_left = number == 0 and current.type == "boolean_operator"
                pending.append((branch, is_true or is_left))


def _is_false(node: tree_sitter.Node) -> bool:
    """`None`, `False`, `0`, and literals that hold nothing; a t-string is true even when it is empty."""
    if node.type in {"integer", "float"}:
        return not (node.text or b"x").strip(b"0._")
    if node.type == "string":
        letters = node.children[0].text or b""
        return b"t" not in letters.lower() and all(child.type in _QUOTES for child in node.children)
    return node.type in {"none", "false"} or (
        node.type in _COLLECTIONS and all(child.type == "comment" for child in node.named_children)
    )


_QUOTES = frozenset({"string_start", "string_end"})
_GROWING = frozenset({"list", "dictionary"})
_COLLECTIONS = _GROWING | {"tuple"}


def _branches(node: tree_sitter.Node) -> list[tree_sitter.Node | None] | None:
    """What may become the value of an expression that has no value of its own; None for any other."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return [node.named_children[0]]
    if node.type == "conditional_expression" and node.named_child_count == 3:
        return [node.named_children[0], node.named_children[2]]
    if node.type == "boolean_operator":
        return _operands(node)
    return [node.child_by_field_name("value")] if node.type == "named_expression" else None


def _operands(node: tree_sitter.Node) -> list[tree_sitter.Node | None]:
    """`a and b` gives `b`, or an `a` that is empty; `a or b` gives either, the left one where it is true."""
    operator = node.child_by_field_name("operator")
    is_either = operator is not None and operator.type == "or"
    return [node.child_by_field_name("left") if is_either else None, node.child_by_field_name("right")]


def origins(view: PythonModule, node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What an expression may turn into, in pairs: each outcome, and what that is, as the one value of a local name."""
    for shown, is_true in _weighed(node):
        value = view.assigned(view.text(shown), shown.start_byte) if shown.type == "identifier" else None
        if value is None:
            yield shown, shown
            continue
        for inner in outcomes(value):
            # An empty list that has a name may be filled before it is read.
            if inner.type in _GROWING or not (is_true and _is_false(inner)):
                yield shown, inner


def values_of(view: PythonModule, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What an expression may be, one step back through a name of the function or of the module."""
    own_value = view.given(node)
    return [*outcomes(own_value)] if own_value is not None else [value for _, value in origins(view, node)]


def branches_of(view: PythonModule, node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What `origins` gives, and for a local name that is given several values each that it may hold there."""
    for shown, value in origins(view, node):
        several = reaching_values(view, shown) if shown == value and shown.type == "identifier" else []
        inner = [outcome for each in several for outcome in outcomes(each)]
        yield from ((shown, outcome) for outcome in inner or [value])


def reaching_values(view: PythonModule, name: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a local name may hold where it is read: every value that is assigned before and not written over.

    Nothing where some of its values are not known, as those of a loop or of a parameter.
    """
    text = view.text(name)
    index = view.scopes.index_at(name.start_byte)
    scope = view.scopes.scopes[index]
    values = view.assignments.get((index, text), [])
    is_known = len(values) == view.count_of_targets(index, text) and len(values) <= MOST_VALUES
    if text in scope.parameters or text in scope.bindings or not is_known:
        return []
    loop = _loop_around(name)
    if loop is not None and any(
        name.start_byte < value.end_byte and value.start_byte < loop.end_byte for value in values
    ):
        return []  # what is given later comes round
    return reaching(view, [value for value in values if value.end_byte <= name.start_byte], text, name)


def begun_with(view: PythonModule, index: int, name: str, others: int) -> tree_sitter.Node | None:
    """The one value that a name of a scope is given, where so many `others` of its targets only add to that."""
    values, scope = view.assignments.get((index, name), []), view.scopes.scopes[index]
    is_one = len(values) == 1 and view.count_of_targets(index, name) == 1 + others
    return values[0] if is_one and name not in scope.parameters and name not in scope.bindings else None


def _loop_around(name: tree_sitter.Node) -> tree_sitter.Node | None:
    """The outermost loop of the function around a place."""
    loop, around = None, name.parent
    while around is not None and around.type not in _SCOPES:
        loop = around if around.type in _LOOPS else loop
        around = around.parent
    return loop


_LOOPS = frozenset({"for_statement", "while_statement"})
_SCOPES = frozenset({"function_definition", "class_definition", "lambda", "module"})


def uses_of(view: PythonModule, name: str, offset: int) -> list[tree_sitter.Node]:
    """The places that read a local name of the scope at an offset in `utf8`; nested scopes count too."""
    return uses_in_scope(view, view.scopes.index_at(offset), name)


def uses_in_scope(view: PythonModule, index: int, name: str) -> list[tree_sitter.Node]:
    """The places that read a local name of one scope; nested scopes count too."""
    scope = view.scopes.scopes[index]
    readers = view.readers.get(name, [])
    first = bisect_left(readers, scope.start, key=_start)
    return readers[first : bisect_left(readers, scope.end, key=_start)]


def _start(node: tree_sitter.Node) -> int:
    return node.start_byte
