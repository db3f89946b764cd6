"""What a local list, set or dict holds: what it begins with, and what is done to it where its name is read."""

from __future__ import annotations

import builtins
import enum
import typing as t

import tree_sitter

from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.mutation import MUTATING, Change
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.value_flow import begun_with, uses_in_scope
from tdomcheck.values import dataclass

SET_ITEM: t.Final = "[]="
ADD: t.Final = "+="
MERGE: t.Final = "|="

_SECOND = frozenset({"insert", "setdefault"})
"""Methods whose first argument says where, and whose second one says what."""
_CHOOSING = frozenset({"boolean_operator", "conditional_expression", "parenthesized_expression"})
_READING = frozenset(
    {"interpolation", "if_statement", "elif_clause", "while_statement", "not_operator", "comparison_operator"}
    | {"dictionary_splat", "list_splat"}
)
_LOOPS = frozenset({"for_statement", "for_in_clause"})
_GIVEN = frozenset({"argument_list", "keyword_argument"})
_NAMING = frozenset({"assignment", "named_expression"})
_COLLECTIONS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_BUILTINS = frozenset(dir(builtins)) - {"eval", "exec", "setattr"}
_READING_METHODS = frozenset(
    {"join", "extend", "update", "count", "index", "debug", "info", "warning", "error", "exception", "critical", "log"}
)
"""Methods of others that take a collection, and neither change nor keep it."""


class Effect(enum.Enum):
    """What happens to a collection where its name is read."""

    READ = enum.auto()
    """It is shown, tested, compared, counted, gone through or copied: what it holds stays as it is."""
    PUT = enum.auto()
    """Something is put into it."""
    TAKEN = enum.auto()
    """Something is taken out of it, or written over."""
    ASKED = enum.auto()
    """It is asked for an attribute, or a method that is none of `MUTATING` is called."""
    HANDED = enum.auto()
    """A function is given it that may do anything to it."""
    NAMED = enum.auto()
    """It gets another name, by which anything may be done to it."""
    HELD = enum.auto()
    """It is returned, or becomes part of something else."""


@dataclass(frozen=True, slots=True)
class CollectionUse:
    """One place that reads the name of a collection."""

    node: tree_sitter.Node
    effect: Effect
    method: str = ""
    """The method that is called, or `+=`, `|=` or `[]=`; of what is handed on the last name of the function."""
    items: tuple[tree_sitter.Node, ...] = ()
    """What is put in, one by one."""
    collections: tuple[tree_sitter.Node, ...] = ()
    """What is put in with all that it holds."""
    key: tree_sitter.Node | None = None
    """Where an entry is put, as of `rows[key] = row`."""
    is_target: bool = False
    """Whether it is the target of a statement, as an assignment or a deletion."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a local name is given once, and all that is done to it."""

    begun: tree_sitter.Node
    uses: tuple[CollectionUse, ...]
    """In order; those of functions inside of the function count too."""

    def having(self, *effects: Effect) -> list[CollectionUse]:
        """The uses that have one of some effects."""
        return [use for use in self.uses if use.effect in effects]


def contents_of(view: PythonModule, name: tree_sitter.Node) -> Contents | None:
    """What a local name holds; None where it is given several values, or one that is not known.

    Whether all that is done to it can be followed is for the caller to say, by the effects of its uses.
    """
    if name.type != "identifier":
        return None
    return contents_in_scope(view, view.scopes.index_at(name.start_byte), view.text(name))


@once_each
def contents_in_scope(view: PythonModule, index: int, name: str) -> Contents | None:
    """The same by the index of a scope: one list may be shown many times."""
    uses = tuple(use_at(view, node) for node in uses_in_scope(view, index, name))
    changing = sum(use.is_target and view.scopes.index_at(use.node.start_byte) == index for use in uses)
    begun = begun_with(view, index, name, changing)
    return Contents(begun, uses) if begun is not None else None


def use_at(view: PythonModule, name: tree_sitter.Node) -> CollectionUse:
    """What is done at one place that reads a name."""
    node, parent = name, name.parent
    while parent is not None and parent.type in _CHOOSING:
        if parent.type == "conditional_expression" and node == parent.named_children[1]:
            return CollectionUse(name, Effect.READ)
        node, parent = parent, parent.parent
    if parent is None or parent.type in _READING:
        return CollectionUse(name, Effect.READ)
    if parent.type in _LOOPS:
        return CollectionUse(name, Effect.READ if parent.child_by_field_name("right") == node else Effect.HELD)
    if parent.type in _GIVEN:
        return _argument(view, name, parent)
    if parent.type in _NAMING:
        return CollectionUse(name, Effect.NAMED)
    # What `(rows or others)` is asked for, nobody knows whether `rows` is.
    return _own_use(view, name, parent) if node == name else CollectionUse(name, Effect.HELD)


