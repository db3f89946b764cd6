"""What functions keep of what they ask containers for, beyond the call."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import owner_of
from tdomcheck.facts.records import RetentionFact
from tdomcheck.facts.services.registrations import held_by


def retentions_in(view: ModuleView) -> tuple[RetentionFact, ...]:
    """The values that functions give to variables of the module or of a class, once each."""
    return tuple(
        RetentionFact(reference, span.start, span.end)
        for value in _values(view)
        for reference in held_by(view, value)
        for span in [view.span(value)]
    )


def _values(view: ModuleView) -> Iterator[tree_sitter.Node]:
    declared = {
        (view.scopes.index_at(node.start_byte), view.text(name))
        for node in view.nodes["target"]
        if node.type == "global_statement"
        for name in node.named_children
    }
    values_by_name: dict[tuple[int, str], list[tree_sitter.Node]] = {}
    for assignment in view.nodes["assignment"]:
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        key = (view.scopes.index_at(assignment.start_byte), view.text(left) if left is not None else "")
        if left is not None and right is not None and (key in declared or _is_of_class(view, left)):
            values_by_name.setdefault(key, []).append(right)
    for values in values_by_name.values():
        if len(values) == 1 and owner_of(view, values[0]):
            yield values[0]  # what is given another value in the same function may be let go there


def _is_of_class(view: ModuleView, left: tree_sitter.Node) -> bool:
    """`Shop.cart = ...`, with a class of this file or an imported one."""
    owner = left.child_by_field_name("object") if left.type == "attribute" else None
    name = view.text(owner) if owner is not None and owner.type == "identifier" else ""
    return name[:1].isupper() and view.resolve(owner or left) != ""
