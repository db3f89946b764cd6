"""Templates that a call hands to a function, and the parameters that a function does nothing with but render."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.render_calls import html_argument, html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.blocks import attempts_around
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.exits import is_caught
from tdomcheck.facts.python.local_calls import own_method
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import origins, uses_of
from tdomcheck.facts.vocabulary import api

Handed = tuple[str, int, int]
"""By which position or name, and where the template stands."""


def rendered_parameter(view: ModuleView, argument: tree_sitter.Node | None) -> str:
    """The parameter that a rendering call is given; empty where the function asks for it in any other way too."""
    name = view.text(argument) if argument is not None and argument.type == "identifier" else ""
    if argument is None or not name:
        return ""
    scope = view.scopes.scopes[view.scopes.index_at(argument.start_byte)]
    if scope.kind != "function" or name not in scope.parameters or view.is_assigned(name, argument.start_byte):
        return ""
    uses = uses_of(view, name, argument.start_byte)
    is_only_rendered = all(_is_rendered(view, use) or _is_declared(use) for use in uses)
    return name if is_only_rendered and not any(True for _ in attempts_around(argument)) else ""


def _is_rendered(view: ModuleView, use: tree_sitter.Node) -> bool:
    """Whether a name is what a rendering call renders."""
    return use.start_byte in _rendered_arguments(view)


@once
def _rendered_arguments(view: ModuleView) -> set[int]:
    arguments = (html_argument(view, call) for call in html_calls(view))
    return {node.start_byte for node in arguments if node is not None}


def _is_declared(name: tree_sitter.Node) -> bool:
    parent = name.parent
    return parent is not None and parent.type.endswith(("parameter", "parameters"))


def templates_given(view: ModuleView, call: tree_sitter.Node) -> tuple[str, tuple[Handed, ...]]:
    """The reference of a function that is not one that renders itself, with the templates that hold component tags."""
    function = call.child_by_field_name("function")
    if function is None or not _component_templates(view) or is_caught(call):
        return "", ()
    arguments = arguments_of(view, call)
    reference = view.resolve(function) or (own_method(view, function) if function.type == "attribute" else "")
    if not reference or reference in api.HTML or arguments.has_star:
        return "", ()
    named = [*((str(place), node) for place, node in enumerate(arguments.positional)), *arguments.keywords.items()]
    return reference, tuple(place for name, node in named for place in _template_places(view, name, node))


def _template_places(view: ModuleView, name: str, argument: tree_sitter.Node) -> Iterator[Handed]:
    values = [value for _, value in origins(view, argument)]
    span = view.span(values[0]) if len(values) == 1 and values[0].type in _TEXTS else None
    starts = _component_templates(view)
    if span is not None and bisect_left(starts, span.start) < bisect_left(starts, span.end):
        yield name, span.start, span.end


_TEXTS = frozenset({"string", "concatenated_string"})


@once
def _component_templates(view: ModuleView) -> list[int]:
    """Where the templates with component tags begin, in order."""
    templates = (each for each in view.html_templates if any(tag.is_component for tag in view.markup(each).tags))
    return sorted(template.span.start for template in templates)
