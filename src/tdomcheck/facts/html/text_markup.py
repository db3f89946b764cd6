"""Text that is put together with tags in it, and what is proven about the values that a template is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.concatenation import operands_of, operator_of
from tdomcheck.facts.python.contents import Effect, contents_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.list_building import appended_texts
from tdomcheck.facts.python.list_items import items_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.text_building import growing_texts, summands
from tdomcheck.facts.python.value_flow import is_shallow, origins, outcomes
from tdomcheck.facts.records import FunctionFact, ValueKind
from tdomcheck.facts.vocabulary.html import has_tags
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import replace

_STRINGS = frozenset({"string", "concatenated_string"})
_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression", "set"})


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
    for node in view.nodes["return"]:
        value = next((child for child in node.named_children if child.type != "comment"), None)
        every = [origin for _, origin in origins(view, value)] if value is not None else []
        states = [_state(view, origin) for origin in every] or [None]
        ends.setdefault(view.scopes.index_at(node.start_byte), []).extend(states)
    giving = {view.scopes.scopes[scope].path for scope, found in ends.items() if any(found) and None not in found}
    return tuple(replace(found, gives_tags=True) if found.path in giving else found for found in functions)


def is_tagged_text(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether an expression is a literal text with tags."""
    return value.type in _STRINGS and literal_type(view, value) == "str" and has_tags(static_text(view, value))


def is_plain_text(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether an expression is a str, and nothing says that it holds tags: it is shown as it is."""
    if value.type in {"identifier", "attribute"}:
        return proven_type(view, value) == "str"
    is_text = value.type in _STRINGS and literal_type(view, value) == "str"
    return is_text and next(markup_texts(view, value), None) is None


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
    is_made = part.type == "call" and value_kind(view, part) is ValueKind.STRING
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


_SENTENCE = regex(r"\s*<\w+>\s+[a-z]{2,}[^<>]*")
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
    if owner is None or owner.type not in _STRINGS:
        return
    match method_of(view, call):
        case "format":
            yield from _literals(view, owner)
        case "join":
            yield from _of_join(view, call, follows=follows)


def _of_join(view: ModuleView, call: tree_sitter.Node, *, follows: bool) -> Iterator[tree_sitter.Node]:
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
