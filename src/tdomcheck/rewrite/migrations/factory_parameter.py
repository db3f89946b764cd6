"""The parameter of a factory that svcs hands its container: TDC402 and `svcs-modernise`."""

from __future__ import annotations

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.occurrences import LEXICAL, occurrences_of
from tdomcheck.facts.python.statement_parts import parameter_node
from tdomcheck.facts.python.value_flow import uses_of
from tdomcheck.facts.records import ParameterFact
from tdomcheck.model import Edit, Fix
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.factory_calls import is_given_by_name

_HOLDER = regex(r"(?i)c|con|.*container|.*registry|services?")
_NEW = "svcs_container"


def container_parameter(view: ModuleView, factory: tree_sitter.Node, parameter: ParameterFact) -> Fix | None:
    """What makes svcs fill the one parameter of a factory: an annotation, or in a lambda its name."""
    if not is_for_container(parameter):
        return None
    node = parameter_node(view, factory, parameter)
    if factory.type == "lambda":
        return _renamed_in_lambda(view, factory, parameter, node)
    spelled = importable(view, "svcs", "Container")
    if spelled is None:
        return None
    place = view.span(node).end
    return Fix("Annotate it with svcs.Container", (Edit(place, place, f": {spelled[0]}"),), imports=spelled[1])


def is_for_container(parameter: ParameterFact) -> bool:
    """Whether a parameter is called as those are that take a container, and nothing more is known of it."""
    return parameter.is_positional and not parameter.annotation and _HOLDER.fullmatch(parameter.name) is not None


def _renamed_in_lambda(
    view: ModuleView, factory: tree_sitter.Node, parameter: ParameterFact, node: tree_sitter.Node
) -> Fix | None:
    """A lambda has no annotations: its parameter is renamed, with all that reads it."""
    text = view.text(factory)
    if _NEW in text or "lambda" in text[6:] or " for " in text or ":=" in text:
        return None
    uses = [node, *uses_of(view, parameter.name, node.start_byte)]
    places = {view.span(use) for use in uses}
    return Fix(f"Call it {_NEW}", tuple(Edit(place.start, place.end, _NEW) for place in sorted(places)))


def renamed_for_container(view: ModuleView, factory: tree_sitter.Node, parameter: ParameterFact) -> Fix | None:
    """The parameter of a function by the name that svcs fills; None where that is taken, or a call says the old one."""
    if not is_for_container(parameter):
        return None
    node = parameter_node(view, factory, parameter)
    every = occurrences_of(view, parameter.name)
    home = next((each.home for each in every if each.start == node.start_byte), None)
    name = factory.child_by_field_name("name")
    if name is not None and is_given_by_name(view, {view.text(name)}, parameter.name):
        return None
    if home is None or _NEW in view.text(factory):
        return None
    bound = [each.node for each in every if each.role in LEXICAL and each.home == home]
    places = sorted(view.span(use) for use in bound)
    return Fix(f"Call it {_NEW}", tuple(Edit(place.start, place.end, _NEW) for place in places))
