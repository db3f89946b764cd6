"""Whether a file asks containers for what no fetch tells of: something unknown, or by a way that is not followed."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of, method_of, owner_of
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.services.containers import (
    is_certain_container,
    is_named_container,
    is_of_container,
    names_container,
    readers_of_containers,
)
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query, unwrapped

_WORDS = (b"ontainer", b"svcs", b"services", b"ctr", b"get_abstract", b"get_pings", b"aget")
"""Without any of them nobody asks a container: a pattern that takes any case costs as much as all questions below."""
_NAMED = regex(rb"(?:\.\s*|[\"'])(?:a?get|a?get_abstract|get_pings|a?inject)\b(?!\s*\()")
"""A method that fetches, and that is not called there and then; or a text that names it."""
_CALLED = regex(rb"(?:get|get_abstract|get_pings|inject)\s*\(")
_PASSED = regex(rb"(?:=|return|yield)[ \t(]*(?:\w*[cC]ontainer\w*|svcs)\b")
"""A container that is kept or given: to look for who reads its name takes a query over all names."""
_UNMISTAKABLE = frozenset({"aget", "get_abstract", "aget_abstract", "get_pings"})
"""Methods that containers have, and few other things."""
_BY_NAME = frozenset({"attrgetter", "getattr", "methodcaller"})
_LITERALS = frozenset({"concatenated_string", "false", "float", "integer", "none", "string", "true"})
_HARMLESS = frozenset(
    {"as_pattern_target", "assert_statement", "comparison_operator", "delete_statement", "not_operator"}
    | {"parameters", "typed_parameter", "with_item"}
)


def fetches_indirectly(view: ModuleView) -> bool:
    """Whether the file may ask a container for a service that nobody can tell."""
    if not any(word in view.source.utf8 for word in _WORDS):
        return False
    return (
        any(_asks_unknown(view, call) for call in _fetching_calls(view))
        or any(_is_subscribed(view, node) for node in _subscripts(view))
        or _hands_on_container(view)
        or _hands_on_method(view)
    )


def _fetching_calls(view: ModuleView) -> Sequence[tree_sitter.Node]:
    return view.nodes["call"] if _CALLED.search(view.source.utf8) is not None else ()


def _asks_unknown(view: ModuleView, call: tree_sitter.Node) -> bool:
    """`container.get(kind)`, `container.get(*kinds)`, `container.get_pings()`."""
    function, method = call.child_by_field_name("function"), method_of(view, call)
    if method == "get_pings":
        return True
    if function is None or method not in api.FETCH_METHODS:
        return False
    arguments = arguments_of(view, call)
    is_unknown = arguments.has_star or not all(_is_known(view, unwrapped(each)) for each in arguments.positional)
    return is_unknown and (method in _UNMISTAKABLE or _may_be_of_container(view, function))


def _is_known(view: ModuleView, argument: tree_sitter.Node) -> bool:
    """Whether a fetch tells what it asks for, or asks for nothing that a project defines."""
    if argument.type in _LITERALS:
        return True
    reference, name = view.resolve(argument), view.text(argument)
    if not reference:
        return hasattr(builtins, name) and not is_shadowed(view, name)
    return not reference.startswith(":") or name.partition(".")[0] not in view.scopes.scopes[0].names


def _may_be_of_container(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether what is called is a method of a container, or the function of an integration that stands for it."""
    holder = function.child_by_field_name("object")
    if holder is None:
        return view.resolve(function).startswith("svcs.")
    return is_named_container(view, function, holder) or _may_be_container(view, function)


def _may_be_container(view: ModuleView, attribute: tree_sitter.Node) -> bool:
    """Whether what an attribute is asked of is a container, also by a local name."""
    holder = attribute.child_by_field_name("object")
    if holder is None:
        return False
    if is_of_container(view, attribute) or is_certain_container(view, holder):
        return True
    return any(_is_given_container(view, value) for _, value in origins(view, holder))


