"""Whether a value may be one of a few that are known, as of a Literal or an Enum, so that no other is left over."""

from __future__ import annotations

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.source.tree import enclosing, unwrapped

_OPEN_METHODS = frozenset(b"get pop setdefault lower upper strip casefold removeprefix removesuffix".split())
_OPEN_CALLS = frozenset(b"len str int repr hash id".split())
_OPEN_TYPE = regex(rb"(?:[\"']|Optional\[)?(?:str|int|bytes)\b(?:\s*\|\s*None|[\"'\]])*")
_SCOPES = frozenset({"function_definition", "class_definition", "lambda"})


def may_be_counted(node: tree_sitter.Node) -> bool:
    """Whether it may be so of an expression: nothing is known of an attribute, or of what most calls give back."""
    node = unwrapped(node)
    if node.type == "named_expression":
        value = node.child_by_field_name("value")
        return value is not None and may_be_counted(value)
    if node.type == "call":
        return not _is_open_call(node)
    if node.type == "attribute":
        return not _is_open_type(_field_type(node))
    return node.type == "identifier" and _may_name_be(node)


def _is_open_call(call: tree_sitter.Node) -> bool:
    function = call.child_by_field_name("function")
    name = function.child_by_field_name("attribute") if function is not None else None
    return name.text in _OPEN_METHODS if name is not None else function is not None and function.text in _OPEN_CALLS


def _may_name_be(name: tree_sitter.Node) -> bool:
    """A parameter without an annotation may be anything; a name that is no local one says nothing of itself."""
    function = enclosing(name, "function_definition")
    listed = function.child_by_field_name("parameters") if function is not None else None
    for parameter in listed.named_children if listed is not None else ():
        named = parameter.child_by_field_name("name") or (parameter.named_children or [parameter])[0]
        if named.text == name.text:
            kind = parameter.child_by_field_name("type")
            return kind is None or not _is_open_type(kind)
    value = given_to(name)
    return value is not None and value.type != "identifier" and may_be_counted(value)


def _is_open_type(kind: tree_sitter.Node | None) -> bool:
    """Whether there is always more of a type than somebody spells out."""
    return kind is not None and _OPEN_TYPE.fullmatch(kind.text or b"") is not None


def _field_type(attribute: tree_sitter.Node) -> tree_sitter.Node | None:
    """What the class says of `self.name`."""
    owner, name = attribute.child_by_field_name("object"), attribute.child_by_field_name("attribute")
    class_ = enclosing(attribute, "class_definition") if owner is not None and owner.text == b"self" else None
    body = class_.child_by_field_name("body") if class_ is not None else None
    for statement in body.named_children if body is not None and name is not None else ():
        declared = statement.named_children[0] if statement.type == "expression_statement" else statement
        left = declared.child_by_field_name("left") if declared.type == "assignment" else None
        if left is not None and name is not None and left.text == name.text:
            return declared.child_by_field_name("type")
    return None


def given_to(name: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a function assigns to a local name at last before it reads it."""
    function = enclosing(name, "function_definition") if name.type == "identifier" else None
    value: tree_sitter.Node | None = None
    pending = list(function.named_children) if function is not None else []
    while pending:
        node = pending.pop()
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        is_given = node.type == "assignment" and left is not None and left.text == name.text
        if is_given and right is not None and right.end_byte <= name.start_byte:
            value = right if value is None or value.start_byte < right.start_byte else value
        pending += [] if node.type in _SCOPES else node.named_children
    return unwrapped(value) if value is not None else None
