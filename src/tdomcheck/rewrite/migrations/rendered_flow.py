"""Where what is rendered goes in a file: a function that gets hold of it must not show it by a Template, escaped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import tree_sitter

from tdomcheck.facts.html.components import is_said_only, starts_of_tags
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_LEVELS
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import classes_of, definition, definitions_of, path_of
from tdomcheck.facts.python.definitions import scope_of
from tdomcheck.facts.python.local_calls import function_behind
from tdomcheck.facts.python.mutation import MUTATING
from tdomcheck.facts.python.value_flow import uses_in_scope
from tdomcheck.facts.vocabulary import api
from tdomcheck.rewrite.migrations.component_uses import attributes_named, is_called
from tdomcheck.rewrite.migrations.rendered_sites import (
    Rendered,
    names_taken,
    owner_of,
    parameters_meant,
    patterns_of,
    props_given,
    rendering,
    uses_taken,
)
from tdomcheck.rewrite.migrations.template_sites import calls_of_methods

_SPENT = frozenset(
    {
        "assert_statement",
        "comparison_operator",
        "delete_statement",
        "elif_clause",
        "expression_statement",
        "if_clause",
        "if_statement",
        "not_operator",
        "raise_statement",
        "while_statement",
        "with_statement",
    }
)
"""What a value does not come out of."""
_BINDING = {
    "assignment": "left",
    "augmented_assignment": "left",
    "default_parameter": "name",
    "for_in_clause": "left",
    "for_statement": "left",
    "named_expression": "name",
    "typed_default_parameter": "name",
}
"""What gives a value to names, and where they stand."""
_TELLING = frozenset({"bool", "callable", "hash", "id", "isinstance", "len", "print", "type"})
"""Builtins that give nothing of what they are given."""


class RenderedFlow:
    """What is left of rendered text in a file, once some of its functions give Templates: from name to name, without
    regard to the order of things. What is not understood is taken to hold it."""

    def __init__(
        self, view: ModuleView, converting: frozenset[int], peeled: Collection[int], rendered: Rendered
    ) -> None:
        self._view = view
        self._peeled = peeled
        self._converting = {scope_of(view, node): node.id for node in view.nodes["function"] if node.id in converting}
        self._names: set[tuple[int, str]] = set()
        self._attributes: set[str] = set()
        self._pending = [call for call in rendering(view) if call.start_byte not in peeled]
        self._seen = {call.id for call in self._pending}
        self._handed: set[tuple[str, str | int]] = set()
        self._read(uses_taken(view, rendered.references))
        for path, name in rendered.given:
            found = definition(view, f":{path}")
            if found is not None:
                self._give(found, [name] if name else self._parameters(found))
        self.holders = tuple(sorted(self._holders(), key=_place))
        """The functions to be converted that get hold of it, by the `id` of their nodes, and where."""
        self.names = names_taken(view, rendered.references) | {name for index, name in self._names if index == 0}
        """The names of the file that hold it, or give it to who calls them."""
        self.handed = frozenset(self._handed)
        """The references of what other files define that is given it, each with the name or place of a parameter."""

    def _holders(self) -> Iterator[tuple[int, tree_sitter.Node]]:
        while self._pending:
            node = self._pending.pop()
            if self._follow(node):
                yield from ((number, node) for number in self._around(node))

    def _around(self, node: tree_sitter.Node) -> Iterator[int]:
        index = self._view.scopes.index_at(node.start_byte)
        while index > 0:
            if index in self._converting:
                yield self._converting[index]
            index = self._view.scopes.scopes[index].parent

    def _follow(self, node: tree_sitter.Node) -> bool:
        """Go out from a value to the end of its statement; whether anything holds it then."""
        is_held = False
        for _ in range(MOST_LEVELS):
            parent = node.parent
            if parent is None or parent.type in _SPENT or self._is_spent(parent, node):
                return is_held
            if parent.start_byte in props_given(self._view) and parent.type == "interpolation":
                self._give_prop(*props_given(self._view)[parent.start_byte])
                return is_held
            place = _BINDING.get(parent.type)
            target = parent.child_by_field_name(place) if place else None
            if target is not None and target != node:
                is_held = True
                self._bind(target)
            elif parent.type == "argument_list":
                is_held |= self._hand_over(parent, node)
            elif parent.type == "as_pattern":
                self._bind(parent.named_children[-1])
            if parent.type in _LEAVING:
                return self._leave(parent) or is_held
            node = parent
        return True

    def _is_spent(self, parent: tree_sitter.Node, node: tree_sitter.Node) -> bool:
        """Whether it is only asked something, rendered with what is around it, or is safe as it is."""
        if parent.type == "conditional_expression":
            return parent.named_children[1] == node
        if parent.type == "attribute":  # another attribute of what holds it, which is told of by its own name
            return not is_called(parent)
        call = parent.parent if parent.type == "argument_list" else None
        function = call.child_by_field_name("function") if call is not None else None
        if call is None or function is None or call.start_byte in self._peeled:
            return False
        text = self._view.text(function)
        is_telling = text in _TELLING and not is_shadowed(self._view, text)
        return is_telling or call in rendering(self._view) or self._view.resolve(function) in api.MARKUP

    def _leave(self, statement: tree_sitter.Node) -> bool:
        """A `match` gives it to the names of its cases, a `return` to whoever calls the function."""
        if statement.type == "match_statement":
            for pattern in patterns_of(statement):
                self._bind(pattern)
        else:
            self._return(self._view.scopes.index_at(statement.start_byte))
        return True

    def _return(self, index: int) -> None:
        scope = self._view.scopes.scopes[index]
        owner = self._view.scopes.scopes[scope.parent] if index else None
        if owner is None or index in self._converting:
            return
        name = scope.path.rpartition(".")[2]
        if owner.kind != "class":
            self._mean(scope.parent, name)
            return
        self._mean_attribute(name)
        if name == "__call__":
            method = definition(self._view, f":{scope.path}")
            self._read(calls_of_methods(self._view).get(method.id, ()) if method is not None else ())

    def _hand_over(self, listed: tree_sitter.Node, argument: tree_sitter.Node) -> bool:
        """What is called with it may keep it: the object of a method, the parameters of a function of the file."""
        call = listed.parent
        function = call.child_by_field_name("function") if call is not None else None
        if call is None or function is None or call.start_byte in self._peeled:
            return False
        reference = self._view.resolve(function)
        found = definition(self._view, reference) or function_behind(self._view, call)
        self._hand_to_definition(found, reference, _parameter(self._view, call, argument))
        receiver, method = function.child_by_field_name("object"), function.child_by_field_name("attribute")
        if (
            receiver is None
            or receiver.type == "string"
            or (reference and self._view.text(method or function) not in MUTATING)
        ):
            return False
        self._bind(receiver)
        return True

    def _hand_to_definition(self, found: tree_sitter.Node | None, reference: str, parameter: str | int) -> None:
        if found is not None:
            self._give(found, parameters_meant([*self._parameters(found)], parameter))
        elif reference and not reference.startswith(":"):
            self._handed.add((reference, parameter))

    def _parameters(self, found: tree_sitter.Node) -> Iterator[str]:
        """Those of a function, the fields of a class."""
        if found.type == "function_definition":
            yield from (parameter.name for parameter in definitions_of(self._view).parameters(found))
            return
        fact = classes_of(self._view).get(f":{path_of(self._view, found)}")
        yield from (field.name for field in fact.fields) if fact is not None else ()

    def _give(self, found: tree_sitter.Node, names: Iterable[str]) -> None:
        """Parameters of a function, attributes of the objects of a class."""
        for name in names:
            if found.type == "function_definition":
                self._mean(scope_of(self._view, found), name)
            else:
                self._mean_attribute(name)

    def _give_prop(self, component: tree_sitter.Node, name: str) -> None:
        reference = self._view.resolve(component)
        found = definition(self._view, reference)
        if found is not None:
            self._give(found, [name])
        elif reference and not reference.startswith(":"):
            self._handed.add((reference, name))

    def _bind(self, target: tree_sitter.Node) -> None:
        """All names of a target get hold of it: of `rows[key]` it is `rows`, of `page.title` each `title`."""
        pending = [target]
        while pending:
            node = pending.pop()
            inner = node.child_by_field_name("value") if node.type == "subscript" else None
            attribute = node.child_by_field_name("attribute") if node.type == "attribute" else None
            if node.type == "identifier":
                self._mean(owner_of(self._view, node), self._view.text(node))
            elif attribute is not None:
                self._mean_attribute(self._view.text(attribute))
            else:
                pending += node.named_children if inner is None else [inner]

    def _mean(self, index: int, name: str) -> None:
        if (index, name) in self._names:
            return
        self._names.add((index, name))
        if self._view.scopes.scopes[index].kind == "class":
            self._mean_attribute(name)
        uses = uses_in_scope(self._view, index, name)
        self._read(use for use in uses if owner_of(self._view, use) == index)

    def _mean_attribute(self, name: str) -> None:
        if name not in self._attributes:
            self._attributes.add(name)
            self._read(said.parent for said in attributes_named(self._view, name) if said.parent is not None)

    def _read(self, uses: Iterable[tree_sitter.Node]) -> None:
        tags = starts_of_tags(self._view)
        for use in uses:
            if use.id not in self._seen and use.start_byte not in tags and not is_said_only(use):
                self._seen.add(use.id)
                self._pending.append(use)


_LEAVING = frozenset({"match_statement", "return_statement", "yield"})


def _place(holder: tuple[int, tree_sitter.Node]) -> tuple[int, int]:
    return holder[1].start_byte, holder[1].end_byte


def _parameter(view: ModuleView, call: tree_sitter.Node, argument: tree_sitter.Node) -> str | int:
    """Which parameter an argument is for, by its name or its place; empty where that is not known."""
    name = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
    if name is not None:
        return view.text(name)
    arguments = arguments_of(view, call)
    is_placed = argument in arguments.positional and not arguments.has_star
    return arguments.positional.index(argument) if is_placed else ""
