"""Names that a class or a function binds again, read where they may still mean what is around it."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView

_PARAMETERS = frozenset({"default_parameter", "typed_default_parameter", "typed_parameter"})
_BINDING = frozenset({"class_definition", "function_definition", "global_statement"})


def place_around(view: ModuleView, node: tree_sitter.Node) -> int | None:
    """The offset in `utf8` at which a hidden name would be read as it may be here; None where nothing hides it.

    So it is in a class before the class binds it, in the default of a parameter, and below `global`."""
    scopes, text = view.scopes, view.text(node)
    index = scopes.index_at(node.start_byte)
    scope = scopes.scopes[index]
    is_hidden = index > 0 and (text in scope.names or text in scope.bindings)
    if not is_hidden or (node.parent is not None and node.parent.type in _BINDING):
        return None
    if (index, text) in view.borrowed_names:
        return 0
    is_outside = not _is_bound_above(view, node) if scope.kind == "class" else _is_of_parameters(node, scope.start)
    return scope.start - 1 if is_outside else None


def _is_of_parameters(node: tree_sitter.Node, start: int) -> bool:
    """Whether a name is read in the list of parameters that begins at an offset: in a default or an annotation."""
    inner, around = node, node.parent
    while around is not None and around.start_byte >= start:
        if around.type in _PARAMETERS:
            return inner in {around.child_by_field_name("value"), around.child_by_field_name("type")}
        inner, around = around, around.parent
    return False


def _is_bound_above(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a statement of the class itself surely binds a name before it is read."""
    statement = node
    while statement.parent is not None and not _is_class_body(statement.parent):
        statement = statement.parent
    before = statement.prev_named_sibling
    while before is not None:
        if _bound_by(view, before) == view.text(node):
            return True
        before = before.prev_named_sibling
    return False


def _is_class_body(node: tree_sitter.Node) -> bool:
    return node.type == "block" and node.parent is not None and node.parent.type == "class_definition"


def _bound_by(view: ModuleView, statement: tree_sitter.Node) -> str:
    """The name that a definition or a plain assignment binds."""
    inner = statement.child_by_field_name("definition") or statement
    if inner.type == "expression_statement" and inner.named_children:
        inner = inner.named_children[0]
    name = inner.child_by_field_name("left" if inner.type == "assignment" else "name")
    return view.text(name) if name is not None else ""
