"""What the definitions of a file are made of: which node a reference means, and the shape of a class."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from tdomcheck.facts.python.definitions import Definitions
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import MOST_ANCESTORS, ClassFact

DATACLASS = frozenset({"dataclasses.dataclass"})
ATTRS = frozenset(
    {"attrs.define", "attrs.frozen", "attrs.mutable", "attr.define", "attr.frozen", "attr.s", "attr.attrs"}
)


@dataclass(frozen=True, slots=True)
class Member:
    """An annotated name in a class body."""

    name: str
    typed: tree_sitter.Node
    value: tree_sitter.Node | None
    statement: tree_sitter.Node


@dataclass(frozen=True, slots=True)
class Shape:
    """A class as its body and its decorators tell."""

    path: str
    node: tree_sitter.Node
    name: tree_sitter.Node
    bases: tuple[str, ...]
    """References; an empty one is a base that nobody knows."""
    decorators: tuple[str, ...]
    members: tuple[Member, ...]
    methods: dict[str, tree_sitter.Node]
    names: frozenset[str]
    """All that the body binds."""
    assigned: frozenset[str]
    """Names that the body gives a value to without an annotation."""
    has_keywords: bool
    """A metaclass, or another keyword beside the bases."""

    @property
    def is_dataclass(self) -> bool:
        return not DATACLASS.isdisjoint(self.decorators)

    @property
    def is_generated(self) -> bool:
        """Its constructor is written from its annotations."""
        return self.is_dataclass or not ATTRS.isdisjoint(self.decorators)

    @property
    def is_plain(self) -> bool:
        """Nothing but its own body says what it is, decorators aside."""
        return not self.has_keywords and all(base == "builtins.object" for base in self.bases)


@once
def definitions_of(view: PythonModule) -> Definitions:
    """One reader of definitions a file."""
    return Definitions(view)


@once
def classes_by_path(view: PythonModule) -> dict[str, ClassFact]:
    return {owner.path: owner for owner in definitions_of(view).classes()}


def path_of(view: PythonModule, node: tree_sitter.Node) -> str:
    """The lexical path of a class or function."""
    inner = node.child_by_field_name("parameters") or node.child_by_field_name("body") or node
    return view.scopes.scopes[view.scopes.index_at(inner.start_byte)].path


def definition(view: PythonModule, reference: str) -> tree_sitter.Node | None:
    """The class or function that a reference of this file means, if it is never anything else."""
    if not reference.startswith(":"):
        return None
    return _singles(view).get(reference[1:])


@once
def _singles(view: PythonModule) -> dict[str, tree_sitter.Node]:
    found: dict[str, list[tree_sitter.Node]] = {}
    for node in (*view.captures["class"], *view.captures["function"]):
        found.setdefault(path_of(view, node), []).append(node)
    return {path: nodes[0] for path, nodes in found.items() if len(nodes) == 1 and not _is_rebound(view, nodes[0])}


def _is_rebound(view: PythonModule, node: tree_sitter.Node) -> bool:
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    name = node.child_by_field_name("name")
    text = view.text(name) if name is not None else ""
    is_method = scope.kind == "class" and node.type == "function_definition"
    return text in scope.names or (not is_method and scope.bindings.get(text) != f":{path_of(view, node)}")


@once
def shapes(view: PythonModule) -> dict[str, Shape]:
    """All classes of a file by reference, those aside that are defined twice."""
    nodes = ((path_of(view, node), node) for node in view.captures["class"])
    return {f":{path}": _shape(view, path, node) for path, node in nodes if definition(view, f":{path}") is not None}


def _shape(view: PythonModule, path: str, node: tree_sitter.Node) -> Shape:
    listed = node.child_by_field_name("superclasses")
    arguments = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    bases = [child for child in arguments if child.type != "keyword_argument"]
    statements = list(_statements(node))
    methods = {view.text(name): inner for inner in statements if (name := _function_name(inner)) is not None}
    members = tuple(member for inner in statements if (member := _member(view, inner)) is not None)
    scope = view.scopes.scopes[view.scopes.index_at((node.child_by_field_name("body") or node).start_byte)]
    return Shape(
        path,
        node,
        node.child_by_field_name("name") or node,
        tuple(base_reference(view, child) for child in bases),
        tuple(decorator_reference(view, child) for child in definitions_of(view).decorator_nodes(node)),
        members,
        methods,
        frozenset({*scope.names, *scope.bindings, *(member.name for member in members)}),
        assigned=frozenset(scope.names) - {member.name for member in members},
        has_keywords=len(bases) != len(arguments),
    )


def base_reference(view: PythonModule, node: tree_sitter.Node) -> str:
    """What a base class names, type arguments aside."""
    inner = node.child_by_field_name("value") if node.type == "subscript" else node
    if inner is None:
        return ""
    return view.resolve(inner) or ("builtins.object" if view.text(inner) == "object" else "")


def decorator_reference(view: PythonModule, node: tree_sitter.Node) -> str:
    """What a decorator names, its arguments aside."""
    callee = node.child_by_field_name("function") if node.type == "call" else node
    return view.resolve(callee) if callee is not None else ""


def _statements(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The statements of a body, decorated functions as the functions that they are."""
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        inner = child.child_by_field_name("definition") if child.type == "decorated_definition" else child
        if inner is not None and inner.type != "comment":
            yield inner


