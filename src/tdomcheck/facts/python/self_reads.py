"""What a method reads of `self`, also by way of the methods and properties that it uses."""

from __future__ import annotations

from collections.abc import Mapping

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.value_flow import uses_of


def attributes_read(view: PythonModule, methods: Mapping[str, tree_sitter.Node], method: str) -> list[tree_sitter.Node]:
    """The attributes of `self` that a method of a class reads, and the methods that it uses on the way."""
    attributes: list[tree_sitter.Node] = []
    pending, seen = [method], set[str]()
    while pending:
        node = methods.get(name := pending.pop())
        if node is None or name in seen:
            continue
        seen.add(name)
        uses = uses_of(view, "self", (node.child_by_field_name("parameters") or node).start_byte)
        read = [use.parent for use in uses if use.parent is not None and use.parent.type == "attribute"]
        pending += [view.text(attribute).removeprefix("self.") for attribute in read]
        attributes += read
    return attributes
