"""What JavaScript and TypeScript declare, with or without JSX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import tree_sitter

from tdomcheck.stitch.nodes.outline import Declared
from tdomcheck.stitch.targets import NodeKind
from tdomcheck.values import dataclass, replace

_CALLABLE = frozenset({"arrow_function", "function_expression", "generator_function"})
_FUNCTIONS = _CALLABLE | {"function_declaration", "generator_function_declaration", "function_signature"}
"""Those without a name are what a module exports by default."""
_CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_TYPES = frozenset({"type_alias_declaration", "enum_declaration"})
_METHODS = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_FIELDS = frozenset({"public_field_definition", "field_definition", "property_signature"})
_VARIABLES = frozenset({"lexical_declaration", "variable_declaration"})
_NAMESPACES = frozenset({"internal_module", "module"})
_KINDS = {
    **dict.fromkeys(_FUNCTIONS, frozenset({NodeKind.FUNCTION, NodeKind.COMPONENT})),
    **dict.fromkeys(_CLASSES, frozenset({NodeKind.CLASS, NodeKind.COMPONENT})),
    **dict.fromkeys(_TYPES, frozenset({NodeKind.TYPE})),
    **dict.fromkeys(_METHODS, frozenset({NodeKind.METHOD, NodeKind.FUNCTION})),
    **dict.fromkeys(_NAMESPACES, frozenset[NodeKind]()),
    "interface_declaration": frozenset({NodeKind.INTERFACE}),
}
_WITH_MEMBERS = _CLASSES | {"interface_declaration"}
_WRAPPERS = frozenset({"export_statement", "ambient_declaration"})
_COMPOUND = frozenset({
    "if_statement", "for_statement", "for_in_statement", "while_statement", "do_statement", "try_statement",
    "else_clause", "catch_clause", "finally_clause", "switch_statement", "switch_body", "switch_case",
    "switch_default", "labeled_statement",
})  # fmt: skip
_IDLE = frozenset({"comment", "html_comment", "empty_statement", "decorator", "hash_bang_line"})


class ScriptGrammar:
    """The grammars of tree-sitter-javascript and tree-sitter-typescript."""

    kinds = frozenset(
        {
            NodeKind.FUNCTION,
            NodeKind.CLASS,
            NodeKind.METHOD,
            NodeKind.INTERFACE,
            NodeKind.COMPONENT,
            NodeKind.TYPE,
            NodeKind.CONSTANT,
        }
    )
    comments = frozenset({"comment"})
    needs_statement = False
    has_scopes = True

    def __init__(self) -> None:
        self._decorators: dict[int, int] = {}
        """Where those begin that stand before a member."""
        self._signs: dict[int, int] = {}
        """Where the sign ends that stands behind a member."""

    def is_frozen(self, node: tree_sitter.Node) -> bool:
        return node.type in {"template_string", "string"}

    def declared(self, node: tree_sitter.Node, *, in_class: bool) -> Declared | None:  # noqa: ARG002  # the types say it
        declared = self._declared(node)
        return replace(declared, export=_export(node)) if declared is not None else None

    def _declared(self, node: tree_sitter.Node) -> Declared | None:
        inner, start = _unwrapped(node)
        place = _Place(
            self._decorators.get(node.id, min(start, node.start_byte)), start, self._signs.get(node.id, node.end_byte)
        )
        kinds = _KINDS.get(inner.type)
        if kinds is not None:
            return _declared(inner, kinds, place)
        if inner.type in _FIELDS:
            return _valued(node, inner, place)
        if inner.type in _VARIABLES:
            declarators = [child for child in inner.named_children if child.type == "variable_declarator"]
            return _valued(node, declarators[0], place) if len(declarators) == 1 else None
        return None

    def statements(self, body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        """Members of classes have their decorators before them and their `;` behind them, as siblings."""
        decorators: int | None = None
        for child, following in zip_longest(body.children, body.children[1:]):
            if child.type == "decorator":
                decorators = child.start_byte if decorators is None else decorators
            elif child.is_named and child.type not in _IDLE:
                if decorators is not None:
                    self._decorators[child.id] = decorators
                decorators = None
                if following is not None and following.type in {";", ","}:
                    self._signs[child.id] = following.end_byte
                yield child

    def inner_bodies(self, statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        waiting = [statement] if statement.type in _COMPOUND else []
        while waiting:
            for child in waiting.pop().named_children:
                if child.type == "statement_block":
                    yield child
                elif child.type in _COMPOUND:
                    waiting.append(child)

    def owns_below(self, column: int, own: int) -> bool:  # noqa: ARG002  # a brace ends what is in a body
        return False


def _export(node: tree_sitter.Node) -> str:
    """What a module says to offer a declaration to others."""
    if node.type != "export_statement":
        return ""
    return "export default " if any(child.type == "default" for child in node.children) else "export "


def _unwrapped(node: tree_sitter.Node) -> tuple[tree_sitter.Node, int]:
    """What `export` and `declare` stand before, and where it begins with them, behind decorators."""
    inner = node
    while (wrapped := _wrapped(inner)) is not None:
        inner = wrapped
    if inner.type == "expression_statement":
        return node, node.start_byte
    own = _without_decorators(node.children)
    return inner, own[0].start_byte if own else node.start_byte


def _wrapped(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a statement declares that only says something of it."""
    if node.type in _WRAPPERS:
        named = node.child_by_field_name("declaration") or node.child_by_field_name("value")
        inner = _without_decorators(node.named_children)
        return named or (inner[0] if len(inner) == 1 else None)
    if node.type == "expression_statement" and node.named_child_count == 1:
        inner = node.named_children
        return inner[0] if inner[0].type in _NAMESPACES else None
    return None


