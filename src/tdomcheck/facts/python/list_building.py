"""Text that a local list collects: `items = []`, and then `items.append(f"<li>{x}</li>")`."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.concatenation import is_sum, operands_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.value_flow import origins, uses_of
from tdomcheck.source.tree import is_deeper_than

_CHOOSING = frozenset({"boolean_operator", "conditional_expression", "parenthesized_expression"})
_READING = frozenset({"interpolation", "if_statement", "elif_clause", "while_statement", "not_operator"})


def appended_texts(view: PythonModule, name: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """What a list is given by `append` before it is read; nothing unless all that it may hold is proven to be text."""
    given = view.assigned(view.text(name), name.start_byte)
    if given is None or given.type != "list" or not all(_is_text(view, item) for item in given.named_children):
        return ()
    found: list[tree_sitter.Node] = []
    for use in uses_of(view, view.text(name), name.start_byte):
        added = _appended(view, use)
        if (added is None and not _only_reads(view, use)) or (added is not None and not _is_text(view, added)):
            return ()
        if added is not None:
            found.append(added)
    index = view.scopes.index_at(name.start_byte)
    before = (added for added in found if added.start_byte < name.start_byte)
    return [added for added in before if view.scopes.index_at(added.start_byte) == index]


def _appended(view: PythonModule, use: tree_sitter.Node) -> tree_sitter.Node | None:
    """The one argument of `name.append(...)`."""
    function = use.parent
    call = function.parent if function is not None and function.type == "attribute" else None
    if function is None or call is None or call.type != "call" or call.child_by_field_name("function") != function:
        return None
    name, given = function.child_by_field_name("attribute"), arguments_of(view, call).positional
    is_append = name is not None and view.text(name) == "append" and function.child_by_field_name("object") == use
    return given[0] if is_append and len(given) == 1 else None


def _only_reads(view: PythonModule, use: tree_sitter.Node) -> bool:
    """Whether a use cannot change what the list holds: it is shown, tested, or counted; another name for it may."""
    node, parent = use, use.parent
    while parent is not None and parent.type in _CHOOSING:
        if parent.type == "conditional_expression" and node == parent.named_children[1]:
            return True
        node, parent = parent, parent.parent
    if parent is None or parent.type in _READING:
        return parent is not None
    function = parent.parent.child_by_field_name("function") if parent.parent is not None else None
    return parent.type == "argument_list" and function is not None and view.text(function) == "len"


def _is_text(view: PythonModule, value: tree_sitter.Node) -> bool:
    """Whether an expression is a str for certain, which no Markup is."""
    return not is_deeper_than(value, 100) and all(_is_str(view, inner) for _, inner in origins(view, value))


def _is_str(view: PythonModule, value: tree_sitter.Node) -> bool:
    if is_sum(value):  # with a Markup it is a Markup
        return all(_is_str(view, operand) for operand in operands_of(value))
    is_made = value.type == "call" and value_kind(view, value) == "string"
    return is_made or literal_type(view, value) == "str"