def _own_use(view: PythonModule, name: tree_sitter.Node, parent: tree_sitter.Node) -> CollectionUse:
    match parent.type:
        case "attribute":
            return _asked(view, name, parent)
        case "subscript" if parent.child_by_field_name("value") == name:
            return _subscribed(name, parent)
        case "augmented_assignment" if parent.child_by_field_name("left") == name:
            return _augmented(name, parent)
        case _:
            return CollectionUse(name, Effect.HELD)


def _asked(view: PythonModule, name: tree_sitter.Node, attribute: tree_sitter.Node) -> CollectionUse:
    """`rows.append(row)`, `rows.pop()`, `rows.copy()`."""
    method = attribute.child_by_field_name("attribute")
    called = view.text(method) if method is not None else ""
    call = attribute.parent
    if call is None or call.type != "call" or call.child_by_field_name("function") != attribute:
        return CollectionUse(name, Effect.ASKED, called)
    match MUTATING.get(called):
        case Change.ITEM:
            arguments = arguments_of(view, call).positional
            place = called in _SECOND
            key = arguments[0] if place and arguments else None
            return CollectionUse(name, Effect.PUT, called, arguments[place : place + 1], key=key)
        case Change.ITEMS:
            return CollectionUse(name, Effect.PUT, called, collections=_collections(view, call))
        case Change.REMOVAL:
            return CollectionUse(name, Effect.TAKEN, called)
        case Change.ORDER:
            return CollectionUse(name, Effect.READ, called)
        case None:
            return CollectionUse(name, Effect.ASKED, called)


def _collections(view: PythonModule, call: tree_sitter.Node) -> tuple[tree_sitter.Node, ...]:
    """What `extend` is given, which may be a generator without brackets of its own: `rows.extend(x for x in xs)`."""
    listed = call.child_by_field_name("arguments")
    if listed is not None and listed.type in _COLLECTIONS:
        return (listed,)
    return arguments_of(view, call).positional


def _subscribed(name: tree_sitter.Node, subscript: tree_sitter.Node) -> CollectionUse:
    """`rows[key]`, `rows[key] = row`, `del rows[key]`."""
    statement, keys = subscript.parent, subscript.children_by_field_name("subscript")
    right = statement.child_by_field_name("right") if statement is not None else None
    if statement is None or not _is_target(subscript, statement):
        return CollectionUse(name, Effect.READ)
    if statement.type == "assignment" and right is not None and len(keys) == 1:
        return CollectionUse(name, Effect.PUT, SET_ITEM, (right,), key=keys[0], is_target=True)
    return CollectionUse(name, Effect.TAKEN, is_target=True)


def _is_target(subscript: tree_sitter.Node, statement: tree_sitter.Node) -> bool:
    """Whether a statement writes to an entry, or deletes it; a pattern may be one of many targets."""
    if statement.type == "expression_list":
        return statement.parent is not None and statement.parent.type == "delete_statement"
    is_left = statement.child_by_field_name("left") == subscript
    return is_left or statement.type in {"delete_statement", "pattern_list", "tuple_pattern", "list_pattern"}


def _augmented(name: tree_sitter.Node, statement: tree_sitter.Node) -> CollectionUse:
    """`rows += others`, `attributes |= others`."""
    operator, right = statement.child_by_field_name("operator"), statement.child_by_field_name("right")
    if operator is None or right is None or operator.type not in {ADD, MERGE}:
        return CollectionUse(name, Effect.TAKEN, is_target=True)
    return CollectionUse(name, Effect.PUT, operator.type, collections=(right,), is_target=True)


def _argument(view: PythonModule, name: tree_sitter.Node, parent: tree_sitter.Node) -> CollectionUse:
    """Given to a function: builtins only read what they are given, as some methods do."""
    listed = parent.parent if parent.type == "keyword_argument" else parent
    call = listed.parent if listed is not None else None
    function = call.child_by_field_name("function") if call is not None else None
    if function is None:
        return CollectionUse(name, Effect.HELD)
    called = view.text(function).rpartition(".")[2]
    if function.type == "attribute":
        is_reading = called in _READING_METHODS
    else:
        is_reading = called in _BUILTINS and not is_shadowed(view, called)
    return CollectionUse(name, Effect.READ if is_reading else Effect.HANDED, called)
