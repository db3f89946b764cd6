"""Text that a local name collects: `items = ""`, and then `items += f"<li>{x}</li>"` again and again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.limits import MOST_LEVELS, MOST_PARTS_OF_TEXT
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.concatenation import added_to_names, is_sum
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.value_flow import outcomes
from tdomcheck.facts.records import ValueKind
from tdomcheck.source.tree import is_deeper_than


def growing_texts(view: PythonModule, name: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """What the text of a name is put together from where it is read; nothing unless all of it is proven to be text.

    One unknown value may be Markup, and a sum with Markup is Markup.
    """
    parts = _all_parts(view, view.scopes.index_at(name.start_byte), view.text(name))
    return parts[: bisect_left(parts, name.start_byte, key=_start)]


@once_each
def _all_parts(view: PythonModule, index: int, text: str) -> list[tree_sitter.Node]:
    """What a name is given and what is added to it, in order."""
    scope = view.scopes.scopes[index]
    values = view.assignments.get((index, text), [])
    added = added_to_names(view).get((index, text), [])
    if text in scope.parameters or text in scope.bindings or len(added) > MOST_PARTS_OF_TEXT:
        return []
    if len(values) + len(added) != view.count_of_targets(index, text):
        return []
    grown = sorted([*added, *(value for value in values if _grows(view, value, text))], key=_start)
    begun = [value for value in values if value not in grown]
    # What begins anew after that, or begins in several ways, would write over what was there.
    if not grown or len(begun) != 1 or begun[0].start_byte > grown[0].start_byte:
        return []
    return [*begun, *grown] if all(_is_text(view, value, text) for value in (*begun, *grown)) else []


def text_additions(view: PythonModule) -> Iterator[tree_sitter.Node]:
    """What `+=` adds to local names that begin as text, and that nothing but this and `+=` gives a value."""
    for (index, name), added in added_to_names(view).items():
        begun = view.assignments.get((index, name), [])
        is_known = bool(begun) and view.count_of_targets(index, name) == len(begun) + len(added)
        is_local = is_known and name not in view.scopes.scopes[index].parameters
        if is_local and all(literal_type(view, value) == "str" for value in begun):
            yield from added


def _grows(view: PythonModule, value: tree_sitter.Node, name: str) -> bool:
    """`items + f"..."`, given to `items` itself."""
    parts = [*summands(value)]
    return len(parts) > 1 and view.text(parts[0]) == name


def _is_text(view: PythonModule, value: tree_sitter.Node, name: str) -> bool:
    """Whether an expression is text for certain, if what the name holds is."""
    if is_deeper_than(value, MOST_LEVELS):
        return False
    return all(
        view.text(part) == name
        or literal_type(view, part) == "str"
        or (part.type == "call" and value_kind(view, part) is ValueKind.STRING)
        for part in summands(value)
    )


def summands(value: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """What a chain of `+` adds, from left to right, branch by branch."""
    parts: list[tree_sitter.Node] = []
    pending = [value]
    while pending:
        node = pending.pop()
        inner = node.named_children if is_sum(node) else [*outcomes(node)]
        if inner == [node]:
            parts.append(node)
        else:
            pending += reversed(inner)
    return parts


def _start(node: tree_sitter.Node) -> int:
    return node.start_byte
