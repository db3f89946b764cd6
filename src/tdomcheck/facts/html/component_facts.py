"""What a file says of its components to other files."""

from __future__ import annotations

from tdomcheck.facts.html.components import Component, components_of
from tdomcheck.facts.html.props import props_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.callable_values import CallableValue, NamedCallable
from tdomcheck.facts.python.classes import path_of
from tdomcheck.facts.python.terminal import Later
from tdomcheck.facts.records import MADE, ComponentFact, FunctionFact, MadeFact, ParameterFact, Why
from tdomcheck.values import replace


def component_facts(view: ModuleView) -> tuple[ComponentFact, ...]:
    """Those of which the file says that they are, and the variables that a tag of another file may name."""
    facts: dict[str, ComponentFact] = {}
    for component in components_of(view):
        name, why, is_certain = component.name, component.why, component.is_certain
        called = _called(view, component, component.given) if component.given is not None else None
        if component.given is not None and called is not None:
            facts[name] = ComponentFact(name, why, is_certain, called, _made(view, component.given.given))
        elif why is not Why.NAME:
            facts[name] = ComponentFact(name, why, is_certain)
    return tuple(facts.values())


def _made(view: ModuleView, given: CallableValue) -> MadeFact:
    is_class = given.signature is not None and given.signature.type == "class_definition"
    node = given.signature if is_class else given.call or given.signature
    is_named = node is not None and node.type != "lambda"
    of = f":{path_of(view, node)}" if node is not None and is_named else given.reference
    return MadeFact(of, tuple(sorted(given.filled)), given.skipped)


def _called(view: ModuleView, component: Component, named: NamedCallable) -> FunctionFact | None:
    """A variable as a function: what it takes, and what it gives."""
    props = () if named.given.signature is None else props_of(view, component)
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
        component.later in {Later.COROUTINE, Later.ASYNC_GENERATOR},
        span.start,
        span.end,
        returned_ref=meaning.type_ref,
        returned_item_ref=meaning.item_ref,
        is_generator=component.later in {Later.GENERATOR, Later.ASYNC_GENERATOR},
        body_start=span.start,
        body_end=around.end,
    )


def _filled(parameter: ParameterFact, names: frozenset[str]) -> ParameterFact:
    is_filled = parameter.name in names
    return replace(parameter, has_default=True, is_keyword_only=True) if is_filled else parameter
