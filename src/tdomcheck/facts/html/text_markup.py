"""Text that is put together with tags in it, and what is proven about the values that a template is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_bound
from tdomcheck.facts.python.builtin_types import is_boolean, literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definitions_of, lineage, shapes
from tdomcheck.facts.python.concatenation import operands_of, operator_of
from tdomcheck.facts.python.contents import Effect, contents_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.list_building import appended_texts
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.text_building import growing_texts, summands
from tdomcheck.facts.python.value_flow import is_shallow, origins, outcomes
from tdomcheck.facts.records import FunctionFact
from tdomcheck.facts.vocabulary.html import has_tags
from tdomcheck.source.tree import unwrapped

_STRINGS = frozenset({"string", "concatenated_string"})
_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression", "set"})
_BUILTINS = frozenset({"bool", "int", "float", "str", "bytes", "dict", "list", "tuple", "set"})


def markup_texts(view: ModuleView, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The literals with tags that the text of an expression is put together from; lists are looked into."""
    for shown, value in origins(view, node):
        if value.type == "list" and shown.type == "identifier":
            added = (end for part in appended_texts(view, shown) for _, end in origins(view, part))
            yield from (literal for part in (value, *added) if is_shallow(part) for literal in _literals(view, part))
        elif value.type == "identifier":
            grown = [end for part in growing_texts(view, value) for end in outcomes(part)]
            yield from _of_sum(view, grown, view.text(value), follows=True)
        elif is_shallow(value):
            yield from _literals(view, value)


def with_tags(view: ModuleView, functions: Sequence[FunctionFact]) -> tuple[FunctionFact, ...]:
    """Functions, those marked that give back text with tags, and no way anything but text."""
    ends: dict[int, list[bool | None]] = {}
    for node in view.captures["return"]:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        every = [origin for _, origin in origins(view, value)] if value is not None else []
        states = [_state(view, origin) for origin in every] or [None]
        ends.setdefault(view.scopes.index_at(node.start_byte), []).extend(states)
    giving = {view.scopes.scopes[scope].path for scope, found in ends.items() if any(found) and None not in found}
    return tuple(replace(found, gives_tags=True) if found.path in giving else found for found in functions)


def _state(view: ModuleView, value: tree_sitter.Node) -> bool | None:
    """Whether a text holds tags; False for text that is shown as it is, None for anything else."""
    if is_certain_text(view, value) and any(True for _ in markup_texts(view, value)):
        return True
    is_plain = value.type in _STRINGS and literal_type(view, value) == "str" and not has_tags(static_text(view, value))
    return False if is_plain else None


