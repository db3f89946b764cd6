"""Elements that something is asked of, wherever they have gone in the meantime: html() gives a str, which has none."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.vocabulary import api
from tdomcheck.rewrite.migrations.elements import is_element
from tdomcheck.rewrite.migrations.given_values import (
    Key,
    calls_by_method,
    calls_by_reference,
    fields_by_name,
    fixtures,
    functions,
    given_beside,
    givers,
    keyword_values,
    paths_by_name,
    results,
)
from tdomcheck.rewrite.migrations.rendered_sites import owner_of
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field

_ASKED = frozenset({"attrs", "children", "is_void", "tag"})
_READING = frozenset({"delattr", "getattr", "hasattr", "setattr"})
_TAKING = frozenset({"copy", "get", "items", "pop", "popitem", "popleft", "setdefault", "values"})
_PLACES = "[(attribute) (class_pattern)] @place"
_MADE_OF = frozenset(
    {
        "await", "conditional_expression", "dictionary", "dictionary_comprehension", "dictionary_splat",
        "expression_list", "generator_expression", "list", "list_comprehension", "list_splat", "boolean_operator",
        "named_expression", "pair", "parenthesized_expression", "set", "set_comprehension", "tuple", "yield",
    }
)  # fmt: skip
"""Expressions whose value is, or holds, what one of their parts is."""
OF_ANY = "*."
"""Before the name of a method, whosoever it is: what is called on an object is known by its last name only."""
_STARS = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}
"""What stands before the name of a parameter that takes all that is left."""
_SAFE = ("tdom.", "tdom_svcs.", "markupsafe.")
_TEXTS = frozenset({"bool", "format", "hash", "id", "len", "markupsafe.Markup", "markupsafe.escape", "repr", "str"})
"""What gives no element, and holds none, whatever it is given."""


@dataclass(frozen=True, slots=True)
class ElementNote:
    """What other files ask of the elements that a file gives them."""

    names: frozenset[str] = frozenset()
    """Functions and variables at the top of the file whose elements are asked."""
    takers: frozenset[tuple[str, int, str]] = frozenset()
    """Functions of others, as the file refers to them, with the place and the name of a parameter that is asked."""
    methods: frozenset[str] = frozenset()
    """The last names of methods whose results are asked."""
    attributes: frozenset[str] = frozenset()
    """Attributes, of whatever, that are asked."""
    fixtures: frozenset[str] = frozenset()
    """Parameters that are asked: pytest gives them what a fixture of the name gives."""
    unknown: frozenset[str] = frozenset()
    """Functions that no file of the project defines: what they ask is anybody's guess."""


@dataclass(frozen=True, slots=True)
class AskedElements:
    """What other files have, or make, of which something is asked in a file."""

    references: frozenset[str]
    """What other files define, whose elements are asked here."""
    parameters: frozenset[tuple[str, int, str]]
    """Of functions and methods, by path or OF_ANY, place and name: whoever calls them gives what is asked."""
    methods: frozenset[str]
    attributes: frozenset[str]
    fixtures: frozenset[str]


@dataclass(slots=True)
class _Trace:
    """The way back from what is asked to what makes it; every place is gone through once."""

    view: ModuleView
    pending: list[tree_sitter.Node]
    seen: set[int] = field(default_factory=set)
    keys: set[Key] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    fixtures: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    calls: list[tree_sitter.Node] = field(default_factory=list)
    references: set[str] = field(default_factory=set)
    parameters: set[tuple[str, int, str]] = field(default_factory=set)


def asked_elements(view: ModuleView, note: ElementNote) -> AskedElements:
    """What a file asks of the elements of others: itself, or for the files that a note tells of."""
    trace = _traced(view, note)
    return AskedElements(
        frozenset(trace.references),
        frozenset(trace.parameters),
        frozenset(trace.methods),
        frozenset(trace.attributes - _ASKED),
        frozenset(trace.fixtures),
    )


def asked_calls(
    view: ModuleView, note: ElementNote | None = None
) -> tuple[Sequence[tree_sitter.Node], Sequence[tree_sitter.Node]]:
    """The calls of a file that make elements of which something is asked, and those whose elements go to functions of
    which nobody knows what they ask. Without a note, whatever the file imports is unknown."""
    trace = _traced(view, note or ElementNote())
    count = len(trace.calls)
    trace.pending += _given_away(view, note)
    _follow(trace)
    return trace.calls[:count], trace.calls[count:]


