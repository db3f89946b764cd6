"""Which definition or import a name means at a place: lexical scopes, and unknown where they do not prove it."""

from __future__ import annotations

import builtins
import typing as t
from bisect import bisect_right
from operator import attrgetter

import tree_sitter

from tdomcheck.facts.python.node_index import NodeIndex
from tdomcheck.facts.records import STARRED, ImportFact
from tdomcheck.source.tree import ParsedTree
from tdomcheck.values import dataclass, field

if t.TYPE_CHECKING:  # documents only
    from tdomcheck.facts.python.rebinding import Timeline

UNKNOWN = ""


@dataclass(slots=True)
class Scope:
    """A module, class, function or lambda, with the names that it binds."""

    kind: str
    path: str
    start: int
    end: int
    parent: int
    bindings: dict[str, str] = field(default_factory=dict)
    """Name to reference; unknown for parameters and variables."""
    names: set[str] = field(default_factory=set)
    """Parameters and variables: they hide outer names."""
    parameters: set[str] = field(default_factory=set)
    """Names that a caller gives a value to."""


class Scopes:
    """The scopes of one file."""

    def __init__(self, tree: ParsedTree, nodes: NodeIndex) -> None:
        self._tree = tree
        self.timeline: Timeline | None = None
        """Of a document, which binds its names again and again."""
        self._is_starred = False
        self.scopes = [Scope("module", "", 0, len(tree.utf8) + 1, -1)]
        self._define(nodes)
        self._starts = [scope.start for scope in self.scopes]
        self._bind_names(nodes)

    def _define(self, nodes: NodeIndex) -> None:
        definitions = sorted(
            [*nodes["class"], *nodes["function"], *nodes["lambda"]],
            key=attrgetter("start_byte"),
        )
        stack = [0]
        for node in definitions:
            while self.scopes[stack[-1]].end <= node.start_byte:
                stack.pop()
            parent = stack[-1]
            body = node.child_by_field_name("parameters") or node.child_by_field_name("body") or node
            name = self._name(node)
            path = self._path(parent, name)
            if name:
                self.scopes[parent].bindings.setdefault(name, f":{path}")
            kind = node.type.partition("_")[0]
            self.scopes.append(Scope(kind, path, body.start_byte, node.end_byte, parent))
            if kind != "class":
                self._bind_parameters(self.scopes[-1], node)
            stack.append(len(self.scopes) - 1)

    def _name(self, node: tree_sitter.Node) -> str:
        name = node.child_by_field_name("name")
        return self._tree.text(name) if name else ""

    def _path(self, parent: int, name: str) -> str:
        outer = self.scopes[parent].path
        return f"{outer}.{name}" if outer else name

    def _bind_parameters(self, scope: Scope, node: tree_sitter.Node) -> None:
        parameters = node.child_by_field_name("parameters")
        for parameter in parameters.named_children if parameters else ():
            name = parameter_name(parameter)
            if name is not None:
                scope.names.add(self._tree.text(name))
                scope.parameters.add(self._tree.text(name))

    def _bind_names(self, nodes: NodeIndex) -> None:
        end = 0
        for target in nodes["target"]:
            if target.end_byte <= end:  # a pattern in a pattern, whose names the outer one binds as well
                continue
            end = target.end_byte if target.type == "case_pattern" else 0
            scope = self.scopes[self.index_at(target.start_byte)]
            if scope.kind == "class" and target.type == "identifier":
                scope.names.add(self._tree.text(target))
                continue
            for name in _bound_identifiers(target):
                scope.names.add(self._tree.text(name))
        for alias in nodes["alias"]:
            aliased = _aliased(alias)
            if aliased is not None:
                self.scopes[self.index_at(alias.start_byte)].names.add(self._tree.text(aliased))

    def bind_import(self, found: ImportFact, start: int) -> None:
        """An import binds its alias in the scope that it stands in."""
        if found.name == "*":
            self._is_starred = True
            return
        scope = self.scopes[self.index_at(start)]
        scope.bindings[found.alias] = import_target(found)

    def index_at(self, offset: int) -> int:
        """The innermost scope around an offset in `utf8`."""
        index = bisect_right(self._starts, offset) - 1
        while self.scopes[index].end <= offset:
            index = self.scopes[index].parent
        return index

    def resolve(self, dotted: str, offset: int) -> str:
        """What a dotted name means at an offset; unknown when a parameter or variable hides it.

        What no scope binds may come from a star."""
        first, _, rest = dotted.partition(".")
        scope = self._home(first, offset)
        if scope is None:
            return f"{STARRED}{dotted}" if self._is_starred and not hasattr(builtins, first) else UNKNOWN
        is_module = scope.kind == "module"
        if first in scope.bindings and (is_module or first not in scope.names):
            target = scope.bindings[first]
            if is_module and self.timeline is not None and self.timeline.knows(first):
                target = self.timeline.target(first, offset)
            return f"{target}.{rest}" if rest and target else target
        return f":{dotted}" if is_module else UNKNOWN

    def _home(self, name: str, offset: int) -> Scope | None:
        """The scope that a name is of at an offset."""
        index = innermost = self.index_at(offset)
        while index >= 0:
            scope = self.scopes[index]
            if (name in scope.bindings or name in scope.names) and (scope.kind != "class" or index == innermost):
                return scope
            index = scope.parent
        return None


def _aliased(statement: tree_sitter.Node) -> tree_sitter.Node | None:
    """The name that `type X = ...` binds, also behind the brackets of `type X[T] = ...`."""
    node = statement.child_by_field_name("left")
    while node is not None and node.type != "identifier":
        node = node.named_children[0] if node.named_children else None
    return node


def import_target(found: ImportFact) -> str:
    """The reference that an import binds."""
    if not found.name:
        return found.alias if found.alias == found.module.partition(".")[0] else found.module
    separator = "" if found.module.endswith(".") else "."
    return f"{found.module}{separator}{found.name}"


def parameter_name(parameter: tree_sitter.Node) -> tree_sitter.Node | None:
    """The identifier of any form of parameter; None for `*` and `/`."""
    if parameter.type == "identifier":
        return parameter
    named = parameter.child_by_field_name("name")
    if named is not None:
        return named
    for child in parameter.named_children:
        if child.type == "identifier":
            return child
        if child.type in {"list_splat_pattern", "dictionary_splat_pattern"}:
            return child.named_children[0] if child.named_children else None
    return None


_PASSIVE = frozenset({"attribute", "subscript", "call", "type", "string", "dotted_name_value"})


def _bound_identifiers(target: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Identifiers that a target binds: not those of `a.b = ...` or `a[i] = ...`, nor what a pattern only reads."""
    pending, identifiers = [target], []
    while pending:
        node = pending.pop()
        if node.type == "identifier":
            identifiers.append(node)
        elif node.type == "dotted_name" and node.named_child_count > 1:
            continue  # `case Color.RED:` compares
        elif node.type in _READING:
            pending.extend(node.named_children[1:])
        elif node.type not in _PASSIVE:
            pending.extend(node.named_children)
    return identifiers


_READING = frozenset({"class_pattern", "keyword_pattern"})
"""`case Point(x=0):` begins with the name of the class, and `x=0` with that of the attribute."""
