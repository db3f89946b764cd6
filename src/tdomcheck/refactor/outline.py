"""The classes and functions of a file by `__qualname__`, which tells those of a function from those of a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step, steps_to
from tdomcheck.facts.records import ClassFact, FunctionFact

LOCALS = "<locals>"
"""What stands between a function and what it defines."""

COMPREHENSIONS = {
    "list_comprehension": "<listcomp>",
    "set_comprehension": "<setcomp>",
    "dictionary_comprehension": "<dictcomp>",
    "generator_expression": "<genexpr>",
}
"""What Python calls them, where they are functions."""


def comprehension_path(region: ScopeRegion) -> str:
    """The path of a comprehension: several of a kind in one function have the same; empty for another scope."""
    kind = COMPREHENSIONS.get(region.node.type, "") if region.kind is RegionKind.COMPREHENSION else ""
    return joined(region.path, kind) if kind else ""


def joined(path: str, name: str) -> str:
    """A dotted path with one more name."""
    return f"{path}.{name}" if path else name


def classes_at(view: ModuleView, path: str) -> Sequence[ClassFact]:
    """The classes of a path: more than one where branches define it."""
    return _classes(view).get(path, ())


def bases_at(view: ModuleView, path: str) -> Iterator[tuple[tree_sitter.Node, Step]]:
    """What the classes of a path inherit from, without type arguments, and the place of each class."""
    for named in _class_steps(view).get(path, ()):
        listed = named.outer.node.child_by_field_name("superclasses") if named.outer is not None else None
        for node in listed.named_children if listed is not None else ():
            if node.type not in {"comment", "keyword_argument"}:
                value = node.child_by_field_name("value") if node.type == "subscript" else node
                yield value or node, named


def bodies_at(view: ModuleView, path: str) -> Iterator[tree_sitter.Node]:
    """The bodies of the classes of a path."""
    for named in _class_steps(view).get(path, ()):
        body = named.outer.node.child_by_field_name("body") if named.outer is not None else None
        if body is not None:
            yield body


def functions_at(view: ModuleView, path: str) -> Sequence[FunctionFact]:
    """The functions of a path: more than one with overloads, or a property with its setter."""
    return _functions(view).get(path, ())


def class_paths(view: ModuleView) -> tuple[str, ...]:
    return tuple(_classes(view))


def function_paths(view: ModuleView) -> tuple[str, ...]:
    return tuple(_functions(view))


def attributes_at(view: ModuleView, path: str) -> frozenset[str]:
    """What the methods of a class give to `self`."""
    return frozenset(_attributes(view).get(path, ()))


@once
def _attributes(view: ModuleView) -> dict[str, set[str]]:
    targets = [node for node in view.nodes["target"] if node.type == "attribute"]
    attributes: dict[str, set[str]] = {}
    for node, step in zip(targets, steps_to(view.tree.root, [node.start_byte for node in targets]), strict=True):
        owner, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        method = next((region for region in step.region.outwards if region.kind is RegionKind.FUNCTION), None)
        if owner is None or name is None or owner.text != b"self" or method is None:
            continue
        path = method.path.removesuffix(f".{LOCALS}").rpartition(".")[0]
        attributes.setdefault(path, set()).add(view.text(name))
    return attributes


@once
def _classes(view: ModuleView) -> dict[str, list[ClassFact]]:
    classes: dict[str, list[ClassFact]] = {}
    for fact, path in zip(definitions_of(view).classes(), _paths(view, "class"), strict=True):
        classes.setdefault(path, []).append(fact)
    return classes


@once
def _class_steps(view: ModuleView) -> dict[str, list[Step]]:
    """The names of classes by path, as steps."""
    names = [node.child_by_field_name("name") or node for node in view.nodes["class"]]
    steps: dict[str, list[Step]] = {}
    for name, step in zip(names, steps_to(view.tree.root, [name.start_byte for name in names]), strict=True):
        steps.setdefault(joined(step.region.path, view.text(name)), []).append(step)
    return steps


@once
def _functions(view: ModuleView) -> dict[str, list[FunctionFact]]:
    functions: dict[str, list[FunctionFact]] = {}
    for fact, path in zip(definitions_of(view).functions(), _paths(view, "function"), strict=True):
        functions.setdefault(path, []).append(fact)
    return functions


def _paths(view: ModuleView, kind: str) -> list[str]:
    names = [node.child_by_field_name("name") or node for node in view.nodes[kind]]
    steps = steps_to(view.tree.root, [name.start_byte for name in names])
    return [joined(step.region.path, view.text(name)) for step, name in zip(steps, names, strict=True)]
