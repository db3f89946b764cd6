"""Pages that are put together as text: their literals, and whether rendered HTML may be among their parts."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.render_calls import renders_within
from tdomcheck.facts.html.text_markup import markup_texts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.concatenation import added_to_names, is_sum, operands_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.local_calls import helper_of
from tdomcheck.facts.python.value_flow import begun_with, origins, reaching_values, uses_of
from tdomcheck.facts.records import ValueKind
from tdomcheck.facts.vocabulary.html import has_tags
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped

_RENDERING = regex(r"(?i)render|html|page|markup")
"""The names of methods that may give HTML."""
_BUILTINS = frozenset(dir(builtins))
_ESCAPING = frozenset({"html.escape", "markupsafe.escape", "tdom.escape", "xml.sax.saxutils.escape", "json.dumps"})


def page_literals(view: ModuleView, value: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The literals with tags of a page of text; nothing for XML, or where `html()` is known to render a part."""
    parts = _helped(view, value) or _parts(view, value)
    is_put_together = any(part.type == "call" for part in parts)
    if not (_is_other(view, parts) or (is_put_together and may_render(view, *parts))):
        yield from (literal for part in parts for literal in _texts(view, part))


def _is_other(view: ModuleView, parts: Sequence[tree_sitter.Node]) -> bool:
    """Rendered HTML in a frame of text, or XML."""
    operands = [value for part in parts for each in operands_of(part) for _, value in origins(view, each)]
    begun = [view.given(each) or each for each in operands[:1]]
    is_xml = any(static_text(view, each).lstrip().startswith("<?xml") for each in begun)
    return is_xml or any(value_kind(view, value) is ValueKind.HTML for value in operands)


def _helped(view: ModuleView, value: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a helper of the file gives back, where nothing in it or in what it is given may be rendered HTML."""
    helper = helper_of(view, value)
    arguments = arguments_of(view, value) if helper is not None else None
    function = helper.name.parent if helper is not None else None
    if helper is None or arguments is None or function is None or arguments.has_star:
        return []
    if renders_within(view, function) or may_render(view, *arguments.values):
        return []
    return [part for node in helper.returned for part in _parts(view, node)]


def may_render(view: ModuleView, *values: tree_sitter.Node) -> bool:
    """Whether rendered HTML, or XML, may be among values, also in a list or by a name of the function."""
    pending, seen = [*values], set[int]()
    while pending:
        node = unwrapped(pending.pop())
        if node.id in seen:
            continue
        seen.add(node.id)
        if static_text(view, node).lstrip().startswith("<?xml") or _is_rendering(view, node):
            return True
        pending += _inner(view, node)
    return False


def _is_rendering(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A call of a function that may render: all but builtins, methods that are not called so, and classes."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None:
        return node.type == "await"
    name = view.text(function).rpartition(".")[2]
    if function.type == "attribute" and not _RENDERING.search(name):
        return False
    is_builtin = name in _BUILTINS and not view.resolve(function)
    return not (is_builtin or view.resolve(function) in _ESCAPING)


def _inner(view: ModuleView, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What an expression is made of, and what a name of the function was given, or given one after another."""
    if node.type != "identifier":
        yield from (child for child in node.named_children if child.type not in {"comment", "string_content"})
        return
    name, index = view.text(node), view.scopes.index_at(node.start_byte)
    yield from view.assignments.get((index, name), [])
    yield from added_to_names(view).get((index, name), [])
    value = view.given(node)
    yield from [value] if value is not None else []
    for use in uses_of(view, name, node.start_byte):
        call = use.parent.parent if use.parent is not None and use.parent.type == "attribute" else None
        if call is not None and call.type == "call":
            yield from call.named_children[1:]


def _parts(view: ModuleView, value: tree_sitter.Node) -> list[tree_sitter.Node]:
    """An expression; for a local name that is text at first, what it is given, and what `+=` adds to that.

    A sum is looked into: what such a name adds to it comes first.
    """
    if value.type == "identifier":
        return _named_parts(view, value)
    names = [name for name in operands_of(value) if name.type == "identifier"] if is_sum(value) else []
    grown = [parts for name in names if len(parts := _named_parts(view, name)) > 1]
    return [*(part for parts in grown for part in parts), value]


def _named_parts(view: ModuleView, name: tree_sitter.Node) -> list[tree_sitter.Node]:
    text, index = view.text(name), view.scopes.index_at(name.start_byte)
    scope, values = view.scopes.scopes[index], view.assignments.get((index, text), [])
    if text in scope.parameters or text in scope.bindings or not values:
        return [name]
    if len(values) > 1:
        several = reaching_values(view, name)
        return several if several and all(_is_text(view, each) for each in several) else [name]
    added = added_to_names(view).get((index, text), [])
    begun = begun_with(view, index, text, len(added))
    is_begun = begun is not None and begun.end_byte <= name.start_byte and _is_text(view, begun)
    return [begun, *added] if begun is not None and is_begun else []


def _texts(view: ModuleView, node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """A literal with tags, or those of a sum."""
    node = unwrapped(node)
    if node.type == "identifier" and _has_grown(view, node):
        yield from markup_texts(view, node)
    elif node.type == "call" and literal_type(view, node) == "str":
        yield from markup_texts(view, node)  # of `join` and `format`
    elif node.type == "binary_operator":
        yield from markup_texts(view, node) if _is_text(view, node) else ()
    elif node.type in {"string", "concatenated_string"} and _is_text(view, node):
        yield from [node] if has_tags(static_text(view, node)) else []


def _is_text(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression begins with a plain string: what is added to that is text too."""
    node = unwrapped(node)
    while node.type == "binary_operator" and (left := node.child_by_field_name("left")) is not None:
        node = unwrapped(left)
    return literal_type(view, view.given(node) or node) == "str" or _has_grown(view, node)


def _has_grown(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether a name is text that was put together before it is read."""
    if name.type != "identifier" or view.assigned(view.text(name), name.start_byte) is not None:
        return False
    return len(_parts(view, name)) > 1 or any(True for _ in markup_texts(view, name))
