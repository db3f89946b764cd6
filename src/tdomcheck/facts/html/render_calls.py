"""Calls of tdom's `html` and `svg`, found by name first and proven by scope."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.concatenation import operator_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.text_building import growing_texts
from tdomcheck.facts.python.value_flow import origins, reaching_values
from tdomcheck.facts.records import ImportFact, ValueKind
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped

SOURCES = {"tdom_svcs": frozenset({"html"}), "tdom": frozenset({"html", "svg"})}
"""Where the functions come from that render."""


def html_names(view: ModuleView) -> frozenset[str]:
    """How this file may spell a rendering function."""
    names: set[str] = set()
    for fact in view.imports:
        target = import_target(fact)
        if target in api.HTML:
            names.add(fact.alias)
        names.update(f"{fact.alias}{name[len(target) :]}" for name in api.HTML if name.startswith(f"{target}."))
    return frozenset(names)


@once
def html_calls(view: ModuleView) -> list[tree_sitter.Node]:
    """Every call that renders a template, in document order."""
    names = html_names(view)
    if not names:
        return []
    calls = []
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and view.dotted(function) in names and view.resolve(function) in api.HTML:
            calls.append(call)
    return calls


def renders_within(view: ModuleView, node: tree_sitter.Node) -> bool:
    calls = html_calls(view)
    following = bisect.bisect_left(calls, node.start_byte, key=lambda call: call.start_byte)
    return following < len(calls) and calls[following].start_byte < node.end_byte


def reexported_renderers(view: ModuleView) -> Sequence[ImportFact]:
    """The imports of names that are called, and that may be `html` by way of another module."""
    utf8 = view.source.utf8
    if b"html" not in utf8 and b"svg" not in utf8:
        return ()
    facts = [fact for fact in view.imports if _may_be_renderer(fact)]
    called = set(_CALLED.findall(utf8)) if facts else ()
    return [fact for fact in facts if fact.alias.encode() in called]


_CALLED = regex(rb"([\w\x80-\xff]+)\(")


def _may_be_renderer(fact: ImportFact) -> bool:
    return fact.module.partition(".")[0] not in SOURCES and any(fact.name in names for names in SOURCES.values())


def reexported_calls(view: ModuleView) -> list[tree_sitter.Node]:
    """The calls of those names, which the project may find to render."""
    targets = {fact.alias: import_target(fact) for fact in reexported_renderers(view)}
    calls = []
    for call in view.nodes["call"] if targets else ():
        function = call.child_by_field_name("function")
        name = view.text(function) if function is not None and function.type == "identifier" else ""
        if function is not None and name in targets and view.resolve(function) == targets[name]:
            calls.append(call)
    return calls


def html_beside_tdom(view: ModuleView) -> frozenset[str]:
    """The references of functions called `html` or `svg` that are not tdom's by what this file says."""
    calls = [call for call in reexported_calls(view) if arguments_of(view, call).positional]
    functions = {view.resolve(function) for call in calls if (function := _function(call)) is not None}
    return frozenset(functions | set(_own_html(view)))


def _own_html(view: ModuleView) -> Iterator[str]:
    """Those that the file itself defines, and gives a template to."""
    utf8 = view.source.utf8
    names = [name for name in ("html", "svg") if f"{name}(t".encode() in utf8 or f"{name}(rt".encode() in utf8]
    for call in view.nodes["call"] if names else ():
        function, arguments = _function(call), arguments_of(view, call).positional
        reference = view.resolve(function) if function is not None and view.text(function) in names else ""
        if reference.startswith(":") and arguments and value_kind(view, arguments[0]) is ValueKind.TEMPLATE:
            yield reference


def _function(call: tree_sitter.Node) -> tree_sitter.Node | None:
    return call.child_by_field_name("function")


def html_argument(view: ModuleView, call: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a rendering call is given to render."""
    return arguments_of(view, call).get(0, "template")


def html_argument_kind(view: ModuleView, call: tree_sitter.Node) -> ValueKind:
    """What a call renders: a template, text in one of the ways to write it, or what nobody knows."""
    argument = html_argument(view, call)
    if argument is None:
        return ValueKind.UNKNOWN
    argument = unwrapped(argument)
    values = values_given(view, argument) or [argument]
    kinds = {ValueKind.FORMATTED if _formats_text(view, value) else value_kind(view, value) for value in values}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds <= _TEXTS:  # however it came about, it is text
        return ValueKind.FSTRING if ValueKind.FSTRING in kinds else ValueKind.FORMATTED
    return ValueKind.UNKNOWN


_TEXTS = frozenset({ValueKind.STRING, ValueKind.FSTRING, ValueKind.FORMATTED})


def values_given(view: ModuleView, name: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """All that a name may hold where it is read, also text that grows; nothing where some of it is not known."""
    if name.type != "identifier":
        return ()
    value = view.given(name)
    return [value] if value is not None else reaching_values(view, name) or growing_texts(view, name)


def _formats_text(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a text is put together by an operator or by `format`, also one that has a name."""
    node = unwrapped(node)
    while (operator := operator_of(node)) in {"%", "+"}:
        left = node.child_by_field_name("left")
        if left is None:
            return False
        node = unwrapped(left)  # `"<b>" + x + "</b>"` begins with the first two
        if operator == "%" or not operator_of(node):
            return _is_literal_text(view, node)
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None or function.type != "attribute":
        return False
    name = function.child_by_field_name("attribute")
    return (
        name is not None and name.text == b"format" and _is_literal_text(view, function.child_by_field_name("object"))
    )


def _is_literal_text(view: ModuleView, node: tree_sitter.Node | None) -> bool:
    """A string that is no t-string, or a name that is given one and nothing else."""
    if node is None:
        return False
    node = unwrapped(node)
    value = view.given(node)
    return value_kind(view, unwrapped(value) if value is not None else node) in {ValueKind.STRING, ValueKind.FSTRING}


def needless_str(view: ModuleView, call: tree_sitter.Node) -> tree_sitter.Node | None:
    """The argument of `str(...)` where `html()` has made a str of it already."""
    function = call.child_by_field_name("function")
    if function is None or view.text(function) != "str" or is_shadowed(view, "str"):
        return None
    arguments = arguments_of(view, call)
    if len(arguments.positional) != 1 or arguments.keywords or arguments.has_star:
        return None
    values = [value for _, value in origins(view, arguments.positional[0])]
    is_html = all(value_kind(view, value) is ValueKind.HTML for value in values)
    return arguments.positional[0] if is_html else None
