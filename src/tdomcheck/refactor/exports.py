"""What `__all__` is made of: names in one list or in several, and the lists of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.occurrences import NameRole, Occurrence, bindings_in, home_at, occurrences_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.refactor.sources import SourceReading

EXPORTS = "__all__"
DISPLAYS = frozenset({"list", "tuple", "set", "expression_list"})
_KEEPING = frozenset({b"list", b"tuple", b"sorted", b"set", b"frozenset"})
"""Functions that give the names that they are given."""
_JOINING = frozenset({"+", "|"})
_OF_ONE = {"append": 1, "remove": 1, "insert": 2}
"""Methods that take a name last, with how many arguments."""
_OF_MANY = frozenset({"extend", "update"})
_HARMLESS = frozenset({"sort", "reverse", "index", "count", "copy"})


class ExportPart(Enum):
    """What an expression is to `__all__`."""

    ITEM = "item"
    """A string that is a name by itself."""
    LIST = "list"
    """It is listed whichever branch is taken, and another name can stand there."""
    LATER = "later"
    """The same in a branch, or where a method is given it."""
    OTHER = "other"
    """Somebody has to work it out: a list of another module, a comprehension, a variable."""
    BEHIND = "behind"
    """What a variable among those is given."""


@once
def parts_of(view: PythonModule) -> Mapping[ExportPart, tuple[tree_sitter.Node, ...]]:
    """All that gives `__all__` of a file a name, by what it is."""
    parts: dict[ExportPart, list[tree_sitter.Node]] = {part: [] for part in ExportPart}
    for each in occurrences_of(view, EXPORTS):
        is_of_module = each.home is None or each.home.kind is RegionKind.MODULE
        if is_of_module and each.step.outer is not None and each.role in _ROLES:
            for part, node in _stated(view, each, each.step.outer):
                parts[part].append(node)
    return {part: tuple(nodes) for part, nodes in parts.items()}


_ROLES = frozenset({NameRole.BIND, NameRole.READ, NameRole.IMPORT})
Said = Iterator[tuple[ExportPart, tree_sitter.Node]]


def _stated(view: PythonModule, each: Occurrence, outer: Step) -> Said:
    """What one statement says of `__all__`."""
    kind, around = outer.node.type, outer.outer
    if kind in {"assignment", "augmented_assignment"} and each.step.field == "left":
        right = outer.node.child_by_field_name("right")
        if right is not None:
            yield from _listed(view, right, outer, ExportPart.LIST if _is_certain(outer) else ExportPart.LATER)
    elif each.role is not NameRole.READ:
        yield ExportPart.OTHER, outer.node
    elif kind == "subscript" and outer.field == "left" and each.step.field == "value" and around is not None:
        yield ExportPart.OTHER, around.node
    elif kind == "attribute" and outer.field == "function" and around is not None:
        yield from _changed(view, around)


def _is_certain(assignment: Step) -> bool:
    """Whether an assignment stands at the outermost level."""
    body = assignment.outer.outer if assignment.outer is not None else None
    return body is not None and body.outer is None


def _changed(view: PythonModule, call: Step) -> Said:
    """What a method of `__all__` gives it: `__all__.append("name")`."""
    function = call.node.child_by_field_name("function")
    method = view.text(function).rpartition(".")[2].strip() if function is not None else ""
    arguments = children_of(call.node.child_by_field_name("arguments"))
    if method in _OF_MANY and len(arguments) == 1:
        yield from _listed(view, arguments[0], call, ExportPart.LATER)
    elif arguments and len(arguments) == _OF_ONE.get(method) and is_name(arguments[-1]):
        yield ExportPart.ITEM, arguments[-1]
    elif method not in _HARMLESS:
        yield ExportPart.OTHER, call.node


def _listed(view: PythonModule, node: tree_sitter.Node, step: Step, kind: ExportPart) -> Said:
    """What an expression lists."""
    pending = [node]
    while pending:
        current = pending.pop()
        inner = _inside(current)
        if current.type in DISPLAYS:
            yield kind, current
            yield from ((ExportPart.ITEM, child) for child in inner if is_name(child))
            pending += [_spread(child) for child in inner if not is_name(child)]
        elif inner:
            pending += reversed(inner)
        elif view.text(current) != EXPORTS:
            yield ExportPart.OTHER, current
            yield from ((ExportPart.BEHIND, value) for value in _given(view, current, step))


def children_of(node: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type != "comment"] if node is not None else []


def _inside(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The expressions whose names one has all together."""
    match node.type:
        case "list" | "tuple" | "set" | "expression_list" | "parenthesized_expression":
            return children_of(node)
        case "assignment":
            return children_of(node)[-1:]
        case "binary_operator":
            operator = node.child_by_field_name("operator")
            return children_of(node) if operator is not None and operator.type in _JOINING else []
        case "call":
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            is_keeping = function is not None and function.text in _KEEPING
            return children_of(arguments)[:1] if is_keeping else []
    return []


def _spread(node: tree_sitter.Node) -> tree_sitter.Node:
    return node.named_children[0] if node.type == "list_splat" and node.named_children else node


def is_name(node: tree_sitter.Node) -> bool:
    """Whether a node is a string that nobody has to work out."""
    return node.type == "string" and all(child.type == "string_content" for child in node.named_children[1:-1])


def _given(view: PythonModule, node: tree_sitter.Node, step: Step) -> Iterator[tree_sitter.Node]:
    """What a variable is given."""
    name = view.text(node) if node.type == "identifier" else ""
    for each in bindings_in(view, name, home_at(view, name, step)) if name else ():
        outer = each.step.outer
        right = outer.node.child_by_field_name("right") if outer is not None else None
        if right is not None:
            yield right


@once
def _item_starts(view: PythonModule) -> frozenset[int]:
    return frozenset(node.start_byte for node in parts_of(view)[ExportPart.ITEM])


def is_exported(reading: SourceReading, step: Step) -> bool:
    """Whether the content of a string is an item of `__all__`."""
    return step.outer is not None and step.outer.node.start_byte in _item_starts(reading.view)


def listed_in(reading: SourceReading, name: str) -> list[Occurrence]:
    """Where `__all__` of a module names something."""
    texts = (each for each in occurrences_of(reading.view, name) if each.role is NameRole.TEXT)
    return [each for each in texts if reading.view.text(each.node) == name and is_exported(reading, each.step)]


def implied_in(reading: SourceReading, name: str) -> list[Occurrence]:
    """Where strings say a name of which `__all__` may be made: `"name other".split()`."""
    parts = parts_of(reading.view)
    ranges = {node.byte_range for node in (*parts[ExportPart.OTHER], *parts[ExportPart.BEHIND])}
    return [
        each
        for each in occurrences_of(reading.view, name)
        if ranges and each.role is NameRole.TEXT and each.node.type == "string_content"
        if any(around.node.byte_range in ranges for around in each.step.outwards)
    ]


def is_computed(reading: SourceReading) -> bool:
    """Whether the `__all__` of a module is made of others, or worked out."""
    return bool(parts_of(reading.view)[ExportPart.OTHER])
