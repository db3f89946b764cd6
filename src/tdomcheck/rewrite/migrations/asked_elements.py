"""Elements that something is asked of, wherever they have gone in the meantime: html() gives a str, which has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import path_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.once import once
from tdomcheck.facts.vocabulary import api
from tdomcheck.rewrite.migrations.elements import is_element
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field

_ASKED = frozenset({"attrs", "children", "is_void", "tag"})
_READING = frozenset({"delattr", "getattr", "hasattr", "setattr"})
_FILLING = frozenset({"add", "append", "appendleft", "extend", "insert", "setdefault", "update"})
_TAKING = frozenset({"copy", "get", "items", "pop", "popitem", "popleft", "setdefault", "values"})
_PLACES = "[(attribute) (class_pattern)] @place"
_GIFTS = "[(assignment) (augmented_assignment) (for_statement) (for_in_clause)] @sides (named_expression) @named"
_MADE_OF = frozenset(
    {
        "await", "conditional_expression", "dictionary", "dictionary_comprehension", "dictionary_splat",
        "expression_list", "generator_expression", "list", "list_comprehension", "list_splat", "boolean_operator",
        "named_expression", "pair", "parenthesized_expression", "set", "set_comprehension", "tuple", "yield",
    }
)  # fmt: skip
"""Expressions whose value is, or holds, what one of their parts is."""

_Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class ElementNote:
    """What other files ask of the elements that a file gives them."""

    names: frozenset[str] = frozenset()
    """Functions and variables at the top of the file whose elements are asked."""
    takers: frozenset[tuple[str, int, str]] = frozenset()
    """Functions of others, as the file refers to them, with the place and the name of a parameter that is asked."""


@dataclass(frozen=True, slots=True)
class AskedElements:
    """What is asked in a file, and what that leads to."""

    calls: tuple[tree_sitter.Node, ...]
    """Those that make elements."""
    references: frozenset[str]
    """What other files define, whose elements are asked here."""
    parameters: frozenset[tuple[str, int, str]]
    """Of functions at the top, by path, place and name: whoever calls them gives what is asked."""


@dataclass(slots=True)
class _Trace:
    """The way back from what is asked to what makes it; every place is gone through once."""

    view: ModuleView
    pending: list[tree_sitter.Node]
    seen: set[int] = field(default_factory=set)
    keys: set[_Key] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    calls: list[tree_sitter.Node] = field(default_factory=list)
    references: set[str] = field(default_factory=set)
    parameters: set[tuple[str, int, str]] = field(default_factory=set)


def asked_elements(view: ModuleView, note: ElementNote | None = None) -> AskedElements:
    """The elements of a file that something is asked of: here, or in the files that a note tells of."""
    note = note or ElementNote()
    trace = _Trace(view, [*_asked_places(view)])
    for name in sorted(note.names):
        _through_function(trace, name)
        _through_name(trace, 0, name)
    for reference, position, name in sorted(note.takers):
        for call in _calls_by_reference(view).get(reference, ()):
            given = arguments_of(view, call).get(position, name)
            trace.pending += [given] if given is not None else []
    while trace.pending:
        node = trace.pending.pop()
        if node.id not in trace.seen:
            trace.seen.add(node.id)
            _step(trace, node)
    return AskedElements(tuple(trace.calls), frozenset(trace.references), frozenset(trace.parameters))


def _asked_places(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """The expressions that are asked for what an element has, or whether they are one."""
    code = view.source.utf8
    if any(name.encode() in code for name in _ASKED) or b"case" in code:
        for place in tree_sitter.QueryCursor(compiled_query(_PLACES)).captures(view.tree.root).get("place", []):
            yield from _owner(view, place) if place.type == "attribute" else _subjects(view, place)
    for call in view.nodes["call"]:
        function, given = call.child_by_field_name("function"), arguments_of(view, call).positional
        if function is None or len(given) < 2:
            continue
        asking, subject, wanted = view.text(function), given[0], given[1]
        is_read = asking in _READING and static_text(view, wanted) in _ASKED
        if is_read or (asking == "isinstance" and _names_element(view, wanted)):
            yield subject


def _owner(view: ModuleView, attribute: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    said, owner = attribute.child_by_field_name("attribute"), attribute.child_by_field_name("object")
    if said is not None and owner is not None and view.text(said) in _ASKED:
        yield owner


def _subjects(view: ModuleView, pattern: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What a `match` compares with the class of an element."""
    named = pattern.named_children
    if not named or view.scopes.resolve(view.text(named[0]), pattern.start_byte) not in api.NODE:
        return
    node = pattern.parent
    while node is not None and node.type != "match_statement":
        node = node.parent
    yield from node.children_by_field_name("subject") if node is not None else ()


