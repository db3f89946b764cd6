"""What Python code declares."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.stitch.nodes.outline import Declared
from tdomcheck.stitch.targets import NodeKind

_COMPOUND = frozenset({
    "if_statement", "for_statement", "while_statement", "try_statement", "with_statement", "match_statement",
    "elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause",
})  # fmt: skip
_ACCESSORS = (".setter", ".deleter", ".getter")


class PythonGrammar:
    """The grammar of tree-sitter-python."""

    kinds = frozenset(
        {NodeKind.FUNCTION, NodeKind.CLASS, NodeKind.METHOD, NodeKind.COMPONENT, NodeKind.TYPE, NodeKind.CONSTANT}
    )
    comments = frozenset({"comment"})
    needs_statement = True
    has_scopes = True

    def is_frozen(self, node: tree_sitter.Node) -> bool:
        return node.type == "string"

    def declared(self, node: tree_sitter.Node, *, in_class: bool) -> Declared | None:
        definition = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
        if definition is None:
            return None
        match definition.type:
            case "function_definition":
                kinds = {NodeKind.FUNCTION, *([NodeKind.METHOD] if in_class else [NodeKind.COMPONENT])}
                return _definition(node, definition, frozenset(kinds), _name(definition) + _accessor(node, definition))
            case "class_definition":
                kinds = {NodeKind.CLASS, NodeKind.COMPONENT}
                return _definition(node, definition, frozenset(kinds), _name(definition), is_class=True)
            case "type_alias_statement":
                left = definition.child_by_field_name("left") or definition.named_children[0]
                return _simple(node, _text(left).partition("[")[0].strip(), frozenset({NodeKind.TYPE}))
            case "expression_statement":
                return _constant(node)
        return None

    def statements(self, body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        return (child for child in body.named_children if child.type not in {"comment", "line_continuation"})

    def inner_bodies(self, statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        if statement.type not in _COMPOUND:
            return
        waiting = [statement]
        while waiting:
            for child in waiting.pop().named_children:
                if child.type == "block":
                    yield child
                elif child.type in _COMPOUND:
                    waiting.append(child)

    def owns_below(self, column: int, own: int) -> bool:
        return column > own


def _definition(
    node: tree_sitter.Node,
    definition: tree_sitter.Node,
    kinds: frozenset[NodeKind],
    name: str,
    *,
    is_class: bool = False,
) -> Declared:
    body = definition.child_by_field_name("body")
    return Declared(kinds, name, node.start_byte, definition.start_byte, _code_end(node), body, is_class)


def _simple(node: tree_sitter.Node, name: str, kinds: frozenset[NodeKind]) -> Declared:
    return Declared(kinds, name, node.start_byte, node.start_byte, node.end_byte, is_definition=False)


def _constant(node: tree_sitter.Node) -> Declared | None:
    """A name that a value is assigned to, or that is declared with a type."""
    assignment = node.named_children[0] if node.named_child_count == 1 else None
    if assignment is None or assignment.type != "assignment":
        return None
    left, type_ = assignment.child_by_field_name("left"), assignment.child_by_field_name("type")
    right = assignment.child_by_field_name("right")
    is_chained = right is not None and right.type == "assignment"  # `x = y = 1`: the other name would go with it
    if left is None or left.type != "identifier" or is_chained:
        return None
    is_alias = type_ is not None and _text(type_).rpartition(".")[2] == "TypeAlias"
    kinds = {NodeKind.CONSTANT, *([NodeKind.TYPE] if is_alias else [NodeKind.COMPONENT])}
    return _simple(node, _text(left), frozenset(kinds))


def _accessor(node: tree_sitter.Node, definition: tree_sitter.Node) -> str:
    """`@setter` for the setter of a property; its getter has the plain name."""
    for decorator in node.named_children if node is not definition else ():
        text = _text(decorator).removeprefix("@").strip()
        for accessor in _ACCESSORS:
            if decorator.type == "decorator" and text == f"{_name(definition)}{accessor}":
                return f"@{accessor[1:]}"
    return ""


def _name(node: tree_sitter.Node) -> str:
    name = node.child_by_field_name("name")
    return _text(name) if name is not None else ""


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _code_end(node: tree_sitter.Node) -> int:
    """Where the last code of a node ends: comments below it are judged by their columns."""
    while True:
        children = [child for child in node.children if child.type != "comment"]
        if not children or children[-1].type == "string_end":
            return children[-1].end_byte if children else node.end_byte
        node = children[-1]
