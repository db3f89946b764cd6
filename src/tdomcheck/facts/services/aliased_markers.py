"""What is asked of a container by an alias: `Clocks = tuple[Inject[Clock], ...]`, and then `clocks: Clocks`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_bound
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.services.injection_markers import Wish, annotated, marker_of, parsed


@once_each
def wishes_by_alias(view: ModuleView, *, within_others: bool = False) -> tuple[Wish, ...]:
    """The annotations that mention a marker only by an alias of the module, each as if it were spelt out.

    `within_others` are those that have a marker of their own as well, as `Inject[Alias]` has."""
    return tuple(_wishes_by_alias(view, within_others=within_others))


def _wishes_by_alias(view: ModuleView, *, within_others: bool) -> Iterator[Wish]:
    aliases = dict(_aliases(view))
    for owner, name, typed, value in annotated(view) if aliases else ():
        expression = parsed(view.text(typed))
        if expression is None:
            continue
        if any(marker_of(view, node, typed) for node in ast.walk(expression)) != within_others:
            continue
        names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
        meant = {each for each in names & set(aliases) if _is_of_module(view, each, typed)}
        if meant:
            spelt = _Spelt({each: aliases[each] for each in meant}).visit(expression)
            yield Wish(owner, name, typed, value, spelt)


def _aliases(view: ModuleView) -> Iterator[tuple[str, ast.expr]]:
    """The names of the module that stand for an annotation with a marker, and for nothing else."""
    for node in (*view.captures["top"], *view.captures["alias"]):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        is_type = node.type == "type_alias_statement" and node.parent is not None and node.parent.type == "module"
        if left is None or right is None or not (is_type or view.assigned(view.text(left), 0) == right):
            continue
        expression = parsed(view.text(right))
        if expression is not None and any(marker_of(view, inner, right) for inner in ast.walk(expression)):
            yield view.text(left), expression


def _is_of_module(view: ModuleView, name: str, place: tree_sitter.Node) -> bool:
    """Whether a name means that of the module; one of `type` is not known to the scopes at all."""
    reference = view.scopes.resolve(name, place.start_byte)
    return reference == f":{name}" or not (reference or is_bound(view, name))


class _Spelt(ast.NodeTransformer):
    """Puts what aliases stand for in the place of their names."""

    def __init__(self, aliases: dict[str, ast.expr]) -> None:
        self._aliases = aliases

    def visit_Name(self, node: ast.Name) -> ast.expr:  # ast names it
        return self._aliases.get(node.id, node)
