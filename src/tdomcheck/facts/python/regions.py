"""The scopes around a place, as Python's own compiler draws them: for those who must miss no use of a name.

`scopes` answers what a name means and may say that it does not know. Whoever renames has to know of every occurrence:
a comprehension is a scope, a default belongs to the function around, type parameters have a scope of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

import tree_sitter

from tdomcheck.values import dataclass, field


class RegionKind(Enum):
    """What a scope is, as far as that decides who sees its names."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    COMPREHENSION = "comprehension"
    TYPES = "type parameters"


@dataclass(frozen=True, slots=True)
class ScopeRegion:
    """A scope; two of one kind that begin and end together are the same."""

    kind: RegionKind
    start: int
    end: int
    node: tree_sitter.Node = field(compare=False, repr=False)
    outer: ScopeRegion | None = field(default=None, compare=False, repr=False)

    @property
    def outwards(self) -> Iterator[ScopeRegion]:
        """The scope and those around it."""
        region: ScopeRegion | None = self
        while region is not None:
            yield region
            region = region.outer

    @property
    def name(self) -> str:
        """What the class or function is called."""
        name = self.node.child_by_field_name("name")
        return (name.text or b"").decode("utf-8", "replace") if name is not None else ""

    @property
    def path(self) -> str:
        """The dotted path of the classes and functions around, `<locals>` behind each function: as `__qualname__`."""
        parts: list[str] = []
        for region in self.outwards:
            if region.kind is RegionKind.FUNCTION:
                parts += ["<locals>", region.name or "<lambda>"]
            elif region.kind is RegionKind.CLASS:
                parts.append(region.name)
        return ".".join(reversed(parts))


@dataclass(frozen=True, slots=True)
class Step:
    """A node on the way from the root to a place, with the scope that its names are looked up in."""

    node: tree_sitter.Node
    field: str
    """What the node is to the one around it."""
    region: ScopeRegion
    outer: Step | None = None

    @property
    def outwards(self) -> Iterator[Step]:
        """The step and those around it."""
        step: Step | None = self
        while step is not None:
            yield step
            step = step.outer

    def around(self, *types: str) -> Step | None:
        """The nearest step around this one of some types."""
        return next((step for step in self.outwards if step is not self and step.node.type in types), None)


def steps_to(root: tree_sitter.Node, offsets: Iterable[int]) -> Iterator[Step]:
    """The way to the innermost node at each offset; they are sorted, so that no node is passed twice."""
    cursor = root.walk()
    step = Step(root, "", ScopeRegion(RegionKind.MODULE, root.start_byte, root.end_byte, root))
    for offset in offsets:
        outer = step.outer
        while outer is not None and step.node.end_byte <= offset:
            # A later sibling is entered from the node around it, which the cursor does not have to find again.
            if cursor.goto_next_sibling():
                step = _inner(outer, cursor)
            else:
                cursor.goto_parent()
                step = outer
            outer = step.outer
        while cursor.goto_first_child():
            is_within = _advance(cursor, offset)
            if not is_within:
                cursor.goto_parent()
                break
            step = _inner(step, cursor)
        yield step


def _advance(cursor: tree_sitter.TreeCursor, offset: int) -> bool:
    """Go to the child that an offset lies in; whether there is one."""
    while cursor.node is not None and cursor.node.end_byte <= offset:
        if not cursor.goto_next_sibling():
            return False
    return cursor.node is not None and cursor.node.start_byte <= offset


def _inner(outer: Step, cursor: tree_sitter.TreeCursor) -> Step:
    node, role = cursor.node, cursor.field_name or ""
    if node is None:  # pragma: no cover  # a cursor always stands on a node
        return outer
    return Step(node, role, _region_of(outer, role), outer)


def _region_of(outer: Step, role: str) -> ScopeRegion:
    """The scope of a child of a node."""
    kind = outer.node.type
    if kind in _FUNCTIONS:
        return _in_function(outer, role)
    if kind == "class_definition":
        header = _header(outer)
        if role == "body":
            return _made(RegionKind.CLASS, outer.node, header)
        return outer.region if role == "name" else header
    if kind in _COMPREHENSIONS:
        return _made(RegionKind.COMPREHENSION, outer.node, outer.region)
    if kind == "for_in_clause":
        return _in_clause(outer, role)
    if kind == "type_alias_statement":
        return _made(RegionKind.TYPES, outer.node, outer.region)
    if kind in _PARAMETERS and outer.outer is not None and outer.outer.node.type in _LISTS:
        return _in_parameter(outer.region, role)
    return outer.region


def _in_function(outer: Step, role: str) -> ScopeRegion:
    header = _header(outer)
    if role in {"body", "parameters"}:
        return _made(RegionKind.FUNCTION, outer.node, header)
    return header if role in {"type_parameters", "return_type"} else outer.region


def _in_parameter(function: ScopeRegion, role: str) -> ScopeRegion:
    """An annotation sees the type parameters of its function, a default only what the `def` stands in."""
    around = function.outer or function
    if role == "value" and around.kind is RegionKind.TYPES:
        around = around.outer or around
    return around if role in {"type", "value"} else function


def _in_clause(clause: Step, role: str) -> ScopeRegion:
    """What the first `for` of a comprehension runs over is worked out in front of it."""
    comprehension = clause.outer
    if role != "right" or comprehension is None:
        return clause.region
    first = next((child for child in comprehension.node.named_children if child.type == "for_in_clause"), None)
    return comprehension.region if first == clause.node else clause.region


def _header(definition: Step) -> ScopeRegion:
    """What annotations and bases of a definition are looked up in."""
    if definition.node.child_by_field_name("type_parameters") is None:
        return definition.region
    return _made(RegionKind.TYPES, definition.node, definition.region)


def _made(kind: RegionKind, node: tree_sitter.Node, outer: ScopeRegion) -> ScopeRegion:
    return ScopeRegion(kind, node.start_byte, node.end_byte, node, outer)


_FUNCTIONS = frozenset({"function_definition", "lambda"})
_COMPREHENSIONS = frozenset(
    {"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"}
)
_LISTS = frozenset({"parameters", "lambda_parameters"})
_PARAMETERS = frozenset({"default_parameter", "typed_parameter", "typed_default_parameter"})