def _is_given_container(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether a value is called a container, or is what `svcs_from(...)` and `get_container()` give."""
    if value.type != "call":
        return names_container(view.text(value))
    function = value.child_by_field_name("function")
    return function is not None and (view.resolve(function).startswith("svcs.") or names_container(view.text(function)))


def _hands_on_container(view: ModuleView) -> bool:
    return any(_is_handed_on(view, node) for node in readers_of_containers(view)) or any(
        _is_renamed(view, node) for node in _named_containers(view)
    )


def _is_handed_on(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a container goes where nobody follows it, under a name that does not tell what it is."""
    parent = node.parent
    if parent is None or names_container(view.text(node)):
        return False
    is_holder = parent.type == "attribute" and parent.child_by_field_name("object") == node
    is_parameter = parent.child_by_field_name("name") == node
    return not (is_holder or is_parameter) and parent.type not in _HARMLESS


def _named_containers(view: ModuleView) -> Iterator[tree_sitter.Node]:
    if _PASSED.search(view.source.utf8) is None:
        return
    for name, nodes in view.readers.items():
        yield from nodes if names_container(name) else ()


def _is_renamed(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a container is kept by an attribute, or given by a function, whose name does not tell what it is."""
    parent = node.parent
    if parent is None or parent.type not in {"assignment", "return_statement", "yield"}:
        return False
    if parent.type != "assignment":
        return not names_container(owner_of(view, node))
    left = parent.child_by_field_name("left")
    return left is not None and left.type != "identifier" and not names_container(view.text(left))


def _hands_on_method(view: ModuleView) -> bool:
    if any(_is_other_use(node) for node in _imported_fetchers(view)):
        return True
    if _NAMED.search(view.source.utf8) is None:
        return False
    return any(_is_method_handed_on(view, node) for node in _attributes(view)) or any(
        _fetches_by_name(view, call) for call in view.nodes["call"]
    )


def _imported_fetchers(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Where `from svcs.flask import get as fetch` is read."""
    for fact in view.imports:
        package, _, name = import_target(fact).rpartition(".")
        if package.startswith("svcs.") and name in api.FETCH_METHODS:
            is_renamed = fact.alias != name
            yield from (node for node in view.readers.get(fact.alias, []) if is_renamed or not _is_called(node))


def _is_other_use(node: tree_sitter.Node) -> bool:
    return node.parent is not None and node.parent.type not in {"aliased_import", "dotted_name"}


def _is_called(node: tree_sitter.Node) -> bool:
    return node.parent is not None and node.parent.child_by_field_name("function") == node


def _attributes(view: ModuleView) -> list[tree_sitter.Node]:
    query = compiled_query("(attribute) @attribute")
    return tree_sitter.QueryCursor(query).captures(view.tree.root).get("attribute", [])


def _is_method_handed_on(view: ModuleView, attribute: tree_sitter.Node) -> bool:
    """`get = container.get`: a method that fetches is named, and not called there and then."""
    name = attribute.child_by_field_name("attribute")
    method = view.text(name) if name is not None else ""
    if method not in api.FETCH_METHODS or _is_called(attribute):
        return False
    return method in _UNMISTAKABLE or _may_be_container(view, attribute)


def _fetches_by_name(view: ModuleView, call: tree_sitter.Node) -> bool:
    """`getattr(container, "get")`."""
    if method_of(view, call) not in _BY_NAME:
        return False
    return any(view.text(each).strip("\"'") in api.FETCH_METHODS for each in arguments_of(view, call).positional)


def _subscripts(view: ModuleView) -> list[tree_sitter.Node]:
    if _SUBSCRIBED.search(view.source.utf8) is None:
        return []
    query = compiled_query("(subscript) @subscript")
    return tree_sitter.QueryCursor(query).captures(view.tree.root).get("subscript", [])


_SUBSCRIBED = regex(rb"ontainer\[")


def _is_subscribed(view: ModuleView, subscript: tree_sitter.Node) -> bool:
    """`container[Mail]`: it is no way of svcs, but one of those who wrap it."""
    held = subscript.child_by_field_name("value")
    parent = subscript.parent
    if held is None or (parent is not None and parent.child_by_field_name("left") == subscript):
        return False
    last = view.dotted(held).rpartition(".")[2]
    return last.endswith("container") and names_container(view.text(held))
