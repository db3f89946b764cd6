"""Where what a component gives may be a Template instead of text: in templates, in `html()`, in other components."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.components import is_said_only, starts_of_tags
from tdomcheck.facts.html.render_calls import html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.component_functions import ComponentFunction
from tdomcheck.rewrite.migrations.template_sites import calls_of_methods, readers_of
from tdomcheck.rewrite.migrations.template_values import RefusedError, TemplatePlan
from tdomcheck.source.tree import enclosing

_HOLDING = frozenset(
    {
        "parenthesized_expression",
        "list",
        "tuple",
        "list_comprehension",
        "generator_expression",
        "expression_list",
        "list_splat",
    }
)
_DOTTED_WORD = regex(rb"\.(?:\s|\\|#[^\n]*\n)*([A-Za-z_\x80-\xff][\w\x80-\xff]*)")
_ADDING = frozenset({"append", "extend", "insert"})
_TAKING = api.RENDERING | api.ROOTS
"""Packages that take components as they are."""
_ASKING = frozenset({"callable", "isinstance", "issubclass", "repr", "type", "id"})


class TemplatePlaces:
    """The places of a file that take a Template, if some of its functions give one."""

    def __init__(self, view: ModuleView, converting: frozenset[int], plans: Sequence[TemplatePlan]) -> None:
        self._view = view
        self._converting = converting
        self._literals = {start for plan in plans for start in plan.literals}
        self._peeled = {start for plan in plans for start in plan.peeled}
        self._renders = {call.start_byte for call in html_calls(view)}
        self._asked: set[tuple[int, str]] = set()

    def require(self, use: tree_sitter.Node, reason: str) -> None:
        """Raise where a use does not take a Template."""
        if not self._takes(use):
            raise RefusedError(use, reason)

    def _takes(self, node: tree_sitter.Node) -> bool:
        parent = node.parent
        while parent is not None and (parent.type in _HOLDING or _is_outcome(parent, node)):
            node, parent = parent, parent.parent
        if parent is None:
            return False
        match parent.type:
            case "interpolation":
                return self._is_shown(parent)
            case "argument_list":
                return self._is_argument(parent)
            case "return_statement":
                function = enclosing(parent, "function_definition", "lambda")
                return function is not None and function.id in self._converting
            case "assignment":
                return self._is_given(parent, node)
            case "attribute":
                return _is_added_to(parent, node)
            case "for_in_clause":
                return False
            case _:
                return parent.type == "expression_statement"

    def _is_shown(self, interpolation: tree_sitter.Node) -> bool:
        string = interpolation.parent
        is_literal = string is not None and string.start_byte in self._literals
        return is_literal or interpolation.start_byte in _text_places(self._view)

    def _is_argument(self, listed: tree_sitter.Node) -> bool:
        call = listed.parent
        function = call.child_by_field_name("function") if call is not None else None
        if call is None or function is None:
            return False
        if call.start_byte in self._peeled and not _is_method(function):
            return call.start_byte in self._renders or self._takes(call)
        if call.start_byte in self._renders and not _is_method(function):
            return True
        owner = function.child_by_field_name("object")
        name = function.child_by_field_name("attribute")
        is_list = owner is not None and name is not None and self._view.text(name) in _ADDING
        return is_list and owner is not None and owner.type == "identifier" and self._is_only_taken(owner)

    def _is_given(self, assignment: tree_sitter.Node, value: tree_sitter.Node) -> bool:
        left = assignment.child_by_field_name("left")
        if left == value:
            return True
        is_plain = left is not None and left.type == "identifier" and assignment.child_by_field_name("type") is None
        return is_plain and left is not None and self._is_only_taken(left)

    def _is_only_taken(self, name: tree_sitter.Node) -> bool:
        key = (self._view.scopes.index_at(name.start_byte), self._view.text(name))
        if self._view.scopes.scopes[key[0]].kind != "function":
            return False  # others may read it
        if key in self._asked:
            return True
        self._asked.add(key)
        result = all(self._takes(use) for use in readers_of(self._view, name))
        self._asked.discard(key)
        return result


def _is_method(function: tree_sitter.Node) -> bool:
    """Whether what is called belongs to the value of a call, which begins where the other one does."""
    owner = function.child_by_field_name("object")
    return owner is not None and owner.type == "call"


def _is_outcome(parent: tree_sitter.Node, node: tree_sitter.Node) -> bool:
    """Whether a node may be what the expression around it comes to; what is only asked for its truth is not."""
    if parent.type == "conditional_expression":
        return parent.named_children[1] != node
    if parent.type != "boolean_operator":
        return False
    operator = parent.child_by_field_name("operator")
    return parent.child_by_field_name("right") == node or (operator is not None and operator.type == "or")


def _is_added_to(attribute: tree_sitter.Node, name: tree_sitter.Node) -> bool:
    """`items.append(...)` as a statement."""
    method, call = attribute.child_by_field_name("attribute"), attribute.parent
    is_called = call is not None and call.type == "call" and attribute.child_by_field_name("object") == name
    return method is not None and is_called and (method.text or b"").decode() in _ADDING


@once
def _text_places(view: ModuleView) -> frozenset[int]:
    """Where the braces begin that templates show as text."""
    places: set[int] = set()
    for template in view.templates:
        for place in view.markup(template).texts:
            interpolation = template.interpolations[place.interpolation]
            braces = interpolation.node.parent
            if place.within == "text" and not (interpolation.conversion or interpolation.format_spec) and braces:
                while braces is not None and braces.type != "interpolation":
                    braces = braces.parent
                places.update({braces.start_byte} if braces is not None else ())
    return frozenset(places)


def results_of_function(view: ModuleView, function: ComponentFunction) -> Iterator[tree_sitter.Node]:
    """The expressions of a file that are what a function gives."""
    if function.owner:
        yield from calls_of_methods(view).get(function.node.id, ())
        yield from _uses_of_member(view, function)  # `super().__call__()`
    elif view.scopes.scopes[view.scopes.index_at(function.node.start_byte)].kind == "class":
        yield from _uses_of_member(view, function)
    else:
        yield from _uses_of_name(view, function)


def _uses_of_member(view: ModuleView, function: ComponentFunction) -> Iterator[tree_sitter.Node]:
    """Every attribute of that name, whatever it belongs to."""
    for name in attributes_named(view, function.name):
        attribute = name.parent
        call = attribute.parent if attribute is not None and is_called(attribute) else None
        if attribute is not None and (call is None) != function.is_property:
            raise RefusedError(name, f"`{function.name}` is handed on here, to what may want text")
        if attribute is not None:
            yield call or attribute


def attributes_named(view: ModuleView, name: str) -> Iterator[tree_sitter.Node]:
    """The names behind dots that say this."""
    for start in dotted_words(view).get(name.encode(), ()):
        node = view.tree.root.descendant_for_byte_range(start, start + len(name.encode()))
        outer = node.parent if node is not None else None
        if outer is not None and outer.type == "attribute" and outer.child_by_field_name("attribute") == node:
            yield t.cast("tree_sitter.Node", node)


@once
def dotted_words(view: ModuleView) -> dict[bytes, list[int]]:
    """Where words stand behind dots, in code or not: a walk over all nodes takes twenty times as long."""
    words: dict[bytes, list[int]] = {}
    for match in _DOTTED_WORD.finditer(view.tree.utf8):
        words.setdefault(match[1], []).append(match.start(1))
    return words


def _uses_of_name(view: ModuleView, function: ComponentFunction) -> Iterator[tree_sitter.Node]:
    for use in view.readers.get(function.name, ()):
        if view.resolve(use) != f":{function.path}" or is_said_only(use) or use.start_byte in starts_of_tags(view):
            continue
        if is_called(use) and use.parent is not None:
            yield use.parent
        elif not is_taken_as_component(view, use):
            raise RefusedError(use, f"`{function.name}` is handed on here, to what may want text")


def is_called(use: tree_sitter.Node) -> bool:
    """Whether something is what a call calls."""
    parent = use.parent
    return parent is not None and parent.type == "call" and parent.child_by_field_name("function") == use


def is_taken_as_component(view: ModuleView, use: tree_sitter.Node) -> bool:
    """Whether a function is given to what knows components, or only asks about them."""
    listed = use.parent
    if listed is not None and listed.type == "keyword_argument":
        listed = listed.parent
    call = listed.parent if listed is not None and listed.type == "argument_list" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if callee is None:
        return False
    return view.resolve(callee).partition(".")[0] in _TAKING or view.text(callee) in _ASKING
