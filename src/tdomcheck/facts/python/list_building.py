"""Text that a local list collects: `items = []`, and then `items.append(f"<li>{x}</li>")`."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.limits import MOST_LEVELS
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.concatenation import is_sum, operands_of
from tdomcheck.facts.python.contents import Effect, contents_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.records import ValueKind
from tdomcheck.source.tree import is_deeper_than


def appended_texts(view: PythonModule, name: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """What a list is given before it is read; nothing unless all that it may hold is proven to be text."""
    contents = contents_of(view, name)
    if contents is None or contents.begun.type != "list":
        return ()
    puts = contents.having(Effect.PUT)
    is_followed = len(puts) + len(contents.having(Effect.READ)) == len(contents.uses)
    if not is_followed or any(put.collections for put in puts):
        return ()
    added = [item for put in puts for item in put.items]
    if not all(_is_text(view, item) for item in (*contents.begun.named_children, *added)):
        return ()
    index = view.scopes.index_at(name.start_byte)
    before = (item for item in added if item.start_byte < name.start_byte)
    return [item for item in before if view.scopes.index_at(item.start_byte) == index]


def _is_text(view: PythonModule, value: tree_sitter.Node) -> bool:
    """Whether an expression is a str for certain, which no Markup is."""
    return not is_deeper_than(value, MOST_LEVELS) and all(_is_str(view, inner) for _, inner in origins(view, value))


def _is_str(view: PythonModule, value: tree_sitter.Node) -> bool:
    if is_sum(value):  # with a Markup it is a Markup
        return all(_is_str(view, operand) for operand in operands_of(value))
    is_made = value.type == "call" and value_kind(view, value) is ValueKind.STRING
    return is_made or literal_type(view, value) == "str"
