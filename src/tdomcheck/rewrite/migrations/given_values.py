"""What names, attributes, functions and parameters of a file are ever given: the way back from a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import classes_of, decorator_reference, definitions_of, path_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.rewrite.migrations.rendered_sites import owner_of
from tdomcheck.source.tree import compiled_query

_FILLING = frozenset({"add", "append", "appendleft", "extend", "insert", "setdefault", "update"})
_GIFTS = """
[(assignment) (augmented_assignment) (for_statement) (for_in_clause)] @sides
(named_expression) @named
(as_pattern) @as
"""
_FIXTURES = frozenset({"pytest.fixture", "pytest_asyncio.fixture"})
_MOST_BESIDE = 10
"""Arguments of a call that are looked at beside a function: more are given to what collects them."""

Key = tuple[int, str]
"""A name of a scope."""


@once
def givers(view: ModuleView) -> tuple[Mapping[Key, list[tree_sitter.Node]], Mapping[str, list[tree_sitter.Node]]]:
    """What names are given or filled with, by scope and name, and what attributes are, whosoever they are."""
    names: dict[Key, list[tree_sitter.Node]] = {}
    attributes: dict[str, list[tree_sitter.Node]] = {}
    for target, values in _gifts(view):
        pending = [target]
        while pending:
            node = pending.pop()
            if node.type == "identifier":
                index = owner_of(view, node)
                names.setdefault((index, view.text(node)), []).extend(values)
                if view.scopes.scopes[index].kind == "class":
                    attributes.setdefault(view.text(node), []).extend(values)
            elif node.type == "attribute":
                said = node.child_by_field_name("attribute")
                attributes.setdefault(view.text(said) if said is not None else "", []).extend(values)
            elif node.type == "subscript":
                pending += node.children_by_field_name("value")
            else:
                pending += node.named_children
    for call in view.nodes["call"]:
        given = arguments_of(view, call).positional
        if len(given) == 3 and view.text(call.child_by_field_name("function") or call) == "setattr":
            attributes.setdefault(static_text(view, given[1]) or "", []).append(given[2])
    return names, attributes


def _gifts(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]]:
    nodes = tree_sitter.QueryCursor(compiled_query(_GIFTS)).captures(view.tree.root)
    for kind, (to, of) in {"sides": ("left", "right"), "named": ("name", "value")}.items():
        for node in nodes.get(kind, []):
            target, value = node.child_by_field_name(to), node.child_by_field_name(of)
            if target is not None and value is not None:
                yield target, [value]
    for node in nodes.get("as", []):
        alias = node.child_by_field_name("alias")
        if alias is not None and node.named_children:
            yield alias, [node.named_children[0]]
    for call in view.nodes["call"]:
        function, given = call.child_by_field_name("function"), arguments_of(view, call)
        owner = function.child_by_field_name("object") if function is not None else None
        if owner is not None and method_of(view, call) in _FILLING:
            yield owner, given.values


@once
def results(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    """What each function returns or yields, by its path."""
    results: dict[str, list[tree_sitter.Node]] = {}
    for node in (*view.nodes["return"], *view.nodes["yield"]):
        scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
        results.setdefault(scope.path, []).extend(node.named_children)
    return results


@once
def functions(view: ModuleView) -> Mapping[str, tree_sitter.Node]:
    """Each function by its path, the first one where there are several."""
    return {path_of(view, node): node for node in reversed(view.nodes["function"])}


@once
def fixtures(view: ModuleView) -> Mapping[str, list[str]]:
    """The paths of the functions that pytest gives to whatever has a parameter of a name."""
    found: dict[str, list[str]] = {}
    for path, function in functions(view).items():
        for decorator in definitions_of(view).decorator_nodes(function):
            if decorator_reference(view, decorator) in _FIXTURES:
                named = arguments_of(view, decorator).keywords.get("name") if decorator.type == "call" else None
                name = static_text(view, named) if named is not None else None
                found.setdefault(name or path.rpartition(".")[2], []).append(path)
    return found


@once
def paths_by_name(view: ModuleView) -> Mapping[str, list[str]]:
    """The paths of all methods, by their last names."""
    paths: dict[str, list[str]] = {}
    for path in functions(view):
        if "." in path:
            paths.setdefault(path.rpartition(".")[2], []).append(path)
    return paths


@once
def calls_by_reference(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    calls: dict[str, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        if reference:
            calls.setdefault(reference, []).append(call)
    return calls


@once
def calls_by_method(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    calls: dict[str, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and function.type == "attribute":
            calls.setdefault(method_of(view, call), []).append(call)
    return calls


@once
def keyword_values(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    """What calls are given by name, whatever is called."""
    values: dict[str, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        for name, value in arguments_of(view, call).keywords.items():
            values.setdefault(name, []).append(value)
    return values


@once
def fields_by_name(view: ModuleView) -> Mapping[str, list[tuple[str, int]]]:
    """The classes that have a field of a name, by their paths, with the place of the field."""
    fields: dict[str, list[tuple[str, int]]] = {}
    for owner in classes_of(view).values():
        for position, each in enumerate(owner.fields):
            fields.setdefault(each.name, []).append((owner.path, position))
    return fields


@once
def given_beside(view: ModuleView) -> Mapping[str | int, list[tree_sitter.Node]]:
    """What a call is given beside a function that it may call itself, as `map`, `filter` and `sorted` do: by the
    reference of the function, or by the end of a lambda or an `attrgetter`."""
    beside: dict[str | int, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        given = arguments_of(view, call)
        arguments = given.values
        keys = [_key(view, each) for each in arguments]
        for key, each in zip(keys, arguments, strict=True):
            if key and len(arguments) > 1:
                beside.setdefault(key, []).extend(other for other in arguments[:_MOST_BESIDE] if other != each)
    return beside


def _key(view: ModuleView, node: tree_sitter.Node) -> str | int:
    if node.type in {"lambda", "call"}:
        return node.end_byte
    return view.resolve(node) if node.type in {"identifier", "attribute"} else ""
