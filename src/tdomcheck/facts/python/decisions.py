"""Whether a place is only reached where what decides about a value has been asked."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.local_calls import function_behind
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.narrowing import is_asked_by_loop, is_guarded
from tdomcheck.source.tree import unwrapped

_WORDING = frozenset({"str", "lower", "casefold", "self"})
"""Names in `str(self.on).lower()` that say nothing of the value."""


def is_tested(view: PythonModule, place: tree_sitter.Node, value: tree_sitter.Node) -> bool:
    """Whether a place is only reached where what decides about a value has been asked, also about that of a name."""
    named = view.given(value)
    return any(_is_decided(view, place, unwrapped(each)) for each in (value, named) if each is not None)


def _is_decided(view: PythonModule, place: tree_sitter.Node, value: tree_sitter.Node) -> bool:
    """All names of a condition have to be asked for, and any of those that a function is given."""
    condition = value.named_children[1] if value.type == "conditional_expression" else value
    asked = [_is_asked(view, place, name) for name in _names(view, condition)]
    if any(asked) and (all(asked) or value.type not in {"conditional_expression", "boolean_operator"}):
        return True
    function = function_behind(view, value)
    fields = [*_fields(view, function)] if function is not None else []
    return bool(fields) and all(_is_asked(view, place, name) for name in fields)


def _is_asked(view: PythonModule, place: tree_sitter.Node, name: tree_sitter.Node) -> bool:
    """What a comprehension goes through is another value each time, which only its own `if` asks for."""
    by_loop = is_asked_by_loop(view, place, {view.text(name)})
    return is_guarded(view, place, name) if by_loop is None else by_loop


def _names(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = [node]
    while pending:
        inner = pending.pop()
        if inner.type == "identifier" and view.text(inner) not in _WORDING:
            yield inner
        pending += inner.named_children


def _fields(view: PythonModule, function: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What a method asks `self` for."""
    for name in view.readers.get("self", ()):
        parent = name.parent if function.start_byte <= name.start_byte < function.end_byte else None
        attribute = parent.child_by_field_name("attribute") if parent is not None else None
        if attribute is not None:
            yield attribute
