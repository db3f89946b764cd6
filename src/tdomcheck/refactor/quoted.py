"""Names in strings that Python or a type checker reads as code: quoted annotations."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.facts.python.regions import Step
from tdomcheck.refactor.origins import meaning
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex

_AROUND = frozenset(
    {
        "type",
        "generic_type",
        "type_parameter",
        "union_type",
        "member_type",
        "constrained_type",
        "binary_operator",
        "subscript",
        "tuple",
        "list",
        "expression_list",
        "parenthesized_expression",
        "concatenated_string",
        "string",
    }
)
_ANNOTATED = frozenset({"Annotated"})
_LITERAL = frozenset({"Literal", "LiteralString"})
_CASTS = frozenset({"typing.cast", "typing_extensions.cast", "typing.assert_type"})
_VARIABLES = frozenset({"typing.TypeVar", "typing_extensions.TypeVar", "typing.NewType", "typing.TypeAliasType"})
_GENERICS = regex(r"(?:typing|typing_extensions|collections\.abc|builtins|contextlib)\.")


def is_quoted_annotation(sources: Sources, reading: SourceReading, step: Step) -> bool:
    """Whether a place is in a string that says a type."""
    is_string = step.node.type == "string_content" and step.outer is not None
    return is_string and step.outer is not None and is_annotation(sources, reading, step.outer)


def quoted_owner(reading: SourceReading, each: Occurrence) -> str:
    """What stands before the dot of a name in a string; no name where that is more than names."""
    start = max(each.step.node.start_byte, each.start - MOST_OWNER)
    before = _BEFORE.search(reading.view.tree.utf8[start : each.start])
    return before[1].decode("utf-8", "replace") if before is not None else ""


MOST_OWNER = 200
"""Bytes before a name that are looked at."""
_BEFORE = regex(rb"([^\s\[\],|]+)\.\Z")


def is_annotation(sources: Sources, reading: SourceReading, step: Step) -> bool:
    """Whether a string says a type: in an annotation, in the brackets of a generic, given to `cast`."""
    inner = step
    for around in step.outwards:
        if around.field in {"type", "return_type"} and around.node.type == "type":
            return True
        if around.node.type in {"keyword_argument", "argument_list"}:
            return _is_type_argument(sources, reading, inner, around)
        if around.node.type not in _AROUND and around is not step:
            return False
        if _is_no_type(reading, inner, around.node):
            return False
        if around.node.type == "subscript" and _is_generic(sources, reading, around):
            return True
        inner = around
    return False


def _is_no_type(reading: SourceReading, inner: Step, around: tree_sitter.Node) -> bool:
    """Whether the brackets of `Literal`, or those of `Annotated` behind the type, are what a string stands in."""
    if around.type not in {"subscript", "generic_type"}:
        return False
    named = around.named_children
    name = reading.view.text(named[0]).rpartition(".")[2] if named else ""
    if name in _LITERAL:
        return True
    if name not in _ANNOTATED:
        return False
    arguments = named[1].named_children if named[1:] and named[1].type == "type_parameter" else named[1:]
    return bool(arguments) and not arguments[0].start_byte <= inner.node.start_byte < arguments[0].end_byte


def _is_generic(sources: Sources, reading: SourceReading, subscript: Step) -> bool:
    value = subscript.node.child_by_field_name("value")
    if value is None:
        return False
    home = meaning(sources, reading, Step(value, "value", subscript.region, subscript))
    return home is not None and not home.path and _GENERICS.match(home.name) is not None


def _is_type_argument(sources: Sources, reading: SourceReading, inner: Step, around: Step) -> bool:
    """The first argument of `cast`, `bound=` of a type variable."""
    name = called_outside(sources, reading, around)
    if around.node.type == "keyword_argument":
        label = around.node.child_by_field_name("name")
        return name in _VARIABLES and label is not None and label.text in {b"bound", b"default"}
    arguments = [child for child in around.node.named_children if child.type != "comment"]
    return name in _CASTS and bool(arguments) and arguments[0].start_byte == inner.node.start_byte


def called_outside(sources: Sources, reading: SourceReading, argument: Step) -> str:
    """The dotted name of what is called with an argument, where that is outside of the project."""
    call = argument.around("call")
    function = call.node.child_by_field_name("function") if call is not None else None
    if call is None or function is None:
        return ""
    home = meaning(sources, reading, Step(function, "function", call.region, call))
    return home.name if home is not None and not home.path else ""
