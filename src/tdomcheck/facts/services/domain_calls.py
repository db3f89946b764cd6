"""Calls that wiring is made of beside registrations: rendering, scanning, running middleware, maps of hooks."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.render_arguments import rendered_parameter, templates_given
from tdomcheck.facts.html.render_calls import html_argument, html_calls, reexported_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of, method_of, owner_of
from tdomcheck.facts.python.classes import definition, definitions_of
from tdomcheck.facts.python.definitions import Definitions
from tdomcheck.facts.python.exits import REGISTRY_NAME, is_caught
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.records import ArgumentFact, CallFact, HookFact, RenderFact, ScanFact, SiteFact
from tdomcheck.facts.services.container_calls import makers_of_resource
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import replace

_TEXT = regex(r"""[rRuU]?(["'])([\w. -]*)\1""")


def renders_in(view: ModuleView) -> tuple[RenderFact, ...]:
    """Every call of `html(...)` or `svg(...)`, also of what may be one of them by way of another module."""
    return tuple(_render(view, call) for call in (*html_calls(view), *reexported_calls(view)))


def _render(view: ModuleView, call: tree_sitter.Node) -> RenderFact:
    arguments = arguments_of(view, call)
    function = call.child_by_field_name("function") or call
    argument = html_argument(view, call)
    values = [value for _, value in origins(view, argument)] if argument is not None else []
    is_known = len(values) == 1 and values[0].type in {"string", "concatenated_string"}
    whole = view.span(call)
    template = view.span(values[0]) if is_known else None
    named = [(name, view.span(value)) for name, value in arguments.keywords.items()]
    return RenderFact(
        view.resolve(function),
        view.text(function),
        len(arguments.positional),
        (
            *((ArgumentFact("*"),) if arguments.has_star else ()),
            *(ArgumentFact(name, span.start, span.end) for name, span in named),
        ),
        SiteFact(owner_of(view, call), is_quiet=view.is_expected_to_fail(call.start_byte) or is_caught(call)),
        whole.start,
        whole.end,
        template.start if template else 0,
        template.end if template else 0,
        rendered_parameter(view, argument),
    )


def scans_in(view: ModuleView) -> tuple[ScanFact, ...]:
    """Every call of `scan(registry, ...)`, the function or the method of a registry."""
    scans = []
    for call in view.nodes["call"] if b"scan" in view.source.utf8 else ():
        function = call.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        if function is None or (method_of(view, call) != "scan" and reference not in api.SCAN):
            continue
        is_method = function.type == "attribute" and reference not in api.SCAN
        if reference not in api.SCAN and not (is_method and _REGISTRY.search(view.text(function))):
            continue
        scans.append(_scan(view, call, skip=0 if is_method else 1))
    return tuple(scans)


_REGISTRY = regex(r"(?i)registry\.scan$")


def _scan(view: ModuleView, call: tree_sitter.Node, *, skip: int) -> ScanFact:
    arguments = arguments_of(view, call)
    packages: list[str] = []
    texts: list[tuple[str, int, int]] = []
    for argument in (unwrapped(given) for given in _scanned(view, call, skip)):
        named = argument if argument.type == "string" else _constant(view, argument)
        text = _TEXT.fullmatch(view.text(named)) if named.type == "string" else None
        span = view.span(named)
        if text is not None:
            texts.append((text[2], span.start, span.end))
        packages.append(text[2] if text is not None else view.resolve(argument))
    whole = view.span(call)
    return ScanFact(
        tuple(packages),
        tuple(texts),
        "locals_dict" in arguments.keywords,
        owner_of(view, call),
        whole.start,
        whole.end,
        is_quiet=view.is_expected_to_fail(call.start_byte),
        is_plain=skip == 1 and _is_plain_registry(view, arguments.get(0, "registry")),
    )


def _is_plain_registry(view: ModuleView, node: tree_sitter.Node | None) -> bool:
    values = [value for _, value in origins(view, node)] if node is not None else []
    functions = [value.child_by_field_name("function") for value in values if value.type == "call"]
    made = [view.resolve(function) for function in functions if function is not None]
    return bool(values) and len(made) == len(values) and set(made) == {"svcs.Registry"}


def _scanned(view: ModuleView, call: tree_sitter.Node, skip: int) -> Iterator[tree_sitter.Node]:
    """What a scan is given, also by `*PACKAGES` where those are written out in the same file; a splat is unknown."""
    listed = call.child_by_field_name("arguments")
    arguments = [node for node in listed.named_children if node.type != "comment"] if listed is not None else []
    for place, node in enumerate(arguments):
        if node.type == "list_splat" and node.named_children and place >= skip:
            values = _constant(view, node.named_children[0])
            yield from (value for value in values.named_children if value.type != "comment")
            if values.type != "tuple":
                yield node  # a list may have grown
        elif node.type in {"list_splat", "dictionary_splat"} or (node.type != "keyword_argument" and place >= skip):
            yield node


def calls_in(view: ModuleView) -> tuple[CallFact, ...]:
    """The calls that rules over the project ask about."""
    calls = []
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        name = method_of(view, call)
        if function is not None and function.type == "attribute" and api.WATCHED.get(name) == "method":
            calls.append(_call(view, call, f".{name}"))
        elif api.WATCHED.get(reference.rpartition(".")[2]) == "function":
            calls.append(_call(view, call, reference))
        elif reference.startswith(":"):
            calls += _handing(view, call, reference)
        elif reference:
            calls += _handing_on(view, call, reference)
        helper, templates = templates_given(view, call)
        calls += [replace(_call(view, call, helper), templates=templates)] if templates else []
    return tuple(calls)


def _handing(view: ModuleView, call: tree_sitter.Node, reference: str) -> Iterator[CallFact]:
    """A statement that hands one name to a function of this file, which registers something with it."""
    callee, arguments = definition(view, reference), arguments_of(view, call).positional
    statement = _statement(call)
    if callee is None or statement is None:
        return
    definitions, text = definitions_of(view), view.text(callee)
    is_plain = callee.type == "function_definition" and "register_" in text and not _TURNS.search(text)
    names = (
        [one.name for one in definitions.parameters(callee)]
        if is_plain and not definitions.decorator_nodes(callee)
        else []
    )
    body, block = callee.child_by_field_name("body"), statement.parent
    if (
        body is not None
        and block is not None
        and len(names) == len(arguments) == 1
        and arguments[0].type == "identifier"
    ):
        start = block.start_byte if block.type == "block" else 0
        binding = (view.text(arguments[0]), names[0])
        yield replace(_call_in(view, call, reference, start), body=body.start_byte, binding=binding)


def _handing_on(view: ModuleView, call: tree_sitter.Node, reference: str) -> Iterator[CallFact]:
    """A statement that hands a registry to a function of another file."""
    arguments, statement = arguments_of(view, call), _statement(call)
    block = statement.parent if statement is not None else None
    is_one = len(arguments.positional) == 1 and not arguments.keywords and arguments.positional[0].type == "identifier"
    if block is not None and is_one and REGISTRY_NAME.search(view.text(arguments.positional[0])):
        start = block.start_byte if block.type == "block" else 0
        yield replace(_call_in(view, call, reference, start), binding=(view.text(arguments.positional[0]), ""))


def _statement(call: tree_sitter.Node) -> tree_sitter.Node | None:
    """The statement that is nothing but a call."""
    statement = call.parent
    while statement is not None and statement.type == "parenthesized_expression":
        statement = statement.parent
    return statement if statement is not None and statement.type == "expression_statement" else None


_TURNS = regex(r"\b(?:return|yield|async)\b")
"""What keeps a function from running to its end when it is called, if it does not raise."""


def _call_in(view: ModuleView, call: tree_sitter.Node, reference: str, block: int) -> CallFact:
    """With the block that it stands in."""
    fact = _call(view, call, reference)
    return replace(fact, site=replace(fact.site, block=block))


def _call(view: ModuleView, call: tree_sitter.Node, reference: str) -> CallFact:
    arguments = arguments_of(view, call)
    function = call.child_by_field_name("function")
    held = function.child_by_field_name("object") if function is not None else None
    parent = call.parent
    span = view.span(call)
    return CallFact(
        reference,
        tuple(_value(view, argument) for argument in arguments.positional),
        tuple((name, _value(view, value)) for name, value in arguments.keywords.items()),
        SiteFact(
            owner_of(view, call),
            view.text(held) if held is not None else "",
            is_quiet=view.is_expected_to_fail(call.start_byte),
        ),
        parent is not None and parent.type == "await",
        span.start,
        span.end,
        resources=tuple(makers_of_resource(view, call, reference)),
    )


def _value(view: ModuleView, node: tree_sitter.Node) -> str:
    """A reference, a string literal in double quotes, or nothing."""
    text = _TEXT.fullmatch(view.text(node)) if node.type == "string" else None
    return f'"{text[2]}"' if text is not None else view.resolve(node)


def hooks_in(view: ModuleView, definitions: Definitions) -> tuple[HookFact, ...]:
    """The entries of the middleware maps of `@hookable(middleware={...})` and `register_hookable(...)`."""
    hooks: list[HookFact] = []
    for node in (*view.nodes["class"], *view.nodes["function"]):
        for decorator in definitions.decorator_nodes(node):
            callee = decorator.child_by_field_name("function") if decorator.type == "call" else None
            if callee is None or not view.resolve(callee).endswith(".hookable"):
                continue
            name = node.child_by_field_name("name")
            target = f":{view.text(name)}" if name is not None else ""
            hooks += _hooks(view, arguments_of(view, decorator).keywords.get("middleware"), target)
    for call in view.nodes["call"] if b"register_hookable" in view.source.utf8 else ():
        function = call.child_by_field_name("function")
        if function is not None and view.resolve(function) in api.REGISTER_HOOKABLE:
            arguments = arguments_of(view, call)
            kind = arguments.get(1, "target")
            hooks += _hooks(view, arguments.get(2, "middleware"), view.resolve(kind) if kind is not None else "")
    return tuple(sorted(hooks, key=lambda hook: hook.start))


def _constant(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node:
    """What a name of the file or of the function is given, if that is one value."""
    value = view.given(node)
    return unwrapped(node if value is None else value)


def _phases(view: ModuleView, mapping: tree_sitter.Node) -> Iterator[tuple[str, tree_sitter.Node, tree_sitter.Node]]:
    """The entries of `{"before": X}` or `dict(before=X)`: the phase, its place, and what a name stands for.

    The phase is in quotes, or a reference."""
    function = mapping.child_by_field_name("function") if mapping.type == "call" else None
    if function is not None and view.text(function) == "dict" and not is_shadowed(view, "dict"):
        for name, value in arguments_of(view, mapping).keywords.items():
            key = value.parent.child_by_field_name("name") if value.parent is not None else None
            yield f'"{name}"', key or value, _constant(view, value)
    for pair in mapping.named_children if mapping.type == "dictionary" else ():
        key, classes = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        phase = _value(view, _constant(view, key)) if key is not None else ""
        if key is not None and classes is not None and phase:
            value = _constant(view, classes)
            yield phase, unwrapped(key), value if value.type in {"list", "tuple"} else unwrapped(classes)


def _hooks(view: ModuleView, mapping: tree_sitter.Node | None, target: str) -> list[HookFact]:
    hooks: list[HookFact] = []
    for name, key, value in _phases(view, _constant(view, mapping)) if mapping is not None else ():
        place = view.span(key)
        items = value.named_children if value.type in {"list", "tuple"} else [value]
        for item in map(unwrapped, items):
            span = view.span(item)
            is_text = item.type == "string"
            reference = "" if is_text else view.resolve(item)
            phase, phase_ref = (name.strip('"'), "") if name.startswith('"') else ("", name)
            ends = (span.start, span.end, place.start, place.end)
            hooks.append(HookFact(phase, reference, is_text, target, *ends, phase_ref))
    return hooks
