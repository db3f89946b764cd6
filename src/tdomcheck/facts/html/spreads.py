"""The attributes of a mapping that is spread into a tag, and what functions of the file give back for an expression."""

from __future__ import annotations

import typing as t
from collections import Counter
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.text_markup import is_shallow
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_bound
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.local_calls import function_behind, is_told_by_caller
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.facts.python.value_flow import begun_with, origins, uses_in_scope
from tdomcheck.source.markup import Tag
from tdomcheck.source.tree import unwrapped

_READING = frozenset({"interpolation", "dictionary_splat", "comparison_operator", "if_statement", "not_operator"})
_CHOOSING = frozenset({"boolean_operator", "conditional_expression", "parenthesized_expression"})
_CHANGING = frozenset({"assignment", "augmented_assignment", "delete_statement", "pattern_list", "expression_list"})


_MOST_ENTRIES = 200
"""A mapping with more is no set of attributes, and it may be spread often."""


class Entry(t.NamedTuple):
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


def given_back(view: ModuleView, node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What `origins` gives, also by a function or property of the file; beside it the expression that shows it."""
    for shown, value in origins(view, node):
        ends = _ends(view, value)
        yield from ((shown, inner) for end in ends for _, inner in origins(view, end))
        if not ends:
            yield shown, value


def _ends(view: ModuleView, value: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a function of the file gives back where only its caller could say more; nothing if one end is open."""
    function = function_behind(view, value)
    if function is None:
        return []
    given = arguments_of(view, value)
    arguments = (*given.positional, *given.keywords.values())
    if given.has_star or not all(is_told_by_caller(view, argument) for argument in arguments):
        return []
    statements = returns_of(view, function)
    ends = [child for node in statements for child in node.named_children if child.type != "comment"]
    is_whole = len(ends) == len(statements) and all(map(is_shallow, ends))
    has_default = any(parameter.has_default for parameter in definitions_of(view).parameters(function))
    return ends if is_whole and not has_default else []


def entries_of(view: ModuleView, node: tree_sitter.Node) -> Iterator[Entry]:
    """The entries of a mapping that is spread, by name, in place or as a function gives it back."""
    for shown, value in given_back(view, node):
        added = _added(view, shown) if shown.type == "identifier" else []
        begun = begun_with(view, shown, len(added)) if added and shown == value else value
        if added is None or begun is None or begun.named_child_count > _MOST_ENTRIES:
            continue
        entries = [*_written(view, begun), *added]
        if len(entries) > _MOST_ENTRIES:
            continue
        counts = Counter(entry.name for entry in entries)
        # Of an attribute that is given twice the later value counts, sometimes.
        yield from (entry for entry in entries if counts[entry.name] == 1)


def _written(view: ModuleView, value: tree_sitter.Node) -> Iterator[Entry]:
    """What `{"selected": x}`, `dict(selected=x)`, or a mapping that is joined last, says."""
    operator, right = value.child_by_field_name("operator"), value.child_by_field_name("right")
    if value.type == "binary_operator" and operator is not None and operator.type == "|" and right is not None:
        value = unwrapped(right)
    if value.type == "call":
        yield from _of_call(view, value)
    children = value.named_children if value.type == "dictionary" else []
    splats = [number for number, child in enumerate(children) if child.type == "dictionary_splat"]
    for pair in children[splats[-1] + 1 if splats else 0 :]:
        key, given = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        name = plain_text(view, key) if key is not None else None
        if name is not None and given is not None:
            yield Entry(name.lower(), pair, given)


def _of_call(view: ModuleView, call: tree_sitter.Node) -> Iterator[Entry]:
    """`dict(selected=x)`."""
    function = call.child_by_field_name("function")
    if function is None or view.text(function) != "dict" or is_bound(view, "dict"):
        return
    for name, given in arguments_of(view, call).keywords.items():
        yield Entry(name.lower(), given.parent or given, given)


def _added(view: ModuleView, name: tree_sitter.Node) -> list[Entry] | None:
    """What a local mapping is given by `name["key"] = x`; None where something else may change it."""
    return _added_in_scope(view, view.scopes.index_at(name.start_byte), view.text(name))


@once_each
def _added_in_scope(view: ModuleView, index: int, name: str) -> list[Entry] | None:
    found: list[Entry] = []
    for use in uses_in_scope(view, index, name):
        parent = use.parent
        while parent is not None and parent.type in _CHOOSING:
            parent = parent.parent
        if parent is None or parent.type in _READING:
            continue
        statement, keys = parent.parent, parent.children_by_field_name("subscript")
        is_item = parent.type == "subscript" and parent.child_by_field_name("value") == use
        if statement is None or not is_item or len(keys) != 1:
            return None
        key, given = plain_text(view, keys[0]), statement.child_by_field_name("right")
        is_given = statement.type == "assignment" and statement.child_by_field_name("left") == parent
        if key is None or (not is_given and statement.type in _CHANGING):
            return None
        if is_given and given is not None:
            found.append(Entry(key.lower(), statement, given))
    return found


def plain_text(view: ModuleView, node: tree_sitter.Node) -> str | None:
    """The text of a literal that holds no value."""
    if node.type != "string" or literal_type(view, node) != "str":
        return None
    is_plain = all(child.type != "interpolation" for child in node.children)
    return static_text(view, node) if is_plain else None
