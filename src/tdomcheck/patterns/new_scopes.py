"""Code that a template puts into a function, a lambda or a comprehension of its own: some of it means less there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import classes_of
from tdomcheck.patterns.constraints import Capture
from tdomcheck.patterns.enclosing import COMPREHENSIONS, SCOPES, said
from tdomcheck.patterns.language import holes_in, without_dollars
from tdomcheck.patterns.match import Match
from tdomcheck.source.tree import parse_tree
from tdomcheck.values import dataclass

_KINDS = {
    "lambda": "a lambda",
    "function_definition": "a function",
    "class_definition": "a class",
    **dict.fromkeys(COMPREHENSIONS, "a comprehension"),
}
_BINDING = {
    "as_pattern": "alias",
    "assignment": "left",
    "augmented_assignment": "left",
    "class_definition": "name",
    "for_in_clause": "left",
    "for_statement": "left",
    "function_definition": "name",
    "named_expression": "name",
}
"""What gives a name a value, and where the name is."""
_OF_FUNCTIONS = frozenset({"super", "locals", "__class__"})
"""What means something else in each function."""


@dataclass(frozen=True, slots=True)
class _Inside:
    """The scopes of a template that are around a place in it."""

    kind: str = ""
    """The innermost one."""
    bound: frozenset[str] = frozenset()
    """What all of them bind."""


def caught(view: ModuleView, match: Match, template: str) -> str:
    """Why what a match holds means something else where a template puts it; empty where it does not."""
    for name, inside in _places(template):
        capture = match.bindings.get(name)
        if capture is not None and not _was_inside(match, capture):
            reason = next(filter(None, (_trouble(view, match, inside, node) for node in capture.nodes)), "")
            if reason:
                return reason
    return ""


@lru_cache(maxsize=16)
def _places(template: str) -> tuple[tuple[str, _Inside], ...]:
    """The metavariables that stand in scopes of the template."""
    tree = parse_tree(without_dollars(template.strip("\n")).encode())
    places: list[tuple[str, _Inside]] = []
    pending = [(tree.root, _Inside())]
    while pending:
        node, inside = pending.pop()
        if node.type == "identifier" and inside.kind:
            places += ((hole.name, inside) for hole in holes_in(tree.text(node)))
        own = _Inside(node.type, inside.bound | {*_bound(node)}) if node.type in _KINDS else inside
        outer = _outer(node) if own is not inside else []
        pending += ((child, own) for child in node.named_children if child not in outer)
        pending += ((child, inside) for child in outer)
    return tuple(places)


def _outer(scope: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The parts of a scope that belong to what is around it: defaults, bases, what is gone through first."""
    if scope.type not in COMPREHENSIONS:
        return [child for child in scope.named_children if child != scope.child_by_field_name("body")]
    first = next((child for child in scope.named_children if child.type == "for_in_clause"), None)
    return [first] if first is not None else []


def _bound(scope: tree_sitter.Node) -> Iterator[str]:
    """The names of parameters, and those that a scope gives values to."""
    targets = [scope.child_by_field_name("parameters")]
    pending = [*scope.named_children]
    while pending:
        node = pending.pop()
        field = _BINDING.get(node.type)
        targets += [node.child_by_field_name(field)] if field is not None else []
        pending += node.named_children if node.type not in _KINDS else ()
    for target in targets:
        yield from _identifiers(target) if target is not None else ()


def _was_inside(match: Match, capture: Capture) -> bool:
    """Whether the match had it in a scope of its own, too."""
    node = capture.nodes[0].parent if capture.nodes else None
    tops = {each.id for each in match.nodes}
    while node is not None:
        if node.type in _KINDS:
            return True
        if node.id in tops:
            return False
        node = node.parent
    return False


def _trouble(view: ModuleView, match: Match, inside: _Inside, node: tree_sitter.Node) -> str:
    kind, words = _KINDS[inside.kind], sorted({*said(node)})
    if words:
        return f"`{words[0]}` would stand in {kind} of the new code"
    if inside.kind not in COMPREHENSIONS and _gives_names(node):
        return f"a name that `:=` gives a value to would be one of {kind} of the new code"
    scope = view.scopes.scopes[view.scopes.index_at(match.nodes[0].start_byte)]
    owner = classes_of(view).get(f":{scope.path}") if scope.kind == "class" else None
    hidden = owner.names if owner is not None else frozenset[str]()
    for name in _identifiers(node):
        if name in _OF_FUNCTIONS or name in inside.bound:
            return f"`{name}` means something else in {kind} of the new code"
        if name in hidden:
            return f"`{name}` is a name of the class, which {kind} of the new code does not see"
    return ""


def _gives_names(node: tree_sitter.Node) -> bool:
    pending = [node]
    while pending:
        current = pending.pop()
        if current.type == "named_expression":
            return True
        pending += current.named_children if current.type not in SCOPES else ()
    return False


def _identifiers(node: tree_sitter.Node) -> Iterator[str]:
    """The names in a piece of code, without those of attributes and of keyword arguments."""
    pending = [node]
    while pending:
        current = pending.pop()
        if current.type == "identifier":
            yield (current.text or b"").decode("utf-8", "replace")
        aside = {"attribute": "attribute", "keyword_argument": "name"}.get(current.type, "")
        left_out = current.child_by_field_name(aside) if aside else None
        pending += (child for child in current.named_children if child != left_out)