def _traced(view: ModuleView, note: ElementNote) -> _Trace:
    trace = _Trace(view, [*_asked_places(view)])
    for name in sorted(note.names):
        _through_function(trace, name)
        _through_name(trace, 0, name)
    for name in sorted(note.methods):
        _through_method(trace, name)
    for name in sorted(note.attributes):
        _through_attribute(trace, name)
    for name in sorted(note.fixtures):
        _through_fixture(trace, name)
    for reference, position, name in sorted(note.takers):
        trace.pending += _given(view, reference, position, name)
    _follow(trace)
    return trace


def _follow(trace: _Trace) -> None:
    while trace.pending:
        node = trace.pending.pop()
        if node.id not in trace.seen:
            trace.seen.add(node.id)
            _step(trace, node)


def _given_away(view: ModuleView, note: ElementNote | None) -> Iterator[tree_sitter.Node]:
    """What functions are given of which nothing is known."""
    for reference, calls in calls_by_reference(view).items():
        is_unknown = reference in note.unknown if note is not None else may_be_unknown(reference)
        for call in calls if is_unknown else ():
            yield from arguments_of(view, call).values
    for call in () if note is not None else view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and function.type == "identifier" and _is_from_nowhere(view, function):
            yield from arguments_of(view, call).values


def may_be_unknown(reference: str) -> bool:
    """Whether what a file imports may ask something of an element: neither tdom nor the standard library does."""
    is_own = reference[:1] in {"", ":", "."}
    return not is_own and not reference.startswith(_SAFE) and reference.partition(".")[0] not in sys.stdlib_module_names


def _is_from_nowhere(view: ModuleView, name: tree_sitter.Node) -> bool:
    """A name that nothing binds: what a document goes on from."""
    text = view.text(name)
    scope = view.scopes.scopes[owner_of(view, name)]
    return text not in scope.names and text not in scope.bindings and not hasattr(builtins, text)


