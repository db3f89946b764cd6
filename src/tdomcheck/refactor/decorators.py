"""Decorators that may tell others of what they decorate: then it is used although nothing refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.python.classes import decorator_reference
from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.refactor.sources import SourceReading

_MODULES = frozenset(
    {
        "abc",
        "attr",
        "attrs",
        "contextlib",
        "dataclasses",
        "enum",
        "functools",
        "types",
        "typing",
        "typing_extensions",
        "warnings",
    }
)
"""Their decorators change what they decorate, and keep no list of it."""
_BUILTINS = frozenset({"classmethod", "property", "staticmethod"})
_ACCESSORS = frozenset({"deleter", "getter", "setter"})


def telling_decorators(reading: SourceReading, bindings: Iterable[Occurrence]) -> Iterator[tuple[str, str]]:
    """Where the decorators of some definitions stand that may register these, and what they say."""
    for binding in bindings:
        outer = binding.step.outer
        decorated = outer.outer if outer is not None and binding.step.field == "name" else None
        if decorated is None or decorated.node.type != "decorated_definition":
            continue
        for node in decorated.node.named_children:
            if node.type == "decorator" and not _is_silent(reading, node.named_children[0], binding):
                yield reading.place(binding.start), reading.view.text(node)


def _is_silent(reading: SourceReading, node: tree_sitter.Node, binding: Occurrence) -> bool:
    reference = decorator_reference(reading.view, node)
    module, _, _ = reference.partition(".")
    owner, _, accessor = reading.view.text(node).rpartition(".")
    is_accessor = accessor in _ACCESSORS and owner == reading.view.text(binding.node)
    text = reading.view.text(node)
    is_builtin = text in _BUILTINS and not reference.startswith(":")
    return module in _MODULES or is_builtin or is_accessor
