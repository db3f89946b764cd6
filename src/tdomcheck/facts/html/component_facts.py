"""What a file says of its components to other files."""

from __future__ import annotations

from dataclasses import replace

from tdomcheck.facts.html.components import Component, components_of
from tdomcheck.facts.html.props import props_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.given_callables import GivenName
from tdomcheck.facts.records import MADE, ComponentFact, FunctionFact, ParameterFact, Why


def component_facts(view: ModuleView) -> tuple[ComponentFact, ...]:
    """Those of which the file says that they are, and the variables that a tag of another file may name."""
    facts: dict[str, ComponentFact] = {}
    for component in components_of(view):
        called = _called(view, component, component.given) if component.given is not None else None
        if component.why is not Why.NAME or called is not None:
            facts[component.name] = ComponentFact(component.name, component.why, component.is_certain, called)
    return tuple(facts.values())


def _called(view: ModuleView, component: Component, named: GivenName) -> FunctionFact | None:
    """A variable as a function: what it takes, and what it gives."""
    props = props_of(view, component)
    if props is None:
        return None
    span, around = view.span(named.name), view.span(named.value)
    returns = component.call.child_by_field_name("return_type") if component.call is not None else None
    meaning = meaning_of(view, annotation_of(view, returns))
    return FunctionFact(
        component.name,
        tuple(_filled(prop.fact, named.given.filled) for prop in props),
        meaning.text,
        (MADE,),
        component.later in {"coroutine", "async_generator"},
        span.start,
        span.end,
        returned_ref=meaning.type_ref,
        returned_item_ref=meaning.item_ref,
        is_generator=component.later.endswith("generator"),
        body_start=span.start,
        body_end=around.end,
    )


def _filled(parameter: ParameterFact, names: frozenset[str]) -> ParameterFact:
    is_filled = parameter.name in names
    return replace(parameter, has_default=True, is_keyword_only=True) if is_filled else parameter
