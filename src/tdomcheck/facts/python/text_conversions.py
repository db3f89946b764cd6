"""The places where a value becomes text: `f"{x}"`, `str(x)`, `"%s" % x`, `"".join([x])`, `"text" + x`."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.concatenation import is_sum
from tdomcheck.facts.python.list_items import items_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.text_building import text_additions
from tdomcheck.facts.python.value_flow import is_shallow, origins
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass

_PERCENT = regex(r"%(?:\((\w+)\))?([-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?)([a-zA-Z%])")
"""A conversion as the documentation of `str % values` has it: its key, its flags with widths, its letter."""
_AROUND = frozenset({"binary_operator", "parenthesized_expression", "attribute", "call"})


class Way(enum.Enum):
    """How a value becomes text."""

    FSTRING = enum.auto()
    STR = enum.auto()
    MAPPED = enum.auto()
    """`map(str, values)`, where each item becomes text."""
    FORMAT = enum.auto()
    PERCENT = enum.auto()
    JOIN = enum.auto()
    """It has to be a str already, else this raises."""
    SUM = enum.auto()
    """The same."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A value that becomes text, or has to be text."""

    value: tree_sitter.Node
    way: Way
    within: tree_sitter.Node
    """The string, call or operation that makes the text."""


def conversions_to_text(view: PythonModule) -> Iterator[Conversion]:
    """The places of a file where a value becomes text; `!r` and `%r` ask for the repr, which is another text."""
    for string in view.nodes["string"]:
        if "f" in view.text(string.children[0]).lower():
            yield from (Conversion(value, Way.FSTRING, string) for value in _interpolated(string))
    for call in view.nodes["call"]:
        yield from _by_call(view, call)
    for operation in _operations(view):
        yield from _by_operator(view, operation)
    yield from (Conversion(value, Way.SUM, value.parent or value) for value in text_additions(view))


def _interpolated(string: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    for child in string.children:
        if child.type == "interpolation" and all(part.type != "type_conversion" for part in child.children):
            yield from child.named_children[:1]


def _by_call(view: PythonModule, call: tree_sitter.Node) -> Iterator[Conversion]:
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or listed is None:
        return
    if function.type == "attribute":
        yield from _by_method(view, call, function, listed)
        return
    arguments = arguments_of(view, call).positional
    match view.text(function):
        case "str" if not is_shadowed(view, "str"):
            yield from (Conversion(value, Way.STR, call) for value in arguments[:1])
        case "map" if len(arguments) == 2 and view.text(arguments[0]) == "str":
            if not (is_shadowed(view, "map") or is_shadowed(view, "str")):
                yield Conversion(arguments[1], Way.MAPPED, call)


def _by_method(
    view: PythonModule, call: tree_sitter.Node, function: tree_sitter.Node, listed: tree_sitter.Node
) -> Iterator[Conversion]:
    """`"{}".format(x)`, `"".join(xs)`."""
    if literal_type(view, call) != "str":
        return
    arguments = arguments_of(view, call).positional
    if view.text(function).endswith(".format"):
        yield from (Conversion(value, Way.FORMAT, call) for value in arguments)
        return
    for node in [listed] if listed.type == "generator_expression" else arguments[:1]:
        for _, value in origins(view, node):
            # Of a name that nothing is known of it is not known whether it is a list.
            for item in items_of(value) if value != node or node.type != "identifier" else ():
                yield Conversion(item, Way.JOIN, call)


def _operations(view: PythonModule) -> Iterator[tree_sitter.Node]:
    """The operations around a string, a name, or what belongs to `self`."""
    seen = set[int]()
    for inner in (*view.nodes["fragment"], *view.readers.get("self", ())):
        around = inner.parent
        while around is not None and around.id not in seen and around.type in _AROUND:
            seen.add(around.id)
            if around.type == "binary_operator":
                yield around
            around = around.parent


def _by_operator(view: PythonModule, operation: tree_sitter.Node) -> Iterator[Conversion]:
    """What stands beside `+`, where the other side is text, or after `%`."""
    left, right = operation.child_by_field_name("left"), operation.child_by_field_name("right")
    operator = operation.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return
    if operator.type == "%":
        form = view.given(left) or left
        if literal_type(view, form) == "str" and is_shallow(right):
            for value in percent_values(view, view.text(form), right):
                yield Conversion(value, Way.PERCENT, operation)
    elif operator.type == "+":
        for operand, other in ((left, right), (right, left)):
            if is_text(view, other):
                yield Conversion(operand, Way.SUM, operation)


def percent_values(view: PythonModule, text: str, right: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What `%s` shows, of one value, a tuple or a mapping; `%r` asks for the repr."""
    conversions = [match for match in _PERCENT.finditer(text) if match[3] != "%"]
    shown_letters = [match for match in conversions if match[3] == "s"]
    for shown, value in origins(view, right):
        items = [child for child in value.named_children if child.type != "comment"]
        if value.type == "tuple":
            yield from _placed_values(conversions, items)
        elif value.type == "dictionary":
            yield from _named_values(view, items, {match[1] for match in shown_letters})
        elif shown_letters:
            yield shown


def _placed_values(
    conversions: Sequence[re.Match[str]], items: Sequence[tree_sitter.Node]
) -> Iterator[tree_sitter.Node]:
    # A star in the text takes a value for itself, and one in the tuple gives several.
    if any("*" in match[2] for match in conversions) or any(item.type == "list_splat" for item in items):
        return
    yield from (item for match, item in zip(conversions, items, strict=False) if match[3] == "s")


def _named_values(
    view: PythonModule, pairs: Sequence[tree_sitter.Node], names: set[str | None]
) -> Iterator[tree_sitter.Node]:
    for pair in pairs:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None and static_text(view, key) in names:
            yield value


def is_text(view: PythonModule, node: tree_sitter.Node) -> bool:
    """A str for certain, also in a sum: what is added to one is one, or raises where it is not."""
    node = unwrapped(node)
    known = _texts(view)
    if node.id not in known:
        known[node.id] = is_shallow(node) and _is_text(view, node)
    return known[node.id]


@once
def _texts(_view: PythonModule) -> dict[int, bool]:
    """Whether operands are text, by node: a sum asks for those of the sums in it."""
    return {}


def _is_text(view: PythonModule, node: tree_sitter.Node) -> bool:
    if "str" in {literal_type(view, node), proven_type(view, node)}:
        return True
    return is_sum(node) and any(is_text(view, side) for side in node.named_children)