def _asked_places(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """The expressions that are asked for what an element has, or whether they are one."""
    code = view.source.utf8
    if any(name.encode() in code for name in _ASKED) or b"case" in code:
        for place in tree_sitter.QueryCursor(compiled_query(_PLACES)).captures(view.tree.root).get("place", []):
            yield from _owner(view, place) if place.type == "attribute" else _subjects(view, place)
    for call in view.nodes["call"]:
        yield from _asked_by_call(view, call)


def _asked_by_call(view: ModuleView, call: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What `isinstance(x, Element)`, `getattr(x, "tag")` and `attrgetter("tag")` beside it ask."""
    function, given = call.child_by_field_name("function"), arguments_of(view, call).positional
    if function is not None and view.resolve(function) == "operator.attrgetter":
        is_asking = any(static_text(view, each) in _ASKED for each in given)
        yield from given_beside(view).get(call.end_byte, ()) if is_asking else ()
    if function is None or len(given) < 2:
        return
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
    pending, seen = [node], set[int]()
    while pending:
        current = pending.pop()
        if view.resolve(current) in api.NODE:
            return True
        pending += current.named_children
        kinds = view.assigned(view.text(current), current.start_byte) if current.type == "identifier" else None
        if kinds is not None and kinds.id not in seen:
            seen.add(kinds.id)
            pending.append(kinds)
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
        _through_name(trace, owner_of(view, node), view.text(node))
    elif node.type == "attribute":
        reference, said = view.resolve(node), node.child_by_field_name("attribute")
        trace.references |= {reference} if "." in reference else set()
        if said is not None:
            _through_attribute(trace, view.text(said))
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
    if function is None or (reference or view.text(function)) in _TEXTS:
        return
    if function.type == "attribute" and reference[:1] in {"", ":"}:
        owner = function.child_by_field_name("object")
        trace.pending += [owner] if owner is not None and method_of(view, call) in _TAKING else []
        _through_method(trace, method_of(view, call))
    else:
        trace.pending.append(function)
    if not reference.startswith(":"):  # a container, a wrapper, an element: it may hold what it is given
        trace.pending += given.values


def _through_method(trace: _Trace, name: str) -> None:
    if name not in trace.methods:
        trace.methods.add(name)
        for path in paths_by_name(trace.view).get(name, ()):
            _through_function(trace, path)


def _through_attribute(trace: _Trace, name: str) -> None:
    """To all that an attribute is given, whosoever it is: by assignment, or as a field of what is made."""
    if name in trace.attributes:
        return
    trace.attributes.add(name)
    view = trace.view
    trace.pending += givers(view)[1].get(name, ())
    if name in _ASKED:
        return
    trace.pending += keyword_values(view).get(name, ())
    for path in paths_by_name(view).get(name, ()):  # a property
        _through_function(trace, path)
    for owner, position in fields_by_name(view).get(name, ()):
        _through_callers(trace, owner, position, name)


def _through_fixture(trace: _Trace, name: str) -> None:
    if name not in trace.fixtures:
        trace.fixtures.add(name)
        for path in fixtures(trace.view).get(name, ()):
            _through_function(trace, path)


def _through_function(trace: _Trace, path: str) -> None:
    if path not in trace.functions:
        trace.functions.add(path)
        trace.pending += results(trace.view).get(path, ())


def _through_name(trace: _Trace, index: int, name: str) -> None:
    """To all that a name of a scope is ever given, or filled with."""
    if (index, name) in trace.keys:
        return
    trace.keys.add((index, name))
    view = trace.view
    trace.pending += givers(view)[0].get((index, name), ())
    reference = view.scopes.scopes[index].bindings.get(name, "")
    if reference.startswith(":"):
        _through_function(trace, reference[1:])
    scope = view.scopes.scopes[index]
    if name in scope.parameters and scope.kind == "lambda":
        trace.pending += given_beside(view).get(scope.end, ())
    elif name in scope.parameters:
        _through_parameter(trace, scope.path, name)


def _through_parameter(trace: _Trace, path: str, name: str) -> None:
    """To what callers give."""
    view = trace.view
    function = functions(view).get(path)
    listed = function.child_by_field_name("parameters") if function is not None else None
    parameters = {_parameter_name(view, node): node for node in listed.named_children} if listed is not None else {}
    parameters.pop("", None)  # `/` and `*`, which have no place of their own
    parameter = parameters.get(name)
    if function is None or parameter is None:
        return
    names, (owner, _, own) = [*parameters], path.rpartition(".")
    position = names.index(name)
    default = parameter.child_by_field_name("value")
    trace.pending += [default] if default is not None else []
    _through_fixture(trace, name)
    name = f"{_STARS.get(parameter.type, '')}{name}"
    if view.scopes.scopes[view.scopes.index_at(function.start_byte)].kind != "class":
        _through_callers(trace, path, position, name)
        return
    position -= names[0] in {"self", "cls", "mcs"}
    _through_callers(trace, owner if own in {"__init__", "__new__"} else f"{OF_ANY}{own}", position, name)


def _through_callers(trace: _Trace, path: str, position: int, name: str) -> None:
    """To one argument of all calls of a function, a class, or of all methods of a name."""
    if path.startswith(OF_ANY) or "." not in path:
        trace.parameters.add((path, position, name))
    reference = path if path.startswith(OF_ANY) else f":{path}"
    trace.pending += _given(trace.view, reference, position, name)


def _given(view: ModuleView, reference: str, position: int, name: str) -> Iterator[tree_sitter.Node]:
    """What a function is given where it is called, and what it may be given by those that it is handed to."""
    if reference.startswith(OF_ANY):
        calls = calls_by_method(view).get(reference.removeprefix(OF_ANY), ())
    else:
        calls = calls_by_reference(view).get(reference, ())
        yield from given_beside(view).get(reference, ())
    for call in calls:
        given = arguments_of(view, call)
        if name.startswith("**"):
            yield from given.keywords.values()
        elif name.startswith("*"):
            yield from given.positional[max(position, 0) :]
        else:
            one = given.get(position, name)
            yield from (one,) if one is not None else ()


def _parameter_name(view: ModuleView, parameter: tree_sitter.Node) -> str:
    node: tree_sitter.Node | None = parameter
    while node is not None and node.type != "identifier":
        node = node.child_by_field_name("name") or (node.named_children[0] if node.named_children else None)
    return view.text(node) if node is not None else ""