def _names_element(view: ModuleView, node: tree_sitter.Node) -> bool:
    pending = [node]
    while pending:
        current = pending.pop()
        if view.resolve(current) in api.NODE:
            return True
        pending += current.named_children
    return False


def _step(trace: _Trace, node: tree_sitter.Node) -> None:
    """From an expression to what its value may come from."""
    view = trace.view
    if node.type == "call":
        _through_call(trace, node)
    elif node.type == "identifier":
        reference = view.resolve(node)
        if "." in reference:
            trace.references.add(reference)
        _through_name(trace, _scope_of(view, view.scopes.index_at(node.start_byte), view.text(node)), view.text(node))
    elif node.type == "attribute":
        reference, said = view.resolve(node), node.child_by_field_name("attribute")
        trace.references |= {reference} if "." in reference else set()
        if said is not None and view.text(said) not in trace.attributes:
            trace.attributes.add(view.text(said))
            trace.pending += _givers(view)[1].get(view.text(said), ())
    elif node.type == "subscript":
        owner = node.child_by_field_name("value")
        trace.pending += [owner] if owner is not None else []
    elif node.type in _MADE_OF:
        trace.pending += node.named_children
    elif node.type == "lambda":
        body = node.child_by_field_name("body")
        trace.pending += [body] if body is not None else []


def _through_call(trace: _Trace, call: tree_sitter.Node) -> None:
    view, given = trace.view, arguments_of(trace.view, call)
    if is_element(view, call):
        trace.calls.append(call)
    function = call.child_by_field_name("function")
    reference = view.resolve(function) if function is not None else ""
    if function is not None and function.type == "attribute" and reference[:1] in {"", ":"}:
        owner = function.child_by_field_name("object")
        trace.pending += [owner] if owner is not None and method_of(view, call) in _TAKING else []
        for path in _paths_by_name(view).get(method_of(view, call), ()):
            _through_function(trace, path)
    elif function is not None:
        trace.pending.append(function)
    if not reference.startswith(":"):  # a container, a wrapper, an element: it may hold what it is given
        trace.pending += [*given.positional, *given.keywords.values()]


def _through_function(trace: _Trace, path: str) -> None:
    if path not in trace.functions:
        trace.functions.add(path)
        trace.pending += _results(trace.view).get(path, ())


def _through_name(trace: _Trace, index: int, name: str) -> None:
    """To all that a name of a scope is ever given, or filled with."""
    if (index, name) in trace.keys:
        return
    trace.keys.add((index, name))
    view = trace.view
    trace.pending += _givers(view)[0].get((index, name), ())
    reference = view.scopes.scopes[index].bindings.get(name, "")
    if reference.startswith(":"):
        _through_function(trace, reference[1:])
    if name in view.scopes.scopes[index].parameters:
        _through_parameter(trace, view.scopes.scopes[index].path, name)


