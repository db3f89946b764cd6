"""What the text of a template shows: the values of its interpolations, also by name, by key and in lists."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.entries import entry_at
from tdomcheck.facts.python.list_items import items_of
from tdomcheck.facts.python.mentioned_imports import mentioned_imports
from tdomcheck.facts.python.value_flow import branches_of, origins
from tdomcheck.source.template import Interpolation, Template

_FOR_SOURCE = frozenset({"code", "pre", "samp", "kbd"})
"""Elements that show HTML for people to read: there it is meant to be escaped."""
_SHOWING = _FOR_SOURCE | {"xmp", "textarea", "title", "script", "style"}
"""Those that show HTML whoever wrote it, and those whose text has no elements."""


def text_interpolations(view: ModuleView, template: Template) -> Iterator[Interpolation]:
    """What a template shows as text as it is, but for places that show tags on purpose."""
    markup = view.markup(template)
    for place in markup.texts:
        value = template.interpolations[place.interpolation]
        names = {tag.name for tag in markup.around(place.parent)}
        if place.within == "text" and not value.conversion and not value.format_spec and not names & _SHOWING:
            yield value


def shown_imports(view: ModuleView) -> tuple[str, ...]:
    """The references of the imports that the templates of a file show, in texts and in attributes."""
    nodes = [node for template in view.html_templates for node in _shown(view, template)]
    return tuple(dict.fromkeys(mentioned_imports(view, nodes)))


def _shown(view: ModuleView, template: Template) -> Iterator[tree_sitter.Node]:
    tags = {index for tag in view.markup(template).tags for index in (tag.component, tag.end_component)}
    nodes = (value.node for index, value in enumerate(template.interpolations) if index not in tags)
    yield from (node for node in nodes if not view.is_expected_to_fail(node.start_byte))


def shown_values(view: ModuleView, template: Template) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """Every value that a template shows as a part of the page, beside the expression that shows it."""
    markup = view.markup(template)
    for place in markup.texts:
        interpolation = template.interpolations[place.interpolation]
        is_source = any(tag.name in _FOR_SOURCE for tag in markup.around(place.parent))
        if place.within == "text" and not interpolation.format_spec and not is_source:
            yield from _values(view, interpolation.node)


def _values(view: ModuleView, node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    for shown, value in branches_of(view, node):
        entry = entry_at(view, value)
        owner = value.named_children[0] if entry is not None else shown
        for name, inner in origins(view, entry) if entry is not None else ((shown, value),):
            place = owner if name == inner and entry is not None else name
            yield from ((place if place != inner else item, item) for item in items_of(inner))
