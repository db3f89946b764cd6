"""The attributes of a mapping that is spread into a tag."""

from __future__ import annotations

import typing as t
from collections import Counter
from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_ENTRIES
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.call_results import origins_through_calls
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.contents import SET_ITEM, Effect, contents_in_scope, contents_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.source.markup import Tag
from tdomcheck.source.tree import unwrapped


class SpreadEntry(t.NamedTuple):
    name: str
    """In lower case, as HTML has it."""
    node: tree_sitter.Node
    """The pair, the keyword argument or the assignment."""
    value: tree_sitter.Node


def last_start(view: ModuleView, tag: Tag, name: str) -> int:
    """Where the last attribute of a name begins; -1 where a tag has none. What comes later wins over a spread."""
    starts = _starts_by_tag(view)
    if tag.span.start not in starts:
        starts[tag.span.start] = {attribute.name: attribute.span.start for attribute in tag.attributes}
    return starts[tag.span.start].get(name, -1)


@once
def _starts_by_tag(_view: ModuleView) -> dict[int, dict[str, int]]:
    """Of the tags that somebody asked about: one may have thousands of attributes, and as many spreads."""
    return {}


def entries_of(view: ModuleView, node: tree_sitter.Node) -> Iterator[SpreadEntry]:
    """The entries of a mapping that is spread, by name, in place or as a function gives it back."""
    for shown, value in origins_through_calls(view, node):
        entries = _named(view, shown, value) if shown.type == "identifier" else _few(_written(view, value), value)
        counts = Counter(entry.name for entry in entries)
        # Of an attribute that is given twice the later value counts, sometimes.
        yield from (entry for entry in entries if counts[entry.name] == 1)


def _named(view: ModuleView, name: tree_sitter.Node, value: tree_sitter.Node) -> list[SpreadEntry]:
    """Those of a local name; nothing where something else may change what it holds."""
    contents = contents_of(view, name)
    added = _added(view, view.scopes.index_at(name.start_byte), view.text(name))
    if contents is None or added is None:
        return []
    begun = contents.begun if name == value else value
    return _few([*_written(view, begun), *added], begun)


def _few(entries: Iterable[SpreadEntry], written: tree_sitter.Node) -> list[SpreadEntry]:
    few = [*entries] if written.named_child_count <= MOST_ENTRIES else []
    return few if len(few) <= MOST_ENTRIES else []


def _written(view: ModuleView, value: tree_sitter.Node) -> Iterator[SpreadEntry]:
    """What `{"selected": x}`, `dict(selected=x)`, or a mapping that is joined last, says."""
    operator, right = value.child_by_field_name("operator"), value.child_by_field_name("right")
    if value.type == "binary_operator" and operator is not None and operator.type == "|" and right is not None:
        value = unwrapped(right)
    if value.type == "call":
        yield from _of_call(view, value)
    children = value.named_children if value.type == "dictionary" else []
    splats = [number for number, child in enumerate(children) if child.type == "dictionary_splat"]
    for pair in children[splats[-1] + 1 if splats else 0 :]:
        key, written_value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        name = plain_text(view, key) if key is not None else None
        if name is not None and written_value is not None:
            yield SpreadEntry(name.lower(), pair, written_value)


def _of_call(view: ModuleView, call: tree_sitter.Node) -> Iterator[SpreadEntry]:
    """`dict(selected=x)`."""
    function = call.child_by_field_name("function")
    if function is None or view.text(function) != "dict" or is_shadowed(view, "dict"):
        return
    for name, value in arguments_of(view, call).keywords.items():
        yield SpreadEntry(name.lower(), value.parent or value, value)


@once_each
def _added(view: ModuleView, index: int, name: str) -> list[SpreadEntry] | None:
    """What a local mapping is given by `name["key"] = x`; None where something else may change it."""
    contents = contents_in_scope(view, index, name)
    if contents is None or any(use.effect is not Effect.READ and use.method != SET_ITEM for use in contents.uses):
        return None
    entries: list[SpreadEntry] = []
    for put in contents.having(Effect.PUT):
        key = plain_text(view, put.key) if put.key is not None else None
        if key is None:
            return None
        entries += [SpreadEntry(key.lower(), value.parent or value, value) for value in put.items]
    return entries


def plain_text(view: ModuleView, node: tree_sitter.Node) -> str | None:
    """The text of a literal that holds no value; None for any other expression."""
    if node.type != "string" or literal_type(view, node) != "str":
        return None
    is_plain = all(child.type != "interpolation" for child in node.children)
    return static_text(view, node) if is_plain else None
