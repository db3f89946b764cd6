"""What is caught, locked or cleaned up around the rendering of components: a Template is rendered when that is over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.rewrite.migrations.template_sites import values_here

FUNCTIONS = ("function_definition", "lambda")
_GUARDS = frozenset({"try_statement", "with_statement"})


def guards_around(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The bodies of `try` and `with` of its function that a node stands in, from inside out."""
    guards: list[tree_sitter.Node] = []
    inner, current = node, node.parent
    while current is not None and current.type not in FUNCTIONS:
        if current.type in _GUARDS and current.child_by_field_name("body") == inner:
            guards.append(inner)
        inner, current = current, current.parent
    return guards


def leaves_guard(view: ModuleView, call: tree_sitter.Node, shown: tree_sitter.Node) -> bool:
    """Whether components that a call renders within a `try` or a `with` would be rendered where that is over."""
    outside = (guard for guard in guards_around(call) if not guard.start_byte <= shown.start_byte < guard.end_byte)
    return any(True for _ in outside) and renders_component(view, call)


def renders_component(view: ModuleView, call: tree_sitter.Node) -> bool:
    """Whether a call renders a template with a component, there or by the names that it speaks of."""
    tagged = _tagged(view)
    pending, seen = [call] if tagged else [], set[int]()
    while pending:
        node = pending.pop()
        if node.id in seen:
            continue
        seen.add(node.id)
        first = bisect_left(tagged, node.start_byte)
        if first < len(tagged) and tagged[first] < node.end_byte:
            return True
        pending += values_here(view, node) if node.type == "identifier" else node.named_children
    return False


@once
def _tagged(view: ModuleView) -> Sequence[int]:
    """Where the templates begin that have a component."""
    templates = (each for each in view.html_templates if any(tag.is_component for tag in view.markup(each).tags))
    return sorted(template.node.start_byte for template in templates)