def _without_decorators(nodes: Sequence[tree_sitter.Node]) -> list[tree_sitter.Node]:
    return [node for node in nodes if node.type not in {"decorator", "comment"}]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a declaration begins and ends."""

    decorators: int
    start: int
    end: int


def _declared(inner: tree_sitter.Node, kinds: frozenset[NodeKind], place: _Place) -> Declared:
    body = inner.child_by_field_name("body")
    is_open = body is not None and body.type in {"statement_block", "class_body", "interface_body", "object_type"}
    has_members = inner.type in _WITH_MEMBERS
    name = _name(inner) + _accessor(inner)
    has_hidden = has_members and place.start < inner.start_byte and inner.children[0].type == "decorator"
    return Declared(
        kinds,
        name,
        place.decorators,
        place.start,
        place.end,
        body if is_open else None,
        has_members,
        has_inner_decorators=has_hidden,
    )


def _valued(node: tree_sitter.Node, named: tree_sitter.Node, place: _Place) -> Declared | None:
    """A constant or a field; one that holds a function is one, too."""
    name = _name(named)
    if not name:
        return None
    value = named.child_by_field_name("value")
    type_ = value.type if value is not None else ""
    is_function, is_class = type_ in _CALLABLE, type_ == "class"
    kinds = {NodeKind.CONSTANT, NodeKind.COMPONENT}
    if is_function:
        kinds |= {NodeKind.METHOD, NodeKind.FUNCTION} if named.type in _FIELDS else {NodeKind.FUNCTION}
    elif is_class:
        kinds |= {NodeKind.CLASS}
    body = value.child_by_field_name("body") if value is not None and (is_function or is_class) else None
    if body is not None and body.type not in {"statement_block", "class_body"}:
        body = None
    is_definition = is_function or is_class or node.start_point[0] < node.end_point[0]
    return Declared(
        frozenset(kinds), name, place.decorators, place.start, place.end, body, is_class, is_definition=is_definition
    )


def _name(node: tree_sitter.Node) -> str:
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is None:
        is_default = node.parent is not None and node.parent.type == "export_statement"
        return "default" if is_default else ""
    if name.type not in {
        "identifier", "type_identifier", "property_identifier", "private_property_identifier", "nested_identifier",
        "string",
    }:  # fmt: skip
        return ""
    return (name.text or b"").decode("utf-8", "replace").strip("'\"")


def _accessor(node: tree_sitter.Node) -> str:
    words = {child.type for child in node.children[:4]} if node.type in _METHODS else set()
    return "@setter" if "set" in words else ""
