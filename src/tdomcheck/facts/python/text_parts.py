"""What a text is put together from on the spot: f-strings, sums, `%`, `format`, `join`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.list_items import items_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.value_flow import values_of
from tdomcheck.source.tree import unwrapped

_STRINGS = frozenset({"string", "concatenated_string"})
_NUMBER_FORMATS = frozenset("dfeg%xbocn")
_TAKING_APART = frozenset({"partition", "rpartition", "split", "rsplit", "splitlines"})


def formatted_values(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What is not written out in a text that is put together on the spot."""
    if node.type in _STRINGS:
        yield from _shown_values(view, node)
        return
    for item in _joined(view, node):
        yield from formatted_values(view, item)
    if not _is_text(view, node):
        return
    if node.type == "binary_operator":
        operator, left, right = (node.child_by_field_name(name) for name in ("operator", "left", "right"))
        if operator is not None and left is not None and right is not None:
            yield from _operands(view, operator.type, left, right)
    elif node.type == "call":
        arguments = arguments_of(view, node)
        yield from arguments.values
        yield from splatted_values(view, node)


def _shown_values(view: PythonModule, string: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What an f-string interpolates, but for what its format says to be a number."""
    for interpolation in interpolations_of(string):
        value = next((child for child in interpolation.named_children if child.type != "comment"), None)
        spec = next((child for child in interpolation.named_children if child.type == "format_specifier"), None)
        is_number = spec is not None and view.text(spec)[-1:] in _NUMBER_FORMATS
        if value is not None and not is_number:
            yield value


def splatted_values(view: PythonModule, call: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What `"...".format(*parts)` takes apart: a tuple that is written out, or the pieces of a text."""
    listed = call.child_by_field_name("arguments")
    for child in listed.named_children if listed is not None else ():
        for value in values_of(view, child.named_children[0]) if child.type == "list_splat" else ():
            if value.type in {"list", "tuple"}:
                yield from (item for item in items_of(value) if not view.text(item).startswith("*"))
            elif _is_taken_apart(view, value):
                yield value


def _is_taken_apart(view: PythonModule, value: tree_sitter.Node) -> bool:
    """`text.partition(word)` of a text that nobody has escaped."""
    function = value.child_by_field_name("function") if value.type == "call" else None
    owner = function.child_by_field_name("object") if function is not None else None
    name = function.child_by_field_name("attribute") if function is not None else None
    is_taken = owner is not None and name is not None and view.text(name) in _TAKING_APART
    return is_taken and owner is not None and proven_type(view, owner) == "str"


def _joined(view: PythonModule, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The texts of `"".join(f"<li>{x}</li>" for x in names)`."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call" or function is None or listed is None or not view.text(function).endswith(".join"):
        return
    if literal_type(view, node) == "str":
        inner = listed if listed.type == "generator_expression" else (listed.named_children or [listed])[0]
        yield from (items_of(inner) if inner.type in {"generator_expression", "list_comprehension", "list"} else ())


def _operands(
    view: PythonModule, operator: str, left: tree_sitter.Node, right: tree_sitter.Node
) -> Iterator[tree_sitter.Node]:
    if operator == "%":
        text = view.text(_literal(view, left) or left)
        if "%s" in text or "%r" in text or ")s" in text:
            yield from right.named_children if right.type in {"tuple", "dictionary"} else [right]
    elif operator == "+":
        for side in (left, right):
            if side.type == "binary_operator":
                yield from formatted_values(view, side)
            elif side.type not in _STRINGS:
                yield side
            else:
                yield from formatted_values(view, side)


def _is_text(view: PythonModule, node: tree_sitter.Node) -> bool:
    """`"..." % x`, `"...".format(x)` or a sum with a literal in it."""
    if node.type == "call":
        function = node.child_by_field_name("function")
        method = function.child_by_field_name("attribute") if function is not None else None
        owner = function.child_by_field_name("object") if function is not None else None
        is_format = owner is not None and method is not None and view.text(method) == "format"
        return is_format and owner is not None and _literal(view, owner) is not None
    if node.type != "binary_operator":
        return False
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sides = [side for side in (left, right) if side is not None]
    return any(_literal(view, side) is not None or _is_text(view, side) for side in sides)


def _literal(view: PythonModule, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """A string literal, also the one that a name is given, which is no Markup."""
    node = unwrapped(node)
    values = values_of(view, node) if node.type == "identifier" else [node]
    literal = unwrapped(values[0]) if len(values) == 1 else node
    is_text = literal.type in _STRINGS and literal_type(view, literal) == "str"
    return literal if is_text else None


def interpolations_of(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The braces of an f-string, or of those that stand beside each other."""
    parts = [node] if node.type == "string" else node.named_children
    for part in parts:
        yield from (child for child in part.named_children if child.type == "interpolation")


def is_formatted(literal: tree_sitter.Node) -> bool:
    """Whether a literal has values in it."""
    return any(True for _ in interpolations_of(literal))


def is_converted(literal: tree_sitter.Node) -> bool:
    """Whether a value in a literal has `!r` or the like."""
    return any(
        child.type == "type_conversion" for value in interpolations_of(literal) for child in value.named_children
    )
