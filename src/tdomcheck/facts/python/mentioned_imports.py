"""The imports that an expression needs, whatever it makes of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.python.loops import loop_clause
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.node_index import identifiers


def mentioned_imports(view: PythonModule, expressions: Iterable[tree_sitter.Node]) -> Iterator[str]:
    """The references of imports that expressions read, also by names that are given one value, or by a loop.

    Python's own modules are not among them: nobody asks whether they are there."""
    pending, seen = [*expressions], set[int]()
    while pending:
        node = pending.pop()
        names = [] if node.id in seen else [name for name in identifiers(node) if name.id not in seen]
        seen.update((node.id, *(name.id for name in names)))
        for name in names:
            reference = view.resolve(_with_attributes(name))
            if reference.startswith(":") or not reference:
                pending += _values_of(view, name)
            elif reference.partition(".")[0] not in sys.stdlib_module_names:
                yield reference


def _with_attributes(name: tree_sitter.Node) -> tree_sitter.Node:
    """`lib.icons.home` around `lib`."""
    node = name
    while node.parent is not None and node.parent.type == "attribute":
        node = node.parent
    return node


def _values_of(view: PythonModule, name: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What a name of the file is given, or what the loop goes through that gives it its values."""
    value = view.given(name)
    if value is None:
        clause = loop_clause(view, name)
        value = clause.child_by_field_name("right") if clause is not None else None
    if value is not None:
        yield value
