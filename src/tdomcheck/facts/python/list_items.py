"""The items of a list: those that are written, that `*` and `+` bring in, and that are put into it by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.limits import MOST_PUTS
from tdomcheck.facts.python.contents import ADD, CollectionUse, Contents, Effect, contents_in_scope
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.narrowing import is_guarded
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.value_flow import is_shallow, outcomes

_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_COLLECTIONS = _LISTS | {"set"}


def items_of(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The values that a list or comprehension holds, branch by branch; else the value itself."""
    if node.type not in _COLLECTIONS:
        yield node
        return
    body = node.child_by_field_name("body")
    for item in [body] if body is not None else node.named_children:
        if item.type not in {"comment", "list_splat"}:
            for outcome in outcomes(item):
                yield from items_of(outcome)


def is_list(node: tree_sitter.Node) -> bool:
    """Whether an expression is a list, a tuple or a comprehension; also a sum that begins with one."""
    while node.type == "binary_operator" and (left := node.child_by_field_name("left")) is not None:
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "+" or left.type == "generator_expression":
            return False
        node = left
    return node.type in _LISTS


def choices(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The values that a conditional chooses between; `and` and `or` stay as they are."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        yield from choices(node.named_children[0])
    elif node.type == "conditional_expression" and node.named_child_count == 3:
        yield from choices(node.named_children[0])
        yield from choices(node.named_children[2])
    else:
        yield node


def chosen_values(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What an expression chooses between; for a local name among it, what that is given."""
    for choice in choices(node):
        begun = _beginning(view, choice)
        if begun is None:
            yield choice
        elif is_list(begun) or not is_guarded(view, choice, choice):
            # Of a name that is tested before, the test says which of its values it has.
            yield from choices(begun) if is_shallow(begun) else ()


def list_items(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The items of all lists that an expression may be; those that are put in by name come first."""
    for choice in choices(node):
        yield from _put_by_name(view, choice)
    yield from _items_of(view, [node])


def _items_of(view: PythonModule, nodes: Iterable[tree_sitter.Node]) -> Iterator[tree_sitter.Node]:
    """The items that are written in lists, also by a local name."""
    for node in nodes:
        for value in chosen_values(view, node) if is_shallow(node) else ():
            yield from _written(view, value) if is_list(value) else ()


def _written(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The items of a list, and of the lists that `*` puts into it: one step, as a list may hold itself."""
    for element in _elements(node):
        if element.type != "list_splat":
            yield element
            continue
        for value in chosen_values(view, element.named_children[0]):
            inner = _elements(value) if is_list(value) else ()
            yield from (item for item in inner if item.type != "list_splat")


def _elements(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The elements of a list as they are written; of a sum those of each list in it."""
    if node.type == "binary_operator":
        yield from (element for side in node.named_children if is_list(side) for element in _elements(side))
        return
    body = node.child_by_field_name("body")
    yield from (child for child in ([body] if body is not None else node.named_children) if child.type != "comment")


def _put_by_name(view: PythonModule, name: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What a list that is a local name gets one after another."""
    begun = _beginning(view, name)
    if begun is None or not is_list(begun):
        return
    puts = _puts(view, view.scopes.index_at(name.start_byte), view.text(name))
    for put in puts if len(puts) <= MOST_PUTS else ():
        yield from put.items
        # A tuple that grows is another one, which those who had it before do not see.
        if put.method != ADD or put.node.start_byte < name.start_byte:
            yield from _items_of(view, put.collections)


@once_each
def _puts(view: PythonModule, index: int, name: str) -> list[CollectionUse]:
    """Where something is put into a list in the scope of its name."""
    contents = contents_in_scope(view, index, name)
    puts = contents.having(Effect.PUT) if contents is not None else ()
    return [put for put in puts if view.scopes.index_at(put.node.start_byte) == index]


def _beginning(view: PythonModule, name: tree_sitter.Node) -> tree_sitter.Node | None:
    """The one value of a local name; of a list the one that all of its other items are added to."""
    is_name = name.type == "identifier"
    return _beginning_in_scope(view, view.scopes.index_at(name.start_byte), view.text(name)) if is_name else None


@once_each
def _beginning_in_scope(view: PythonModule, index: int, name: str) -> tree_sitter.Node | None:
    contents = contents_in_scope(view, index, name)
    if contents is None:
        return None
    if is_list(contents.begun):
        return None if _may_lose(contents) else contents.begun
    return None if any(use.is_target for use in contents.uses) else contents.begun


def _may_lose(contents: Contents) -> bool:
    """Whether something is taken out of a list, or a function has it that may do so."""
    if any(use.is_target and use.method != ADD for use in contents.uses):
        return True
    is_fixed = contents.begun.type == "tuple"
    return not is_fixed and bool(contents.having(Effect.TAKEN, Effect.HANDED))
