"""What a component processor gives to components beside the attributes of their tags: `provided_attrs`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.spreads import plain_text
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import path_of
from tdomcheck.facts.records import ProcessorFact
from tdomcheck.source.tree import is_deeper_than, unwrapped

_GIVEN = "provided_attrs"
_POSITION = 5
"""Of `provided_attrs` in `process(template, last_ctx, component_callable, attrs, component_template, ...)`."""
_PROCESSOR = "component_processor_api"
_MOST_LEVELS = 50


def processors_in(view: ModuleView) -> tuple[ProcessorFact, ...]:
    """The functions of a file that hand on `provided_attrs`, and the processors that it renders with."""
    if _GIVEN.encode() not in view.tree.utf8 and _PROCESSOR.encode() not in view.tree.utf8:
        return ()
    return (*_providers(view), *_rendered_with(view))


def _providers(view: ModuleView) -> Iterator[ProcessorFact]:
    for call in view.nodes["call"]:
        arguments = arguments_of(view, call)
        function = _function_around(call)
        given = arguments.keywords.get(_GIVEN)
        if given is None and function is not None and method_of(view, call) == "process":
            is_processor = _GIVEN in view.scopes.scopes[_scope(view, call)].parameters
            given = arguments.positional[_POSITION] if is_processor and len(arguments.positional) > _POSITION else None
        if given is not None:
            names = {*_names(view, given, function)}
            owner = f":{path_of(view, function)}" if function is not None else ":"
            yield ProcessorFact(owner, tuple(sorted(names - {""})), is_open="" in names)


def _rendered_with(view: ModuleView) -> Iterator[ProcessorFact]:
    for call in view.nodes["call"]:
        value = arguments_of(view, call).keywords.get(_PROCESSOR)
        if value is None:
            continue
        value = unwrapped(view.given(value) or value)
        function = value.child_by_field_name("function") if value.type == "call" else value
        yield ProcessorFact(view.resolve(function) if function is not None else "", (), is_open=False)


def _scope(view: ModuleView, node: tree_sitter.Node) -> int:
    return view.scopes.index_at(node.start_byte)


def _function_around(node: tree_sitter.Node) -> tree_sitter.Node | None:
    around = node.parent
    while around is not None and around.type != "function_definition":
        around = around.parent
    return around


def _names(view: ModuleView, value: tree_sitter.Node, function: tree_sitter.Node | None) -> Iterator[str]:
    """The names that pairs of name and value give; an empty one for what nobody can tell."""
    if is_deeper_than(value, _MOST_LEVELS):
        yield ""
        return
    seen: set[str] = set()
    pending = [value]
    while pending:
        node = unwrapped(pending.pop())
        if node.type in {"tuple", "list"}:
            items = [child for child in node.named_children if child.type != "comment"]
            pending += [item for item in items if item.type == "list_splat"]
            yield from (_name_of_pair(view, item) for item in items if item.type != "list_splat")
        elif node.type in _PARTS:
            pending += node.named_children[:: _PARTS[node.type]]
        elif node.type != "identifier":
            yield ""
        elif (name := view.text(node)) not in seen:
            seen.add(name)
            given = _assigned_to(view, name, function)
            pending += given
            if not given and name != _GIVEN:
                yield ""


_PARTS = {"binary_operator": 1, "list_splat": 1, "conditional_expression": 2}
"""What other lists of pairs are made of, and the step to the next: between two branches stands a condition."""


def _name_of_pair(view: ModuleView, node: tree_sitter.Node) -> str:
    parts = unwrapped(node).named_children if unwrapped(node).type in {"tuple", "list"} else []
    return (plain_text(view, parts[0]) or "") if len(parts) == 2 else ""


def _assigned_to(view: ModuleView, name: str, function: tree_sitter.Node | None) -> list[tree_sitter.Node]:
    """The values that a function gives a name, also those that it adds."""
    values: list[tree_sitter.Node] = []
    for target in view.nodes["target"]:
        statement = target.parent
        is_inside = function is None or function.start_byte <= target.start_byte < function.end_byte
        if is_inside and statement is not None and target.type == "identifier" and view.text(target) == name:
            right = statement.child_by_field_name("right")
            values += [right] if right is not None else []
    return values
