"""The classes of a file, what they inherit, and which node a reference means."""

from __future__ import annotations

from collections.abc import Mapping

import tree_sitter

from tdomcheck.facts.limits import MOST_ANCESTORS
from tdomcheck.facts.python.definitions import Definitions, Member, members_in, methods_in, scope_of
from tdomcheck.facts.python.lineage import Lineages
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class ClassNodes:
    """Where a class of this file says what it is."""

    node: tree_sitter.Node
    name: tree_sitter.Node
    members: tuple[Member, ...]
    methods: Mapping[str, tree_sitter.Node]


@once
def definitions_of(view: PythonModule) -> Definitions:
    """The functions, classes and decorators of a file, in order: one reader a file."""
    return Definitions(view)


def path_of(view: PythonModule, node: tree_sitter.Node) -> str:
    """The lexical path of a class or function."""
    return view.scopes.scopes[scope_of(view, node)].path


def definition(view: PythonModule, reference: str) -> tree_sitter.Node | None:
    """The class or function that a reference of this file means, if it is never anything else."""
    if not reference.startswith(":"):
        return None
    return _singles(view).get(reference[1:])


@once
def _singles(view: PythonModule) -> dict[str, tree_sitter.Node]:
    nodes_by_path: dict[str, list[tree_sitter.Node]] = {}
    for node in (*view.nodes["class"], *view.nodes["function"]):
        nodes_by_path.setdefault(path_of(view, node), []).append(node)
    return {
        path: nodes[0] for path, nodes in nodes_by_path.items() if len(nodes) == 1 and not _is_rebound(view, nodes[0])
    }


def _is_rebound(view: PythonModule, node: tree_sitter.Node) -> bool:
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    name = node.child_by_field_name("name")
    text = view.text(name) if name is not None else ""
    is_method = scope.kind == "class" and node.type == "function_definition"
    return text in scope.names or (not is_method and scope.bindings.get(text) != f":{path_of(view, node)}")


@once
def classes_of(view: PythonModule) -> dict[str, ClassFact]:
    """All classes of a file by reference, those aside that are defined twice."""
    return {
        f":{owner.path}": owner
        for owner in definitions_of(view).classes()
        if definition(view, f":{owner.path}") is not None
    }


def nodes_of(view: PythonModule, owner: ClassFact) -> ClassNodes:
    """The nodes of a class of this file."""
    return _nodes_by_start(view)[owner.body_start]


@once
def _nodes_by_start(view: PythonModule) -> dict[int, ClassNodes]:
    return {
        view.source.from_utf8(node.start_byte): ClassNodes(
            node,
            node.child_by_field_name("name") or node,
            tuple(members_in(view, node)),
            dict(methods_in(view, node)),
        )
        for node in view.nodes["class"]
    }


def decorator_reference(view: PythonModule, node: tree_sitter.Node) -> str:
    """What a decorator names, its arguments aside."""
    callee = node.child_by_field_name("function") if node.type == "call" else node
    return view.resolve(callee) if callee is not None else ""


def overlong_lineages(view: PythonModule) -> list[ClassFact]:
    """The classes with more ancestors above each other in this file than are followed, the first of each line."""
    depths: dict[str, int] = {}
    overlong: list[ClassFact] = []
    for reference, owner in classes_of(view).items():  # a base is mostly written before its heirs
        depths[reference] = 1 + max((depths.get(base, 0) for base in owner.bases), default=0)
        if depths[reference] == MOST_ANCESTORS + 2:
            overlong.append(owner)
    return overlong


def lineage(view: PythonModule, owner: ClassFact) -> list[ClassFact] | None:
    """A class and its bases, nearest first; None where one of them is not a class of this file, or has a metaclass."""
    return _lineages(view).of(owner)


@once
def _lineages(view: PythonModule) -> Lineages[ClassFact]:
    known = classes_of(view)

    def bases(owner: ClassFact) -> list[ClassFact] | None:
        references = [base for base in owner.bases if base in known or base != "builtins.object"]
        is_known = not owner.has_keywords and all(base in known for base in references)
        return [known[base] for base in references] if is_known else None

    return Lineages(_place, bases)


def _place(owner: ClassFact) -> int:
    return owner.body_start


def is_base(view: PythonModule, owner: ClassFact) -> bool:
    """Whether another class of the file derives from it."""
    return f":{owner.path}" in _bases(view)


@once
def _bases(view: PythonModule) -> set[str]:
    return {base for owner in classes_of(view).values() for base in owner.bases}


@once
def set_attributes(view: PythonModule) -> set[str]:
    """The names of all attributes that the file gives a value to, of whatever object."""
    targets = (node.child_by_field_name("attribute") for node in view.nodes["target"])
    return {view.text(name) for name in targets if name is not None}