def is_certain_text(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether an expression that holds a literal is a str: a sum of a str and a Markup is a Markup."""
    value = unwrapped(value)
    if value.type != "binary_operator":
        return True
    operator = value.child_by_field_name("operator")
    is_repeated = operator is not None and operator.type in {"*", "%"}
    return is_repeated or (is_shallow(value) and all(_is_str(view, part) for part in summands(value)))


def _is_str(view: ModuleView, part: tree_sitter.Node) -> bool:
    is_made = part.type == "call" and value_kind(view, part) == "string"
    return part.type == "comment" or is_made or "str" in {literal_type(view, part), proven_type(view, part)}


def _literals(view: ModuleView, value: tree_sitter.Node, *, follows: bool = True) -> Iterator[tree_sitter.Node]:
    """`follows` the name of a joined list, or of a text that grows, once."""
    value = unwrapped(value)
    if value.type in {"string", "concatenated_string"}:
        if has_tags(static_text(view, value)):
            yield value
    elif value.type in _LISTS:
        for item in items_of(value):
            yield from _literals(view, item, follows=follows)
    elif value.type == "binary_operator":
        yield from _of_sum(view, [value], "", follows=follows)
    elif value.type == "identifier" and follows:
        yield from _of_sum(view, growing_texts(view, value), view.text(value), follows=False)
    elif value.type == "call":
        yield from _of_method(view, value, follows=follows)


def _of_sum(
    view: ModuleView, values: Sequence[tree_sitter.Node], name: str, *, follows: bool
) -> Iterator[tree_sitter.Node]:
    """What `+` joins, also by the name of the sum: strings that hold no tags together hold none each."""
    terms = [term for value in values for term in operands_of(value) if view.text(term) != name]
    pieces = [piece for term in terms for piece in _shown(term)]
    text = "".join(static_text(view, piece) if piece.type in _STRINGS else "x" for piece in pieces)
    is_markup = has_tags(text) and not (len(terms) > 1 and _SENTENCE.fullmatch(text))
    for piece in pieces:
        if is_markup or piece.type not in _STRINGS:
            yield from _literals(view, piece, follows=follows)


_SENTENCE = re.compile(r"\s*<\w+>\s+[a-z]{2,}[^<>]*")
"""`<output> is what it writes`: the name of something, and what is said of it."""


def _shown(term: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """What the text of `a % b` or `a * b` is made of; anything else is made of itself."""
    counts = {"*": 2, "%": 1}
    operator = operator_of(term)
    return term.named_children[: counts.get(operator, 0)] if operator else [term]


def _of_method(view: ModuleView, call: tree_sitter.Node, *, follows: bool) -> Iterator[tree_sitter.Node]:
    """`"".join(...)` of texts with tags, `"<b>{}</b>".format(x)`."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None and function.type == "attribute" else None
    name = function.child_by_field_name("attribute") if function is not None and owner is not None else None
    if owner is None or name is None or owner.type not in {"string", "concatenated_string"}:
        return
    if view.text(name) == "format":
        yield from _literals(view, owner)
    if view.text(name) != "join":
        return
    listed = call.child_by_field_name("arguments")
    if listed is not None and listed.type == "generator_expression":
        yield from _literals(view, listed, follows=follows)
        return
    for argument in arguments_of(view, call).positional[:1] if follows else ():
        for _, value in origins(view, argument):
            if is_shallow(value):
                yield from _literals(view, value, follows=False)
            if argument.type == "identifier" and value.type == "list" and not value.named_children:
                yield from _appended(view, argument)


def _appended(view: ModuleView, name: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The literals that a local list is given in the scope of its name, one by one."""
    contents = contents_of(view, name)
    index = view.scopes.index_at(name.start_byte)
    for put in contents.having(Effect.PUT) if contents is not None else ():
        if view.scopes.index_at(put.node.start_byte) == index:
            yield from (literal for item in put.items for literal in _literals(view, item, follows=False))


def values_of(view: ModuleView, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What an expression may be, one step back through a name of the function or of the module."""
    found = view.given(node)
    return [*outcomes(found)] if found is not None else [value for _, value in origins(view, node)]


def items_of(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The values that a list or comprehension holds, branch by branch; else the value itself."""
    if node.type not in _LISTS:
        yield node
        return
    body = node.child_by_field_name("body")
    for item in [body] if body is not None else node.named_children:
        if item.type not in {"comment", "list_splat"}:
            for outcome in outcomes(item):
                yield from items_of(outcome)


def proven_type(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type of an expression: by its syntax, the annotation of a parameter, or that of a field."""
    return _type_of(view, node, follows=True) if is_shallow(node) else ""


def _type_of(view: ModuleView, node: tree_sitter.Node, *, follows: bool) -> str:
    """`follows` one local name, and not the names in what that is given."""
    node = unwrapped(node)
    if node.type == "conditional_expression" and node.named_child_count == 3:
        branches = {_type_of(view, node.named_children[number], follows=follows) for number in (0, 2)}
        return branches.pop() if len(branches) == 1 else ""
    if node.type != "boolean_operator" and is_boolean(view, node):
        return "bool"
    if node.type == "boolean_operator":
        operands = {_type_of(view, child, follows=follows) for child in node.named_children}
        return "bool" if operands == {"bool"} else ""
    if node.type == "identifier":
        value = view.assigned(view.text(node), node.start_byte)
        if value is not None:
            return _type_of(view, value, follows=False) if follows and is_shallow(value) else ""
        return _parameter_type(view, node)
    if node.type == "attribute":
        return _field_type(view, node)
    if node.type == "call":
        return _call_type(view, node)
    return literal_type(view, node)


def _call_type(view: ModuleView, call: tree_sitter.Node) -> str:
    function = call.child_by_field_name("function")
    name = view.text(function) if function is not None else ""
    if name == "len" and function is not None and not view.resolve(function) and not is_bound(view, "len"):
        return "int"
    return literal_type(view, call)


def _builtin(view: ModuleView, annotation: str) -> str:
    """The builtin type that an annotation names, and nothing beside it."""
    head, _, arguments = annotation.strip("\"'").partition("[")
    is_plain = (not arguments or arguments.endswith("]")) and head in _BUILTINS
    return head if is_plain and not is_bound(view, head) else ""


def _parameter_type(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type that a parameter is annotated with, where it is never given another value."""
    name = view.text(node)
    scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
    if name not in scope.parameters or view.is_assigned(name, node.start_byte):
        return ""
    return _parameter_types(view).get((scope.start, name), "")


@once
def _parameter_types(view: ModuleView) -> dict[tuple[int, str], str]:
    """The builtin types of annotated parameters by the start of their list and name."""
    definitions = definitions_of(view)
    return {
        (listed.start_byte, given.name): _builtin(view, given.annotation)
        for function in view.captures["function"]
        if (listed := function.child_by_field_name("parameters")) is not None
        for given in definitions.parameters(function)
        if given.kind not in {"variadic", "keywords"}
    }


def _field_type(view: ModuleView, node: tree_sitter.Node) -> str:
    """`self.name`, where the class around it declares `name: bool`."""
    text = view.text(node)
    if not text.startswith("self.") or text.count(".") != 1:
        return ""
    index = view.scopes.index_at(node.start_byte)
    while index >= 0 and view.scopes.scopes[index].kind != "class":
        if "self" in view.scopes.scopes[index].parameters:
            owner = view.scopes.scopes[view.scopes.scopes[index].parent]
            return _declared_type(view, owner.path, text[5:]) if owner.kind == "class" else ""
        index = view.scopes.scopes[index].parent
    return ""


def _declared_type(view: ModuleView, path: str, name: str) -> str:
    """What a class, or a base of it in the file, declares a field to be: the nearest says it."""
    shape = shapes(view).get(f":{path}")
    family = lineage(view, shape) if shape is not None else None
    for owner in family or ():
        if name in owner.names:
            return _fields(view).get((owner.path, name), "")
    return _fields(view).get((path, name), "")


@once
def _fields(view: ModuleView) -> dict[tuple[str, str], str]:
    """The builtin types of annotated fields by class and name."""
    return {
        (owner.path, declared.name): _builtin(view, declared.annotation)
        for owner in definitions_of(view).classes()
        for declared in owner.fields
    }
