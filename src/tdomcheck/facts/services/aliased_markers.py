"""What is asked of a container by an alias: `Clocks = tuple[Inject[Clock], ...]`, and then `clocks: Clocks`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import Annotation, annotation_of
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.services.injection_markers import Marked, annotated, marker_of


@once_each
def marked_by_alias(view: ModuleView, *, within_others: bool = False) -> tuple[Marked, ...]:
    """The annotations that mention a marker only by an alias of the module, each as if it were spelt out.

    `within_others` are those that have a marker of their own as well, as `Inject[Alias]` has."""
    return tuple(_marked_by_alias(view, within_others=within_others))


def _marked_by_alias(view: ModuleView, *, within_others: bool) -> Iterator[Marked]:
    aliases = dict(_aliases(view))
    for owner, name, typed, value in annotated(view) if aliases else ():
        annotation = annotation_of(view, typed)
        if _has_marker(annotation) != within_others:
            continue
        meant = {
            part.name: aliases[part.name]
            for part in annotation.walk()
            if part.name in aliases and _is_of_module(view, part.name, typed)
        }
        if meant:
            yield Marked(owner, name, typed, value, annotation.spelt_out(meant.get))


def _aliases(view: ModuleView) -> Iterator[tuple[str, Annotation]]:
    """The names of the module that stand for an annotation with a marker, and for nothing else."""
    for node in (*view.nodes["top"], *view.nodes["alias"]):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        is_type = node.type == "type_alias_statement" and node.parent is not None and node.parent.type == "module"
        if left is None or right is None or not (is_type or view.assigned(view.text(left), 0) == right):
            continue
        annotation = annotation_of(view, right)
        if _has_marker(annotation):
            yield view.text(left), annotation


def _has_marker(annotation: Annotation) -> bool:
    return any(marker_of(part) for part in annotation.walk())


def _is_of_module(view: ModuleView, name: str, place: tree_sitter.Node) -> bool:
    """Whether a name means that of the module; one of `type` is not known to the scopes at all."""
    reference = view.scopes.resolve(name, place.start_byte)
    return reference == f":{name}" or not (reference or is_shadowed(view, name))