def _through_parameter(trace: _Trace, path: str, name: str) -> None:
    """To what callers give."""
    view = trace.view
    function = _functions(view).get(path)
    listed = function.child_by_field_name("parameters") if function is not None else None
    if listed is None:
        return
    names = [_parameter_name(view, node) for node in listed.named_children]
    if name not in names:
        return
    position = names.index(name)
    if "." not in path:
        trace.parameters.add((path, position, name))
    is_method = names[:1] in (["self"], ["cls"])
    calls = [*_calls_by_reference(view).get(f":{path}", ())]
    calls += _calls_by_method(view).get(path.rpartition(".")[2], ()) if is_method else ()
    for call in calls:
        given = arguments_of(view, call).get(position - is_method, name)
        trace.pending += [given] if given is not None else []


def _parameter_name(view: ModuleView, parameter: tree_sitter.Node) -> str:
    node: tree_sitter.Node | None = parameter
    while node is not None and node.type != "identifier":
        node = node.child_by_field_name("name") or (node.named_children[0] if node.named_children else None)
    return view.text(node) if node is not None else ""


def _scope_of(view: ModuleView, index: int, name: str) -> int:
    """The scope that binds what a name means in another one."""
    while index > 0:
        scope = view.scopes.scopes[index]
        if name in scope.names or name in scope.bindings:
            return index
        index = scope.parent
    return 0


@once
def _givers(view: ModuleView) -> tuple[Mapping[_Key, list[tree_sitter.Node]], Mapping[str, list[tree_sitter.Node]]]:
    """What names are given or filled with, by scope and name, and what attributes are, whosoever they are."""
    names: dict[_Key, list[tree_sitter.Node]] = {}
    attributes: dict[str, list[tree_sitter.Node]] = {}
    for target, values in _gifts(view):
        pending = [target]
        while pending:
            node = pending.pop()
            if node.type == "identifier":
                index = _scope_of(view, view.scopes.index_at(node.start_byte), view.text(node))
                names.setdefault((index, view.text(node)), []).extend(values)
            elif node.type == "attribute":
                said = node.child_by_field_name("attribute")
                attributes.setdefault(view.text(said) if said is not None else "", []).extend(values)
            elif node.type == "subscript":
                pending += node.children_by_field_name("value")
            else:
                pending += node.named_children
    return names, attributes


def _gifts(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]]:
    nodes = tree_sitter.QueryCursor(compiled_query(_GIFTS)).captures(view.tree.root)
    for kind, (to, of) in {"sides": ("left", "right"), "named": ("name", "value")}.items():
        for node in nodes.get(kind, []):
            target, value = node.child_by_field_name(to), node.child_by_field_name(of)
            if target is not None and value is not None:
                yield target, [value]
    for call in view.nodes["call"]:
        function, given = call.child_by_field_name("function"), arguments_of(view, call)
        owner = function.child_by_field_name("object") if function is not None else None
        if owner is not None and method_of(view, call) in _FILLING:
            yield owner, [*given.positional, *given.keywords.values()]


@once
def _results(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    """What each function returns or yields, by its path."""
    results: dict[str, list[tree_sitter.Node]] = {}
    for node in (*view.nodes["return"], *view.nodes["yield"]):
        scope = view.scopes.scopes[view.scopes.index_at(node.start_byte)]
        results.setdefault(scope.path, []).extend(node.named_children)
    return results


@once
def _functions(view: ModuleView) -> Mapping[str, tree_sitter.Node]:
    """Each function by its path, the first one where there are several."""
    return {path_of(view, node): node for node in reversed(view.nodes["function"])}


@once
def _paths_by_name(view: ModuleView) -> Mapping[str, list[str]]:
    """The paths of all methods, by their last names."""
    paths: dict[str, list[str]] = {}
    for path in _functions(view):
        if "." in path:
            paths.setdefault(path.rpartition(".")[2], []).append(path)
    return paths


@once
def _calls_by_reference(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    calls: dict[str, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        if reference:
            calls.setdefault(reference, []).append(call)
    return calls


@once
def _calls_by_method(view: ModuleView) -> Mapping[str, list[tree_sitter.Node]]:
    calls: dict[str, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and function.type == "attribute":
            calls.setdefault(method_of(view, call), []).append(call)
    return calls
