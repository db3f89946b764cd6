"""What a file gives to constants, attributes and parameters: whether that may hold tags, which a t-string escapes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.python.value_flow import is_shallow, outcomes
from tdomcheck.facts.records import ValueKind
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query

_QUERY = "[(assignment) (augmented_assignment) (named_expression) (default_parameter) (typed_default_parameter)] @found"
_ROWS = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list"})
_LITERALS = frozenset({"string", "concatenated_string"})
_HARMLESS = frozenset({"integer", "float", "true", "false", "none"})
_SAFE = frozenset({ValueKind.TEMPLATE, ValueKind.MARKUP})
_SPECIAL = regex(r"[<&]")


def why_not_shown(view: ModuleView, node: tree_sitter.Node) -> str:
    """Why a name or an attribute must not go from a text that is safe as it is to a t-string; empty where it may."""
    if node.type == "attribute":
        return _of_attribute(view, node)
    name = view.text(node)
    scope = view.scopes.index_at(node.start_byte)
    if parameter_at(view, node) is not None:
        return "may hold tags, which a t-string escapes" if _any_tags(view, _given(view).get((scope, name), ())) else ""
    local = _given(view).get((scope, name), ()) if scope else ()
    if local:
        return "may hold tags, which a t-string escapes" if _any_tags(view, local) else ""
    if _is_imported(view, node):
        return "is of another module: that it holds no tags, which a t-string escapes, is not known here"
    return _of_constant(view, name) if not view.resolve(node) or view.resolve(node).startswith(":") else ""


def _of_constant(view: ModuleView, name: str) -> str:
    values = _given(view).get((0, name), ())
    return "" if all(_is_harmless(view, value) for value in values) else "may hold tags, which a t-string escapes"


def _of_attribute(view: ModuleView, node: tree_sitter.Node) -> str:
    """What is asked of an import is not known; of anything else it is known what the classes of the file give it."""
    root = node
    while root.type == "attribute" and (owner := root.child_by_field_name("object")) is not None:
        root = owner
    if root.type == "identifier" and _is_imported(view, root):
        return "is of another module: that it holds no tags, which a t-string escapes, is not known here"
    attribute = node.child_by_field_name("attribute")
    values = _attributes(view).get(view.text(attribute), ()) if attribute is not None else ()
    return "may hold tags, which a t-string escapes" if _any_tags(view, values) else ""


def _is_imported(view: ModuleView, name: tree_sitter.Node) -> bool:
    reference = view.resolve(name)
    return (
        bool(reference)
        and not reference.startswith(":")
        and any(fact.alias == view.text(name) for fact in view.imports)
    )


def _any_tags(view: ModuleView, values: tuple[tree_sitter.Node, ...]) -> bool:
    return any(_has_tags(view, value) for value in values)


def _has_tags(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether a text with tags, or with the name of a letter, is among what a value may be."""
    ends = outcomes(value) if is_shallow(value) else [value]
    return any(end.type in _LITERALS and _SPECIAL.search(static_text(view, end)) for end in ends)


def _is_harmless(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether all that a value may be is shown alike, or was safe before."""
    return is_shallow(value) and all(
        end.type in _HARMLESS
        or value_kind(view, end) in _SAFE
        or (end.type in _LITERALS and not _has_tags(view, end) and "{" not in view.text(end))
        for end in outcomes(value)
    )


@once
def _sites(view: ModuleView) -> tuple[tree_sitter.Node, ...]:
    found = tree_sitter.QueryCursor(compiled_query(_QUERY)).captures(view.tree.root).get("found", [])
    return tuple(sorted(found, key=lambda node: node.start_byte))


def _pairs(site: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What is given a value, with that: of a row each by itself."""
    target = site.child_by_field_name("left") or site.child_by_field_name("name")
    value = site.child_by_field_name("right") or site.child_by_field_name("value")
    pending = [(target, value)] if target is not None and value is not None else []
    while pending:
        target, value = pending.pop()
        if target.type not in _ROWS:
            yield target, value
            continue
        targets, values = target.named_children, value.named_children if value.type in _ROWS else ()
        is_known = len(targets) == len(values)
        pending += zip(targets, values, strict=True) if is_known else ((one, value) for one in targets)


@once
def _given(view: ModuleView) -> Mapping[tuple[int, str], tuple[tree_sitter.Node, ...]]:
    """The values by the scope and the name that is given them; of a parameter the default."""
    given: dict[tuple[int, str], tuple[tree_sitter.Node, ...]] = {}
    for site in _sites(view):
        for target, value in _pairs(site):
            key = (view.scopes.index_at(target.start_byte), view.text(target))
            if target.type == "identifier":
                given[key] = (*given.get(key, ()), value)
    return given


@once
def _attributes(view: ModuleView) -> Mapping[str, tuple[tree_sitter.Node, ...]]:
    """The values by the attribute that is given them, in the body of a class or by way of an object."""
    given: dict[str, tuple[tree_sitter.Node, ...]] = {}
    for site in _sites(view):
        for target, value in _pairs(site):
            name = target.child_by_field_name("attribute") if target.type == "attribute" else target
            if name is not None and (target.type == "attribute" or _is_in_class(site)):
                given[view.text(name)] = (*given.get(view.text(name), ()), value)
    return given


def _is_in_class(site: tree_sitter.Node) -> bool:
    statement = site.parent
    block = statement.parent if statement is not None and statement.type == "expression_statement" else None
    return block is not None and block.parent is not None and block.parent.type == "class_definition"
