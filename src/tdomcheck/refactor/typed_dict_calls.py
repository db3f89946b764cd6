"""Classes that a module makes by a call: `Card = TypedDict("Card", {"user": str})`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact, ParameterFact, ParameterKind

TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})


@once
def typed_dict_calls(view: ModuleView) -> Mapping[str, tree_sitter.Node]:
    """The displays with the keys of each, by its name."""
    return {name: display for name, _, display in _calls(view)}


@once
def classes_by_call(view: ModuleView) -> tuple[ClassFact, ...]:
    """What they are as classes."""
    return tuple(_fact(view, name, base, display) for name, base, display in _calls(view))


def keys_of(view: ModuleView, display: tree_sitter.Node) -> Iterator[tuple[str, tree_sitter.Node, tree_sitter.Node]]:
    """The keys of a display: the name, the pair, and the type."""
    for pair in display.named_children:
        key, typed = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and typed is not None and key.type == "string" and len(key.named_children) == _PLAIN:
            yield view.text(key.named_children[1]), pair, typed


_PLAIN = 3
"""Parts of a string that is nothing but text: how it begins, the text, how it ends."""


def _calls(view: ModuleView) -> Iterator[tuple[str, str, tree_sitter.Node]]:
    for node in view.nodes["top"]:
        left, call = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or call is None or left.type != "identifier" or call.type != "call":
            continue
        function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        arguments = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        if function is None or len(arguments) < 2 or arguments[1].type != "dictionary":
            continue
        base = view.scopes.resolve("".join(view.text(function).split()), function.start_byte)
        if base in TYPED_DICTS:
            yield view.text(left), base, arguments[1]


def _fact(view: ModuleView, name: str, base: str, display: tree_sitter.Node) -> ClassFact:
    span, whole = view.span(display), view.span(display.parent or display)
    fields = tuple(_field(view, key, typed) for key, _, typed in keys_of(view, display))
    return ClassFact(
        name, (base,), (), fields, (), None, span.start, span.end, body_start=whole.start, body_end=whole.end
    )


def _field(view: ModuleView, key: str, typed: tree_sitter.Node) -> ParameterFact:
    meaning, span = meaning_of(view, annotation_of(view, typed)), view.span(typed)
    return ParameterFact(
        key,
        ParameterKind.FIELD,
        meaning.text,
        meaning.type_ref,
        meaning.marker,
        has_default=False,
        is_init=True,
        is_keyword_only=False,
        start=span.start,
        end=span.end,
        item_ref=meaning.item_ref,
    )
