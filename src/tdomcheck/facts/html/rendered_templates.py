"""Which templates the text of an expression was rendered from, where all that they show is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.render_calls import html_argument
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.local_calls import Helper, helper_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.records import ValueKind
from tdomcheck.facts.vocabulary.html import RAW
from tdomcheck.source.template import Template
from tdomcheck.source.tree import unwrapped

_PLAIN = frozenset({"str", "int", "float", "bool", "None"})
"""Types of values that are escaped; any other may know its HTML itself."""


@once
def _templates_by_place(view: ModuleView) -> Mapping[int, Template]:
    return {template.node.start_byte: template for template in view.html_templates}


def components_in(view: ModuleView, templates: Sequence[Template]) -> dict[str, tree_sitter.Node]:
    """The components of templates, as they are written, each with a place that names it."""
    components: dict[str, tree_sitter.Node] = {}
    for template in templates:
        tags = view.markup(template).tags
        nodes = [template.interpolations[tag.component].node for tag in tags if tag.is_component]
        components |= {view.text(node): node for node in nodes}
    return components


def rendered_templates(view: ModuleView, node: tree_sitter.Node) -> list[Template]:
    """The templates that a text was rendered from; none where it may come from what is not known."""
    values = [value for _, value in origins(view, node)]
    if len(values) != 1:
        return []
    helper = helper_of(view, values[0])
    passed = _passed_on(view, values[0], helper) if helper is not None else None
    if passed is not None:
        template = _templates_by_place(view).get(passed.start_byte)
        return [template] if template is not None and _is_plain(view, template) else []
    results = helper.returned if helper is not None else values
    ends = [value for end in results for _, value in origins(view, end)]
    templates = [template for end in ends if (template := _of_call(view, end)) is not None]
    return templates if len(templates) == len(ends) else []


def _passed_on(view: ModuleView, call: tree_sitter.Node, helper: Helper) -> tree_sitter.Node | None:
    """What `render(t"...")` is given, where `render` is `html` and nothing else."""
    end = helper.returned[0] if len(helper.returned) == 1 else None
    argument = html_argument(view, end) if end is not None and end.type == "call" else None
    is_html = end is not None and value_kind(view, end) is ValueKind.HTML
    function = helper.name.parent
    if argument is None or not is_html or argument.type != "identifier" or function is None:
        return None
    names = [fact.name for fact in definitions_of(view).parameters(function)]
    name = view.text(argument)
    if name not in names or view.is_assigned(name, argument.start_byte):
        return None
    arguments = arguments_of(view, call)
    value = arguments.get(names.index(name), name) if not arguments.has_star else None
    return unwrapped(value) if value is not None else None


def _of_call(view: ModuleView, call: tree_sitter.Node) -> Template | None:
    """The template of `html(...)`, where all that it shows is spelt out."""
    argument = html_argument(view, call) if value_kind(view, call) is ValueKind.HTML else None
    values = [value for _, value in origins(view, argument)] if argument is not None else []
    template = _templates_by_place(view).get(values[0].start_byte) if len(values) == 1 else None
    return template if template is not None and _is_plain(view, template) else None


def _is_plain(view: ModuleView, template: Template) -> bool:
    """Whether all that a template shows is spelt out: an unknown value may hold Markup, also as a prop."""
    if RAW.search(view.source.utf8, template.node.start_byte, template.node.end_byte):
        return False
    markup = view.markup(template)
    shown = [template.interpolations[place.interpolation].node for place in markup.texts]
    for tag in markup.tags:
        indexes_by_attribute = [attribute.interpolations for attribute in tag.attributes] if tag.is_component else []
        shown += [template.interpolations[index].node for indexes in indexes_by_attribute for index in indexes]
    return all(literal_type(view, value) in _PLAIN for node in shown for _, value in origins(view, node))
