"""What a component processor gives to components beside the attributes of their tags: `provided_attrs`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.spreads import plain_text
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_LEVELS_OF_ATTRS
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import path_of
from tdomcheck.facts.python.contents import CollectionUse, Effect, use_at
from tdomcheck.facts.python.value_flow import uses_of
from tdomcheck.facts.records import ProcessorFact
from tdomcheck.source.tree import enclosing, is_deeper_than, unwrapped

_GIVEN = "provided_attrs"
_POSITION = 5
"""Of `provided_attrs` in `process(template, last_ctx, component_callable, attrs, component_template, ...)`."""
_PROCESSOR = "component_processor_api"


def processors_in(view: ModuleView) -> tuple[ProcessorFact, ...]:
    """The functions of a file that hand on `provided_attrs`, and the processors that it renders with."""
    if not any(word in view.tree.utf8 for word in _SPEAKING):
        return ()
    return (*_providers(view), *_rendered_with(view))


_SPEAKING = (_GIVEN.encode(), _PROCESSOR.encode(), b"IComponentProcessor")


def _providers(view: ModuleView) -> Iterator[ProcessorFact]:
    for call in view.nodes["call"]:
        function, arguments = enclosing(call, "function_definition"), arguments_of(view, call)
        mapping = arguments.keywords.get(_GIVEN)
        if mapping is None and function is not None and method_of(view, call) == "process":
            is_said = _GIVEN in view.scopes.scopes[_scope(view, call)].parameters
            is_sixth = len(arguments.positional) > _POSITION
            mapping = arguments.positional[_POSITION] if is_sixth and is_said else None
            if _named(view, function) == "process" and (arguments.has_star or (is_sixth and not is_said)):
                yield ProcessorFact(":", (), is_open=True)
        if mapping is not None:
            names = _Pairs(view, function).names_in(mapping)
            owner = f":{path_of(view, function)}" if function is not None else ":"
            yield ProcessorFact(owner, tuple(sorted(names - {""})), is_open="" in names)


def _named(view: ModuleView, function: tree_sitter.Node) -> str:
    name = function.child_by_field_name("name")
    return view.text(name) if name is not None else ""


def _rendered_with(view: ModuleView) -> Iterator[ProcessorFact]:
    values = [
        value for call in view.nodes["call"] if (value := arguments_of(view, call).keywords.get(_PROCESSOR)) is not None
    ]
    for value in (unwrapped(view.given(value) or value) for value in values):
        function = value.child_by_field_name("function") if value.type == "call" else value
        yield ProcessorFact(view.resolve(function) if function is not None else "", (), is_open=False)
    if view.tree.utf8.count(_PROCESSOR.encode()) > len(values):  # a field, a mapping, a name: it may be anything
        yield ProcessorFact("", (), is_open=True)


def _scope(view: ModuleView, node: tree_sitter.Node) -> int:
    return view.scopes.index_at(node.start_byte)


class _Pairs:
    """Reads the names that pairs of name and value give; an empty one for what nobody can tell."""

    def __init__(self, view: ModuleView, function: tree_sitter.Node | None) -> None:
        self._view = view
        self._function = function
        self._names: set[str] = set()
        self._seen: set[str] = set()
        self._pending: list[tree_sitter.Node] = []

    def names_in(self, value: tree_sitter.Node) -> set[str]:
        if is_deeper_than(value, MOST_LEVELS_OF_ATTRS):
            return {""}
        self._pending = [value]
        while self._pending:
            node = unwrapped(self._pending.pop())
            if node.type in {"tuple", "list"}:
                self._take_items(node)
            elif node.type in _PARTS:
                self._pending += node.named_children[:: _PARTS[node.type]]
            elif node.type == "identifier":
                self._take_name(node)
            else:
                self._names.add("")
        return self._names

    def _take_items(self, listed: tree_sitter.Node) -> None:
        items = [child for child in listed.named_children if child.type != "comment"]
        self._pending += [item for item in items if item.type == "list_splat"]
        self._names.update(_name_of_pair(self._view, item) for item in items if item.type != "list_splat")

    def _take_name(self, node: tree_sitter.Node) -> None:
        """What a name is given, and what is put into it."""
        name = self._view.text(node)
        if name in self._seen:
            return
        self._seen.add(name)
        values = _assigned_to(self._view, name, self._function)
        self._pending += values
        if not values and name != _GIVEN:
            self._names.add("")
        for use in _put_into(self._view, node):
            self._pending += use.collections
            self._names.update(_name_of_pair(self._view, item) for item in use.items)
            self._names.update([""] if use.effect is not Effect.PUT else [])


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


def _put_into(view: ModuleView, name: tree_sitter.Node) -> list[CollectionUse]:
    """What is put into a list of pairs, and what is done to it that nobody can follow."""
    uses = (use_at(view, node) for node in uses_of(view, view.text(name), name.start_byte))
    return [use for use in uses if use.effect in _CHANGING or (use.effect is Effect.HANDED and use.method != "process")]


_CHANGING = frozenset({Effect.PUT, Effect.ASKED, Effect.NAMED})