def _function_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return node.child_by_field_name("name") if node.type == "function_definition" else None


def _member(view: PythonModule, statement: tree_sitter.Node) -> Member | None:
    if statement.type != "expression_statement" or not statement.named_children:
        return None
    assignment = statement.named_children[0]
    left, typed = assignment.child_by_field_name("left"), assignment.child_by_field_name("type")
    if assignment.type != "assignment" or left is None or typed is None or left.type != "identifier":
        return None
    return Member(view.text(left), typed, assignment.child_by_field_name("right"), statement)


def overlong_lineages(view: PythonModule) -> list[Shape]:
    """The classes with more ancestors above each other in this file than are followed, the first of each line."""
    depths: dict[str, int] = {}
    found: list[Shape] = []
    for reference, shape in shapes(view).items():  # a base is mostly written before its heirs
        depths[reference] = 1 + max((depths.get(base, 0) for base in shape.bases), default=0)
        if depths[reference] == MOST_ANCESTORS + 2:
            found.append(shape)
    return found


def lineage(view: PythonModule, shape: Shape) -> list[Shape] | None:
    """A class and its bases, nearest first; None where one of them is not a class of this file.

    None, too, for one with more of them than are followed: whoever asks for all would take time with the square."""
    known = _lineages(view)
    if shape.node.id not in known:
        known[shape.node.id] = _lineage(view, shape)
    found = known[shape.node.id]
    return None if found is None else [*found]


def _lineage(view: PythonModule, shape: Shape) -> list[Shape] | None:
    order: list[Shape] = []
    seen: set[int] = set()
    pending = deque([shape])
    while pending:
        current = pending.popleft()
        if current.node.id in seen:
            continue
        known = _lineages(view)
        if len(order) == 1 and not pending and current.node.id in known:  # its one base was followed for itself
            above = known[current.node.id]
            whole = None if above is None else [*order, *above]
            return whole if whole is not None and len(whole) <= MOST_ANCESTORS + 1 else None
        if current.has_keywords or len(order) > MOST_ANCESTORS:
            return None
        seen.add(current.node.id)
        order.append(current)
        for base in current.bases:
            found = shapes(view).get(base)
            if found is None and base != "builtins.object":
                return None
            pending += [found] if found is not None else []
    return order


@once
def _lineages(_view: PythonModule) -> dict[int, list[Shape] | None]:
    """Of the classes that somebody asked about: `_lineage` ends at a base that was followed for itself."""
    return {}


def is_base(view: PythonModule, shape: Shape) -> bool:
    """Whether another class of the file derives from it."""
    return f":{shape.path}" in _bases(view)


@once
def _bases(view: PythonModule) -> set[str]:
    return {base for shape in shapes(view).values() for base in shape.bases}


@once
def set_attributes(view: PythonModule) -> set[str]:
    """The names of all attributes that the file gives a value to, of whatever object."""
    targets = (node.child_by_field_name("attribute") for node in view.captures["target"])
    return {view.text(name) for name in targets if name is not None}
