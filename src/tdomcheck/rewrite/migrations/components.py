"""Functions that give HTML to functions that give a Template: all of one function, or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.component_returns import TOLD_ELSEWHERE, wrong_returns
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.rewrite.migrations.component_functions import ComponentFunction, component_functions, why_not
from tdomcheck.rewrite.migrations.component_uses import TemplatePlaces, results_of_function
from tdomcheck.rewrite.migrations.template_sites import readers_of
from tdomcheck.rewrite.migrations.template_values import RefusedError, TemplatePlan
from tdomcheck.values import dataclass

_MOST_ROUNDS = 20
"""Functions that give what others give are asked again where one of those stays as it is."""


Functions = Mapping[int, ComponentFunction]
"""By the `id` of their nodes."""
Refusals = dict[int, tuple[tree_sitter.Node, str]]
"""Why a function stays as it is, and where that is to be seen."""


@dataclass(frozen=True, slots=True)
class ComponentConversion:
    """What becomes of one function: edits, or the reason why there are none and where it stands."""

    path: str
    edits: tuple[Edit, ...] = ()
    imports: tuple[ImportRequest, ...] = ()
    refused_at: Span | None = None
    reason: str = ""


def components_to_templates(view: ModuleView, is_kept: Callable[[int, int], bool]) -> Iterator[ComponentConversion]:
    """Every component of a file that gives something else than a Template, or says so.

    `is_kept` tells whether a comment keeps some bytes as they are: a function is converted as a whole."""
    functions = {function.node.id: function for function in component_functions(view)}
    refusals: Refusals = {}
    for number, function in functions.items():
        reason = "a comment keeps it" if _is_kept(view, function, is_kept) else why_not(view, function)
        if reason:
            refusals[number] = (function.node.child_by_field_name("name") or function.node, reason)
    plans = _settled(view, functions, refusals)
    for number, function in functions.items():
        if number in refusals:
            yield from _refused(view, function, *refusals[number])
        elif plans[number].edits or function.annotation is not None:
            yield _converted(view, function, plans[number])


def _is_kept(view: ModuleView, function: ComponentFunction, is_kept: Callable[[int, int], bool]) -> bool:
    span = view.span(function.node)
    return is_kept(span.start, span.end)


def _settled(view: ModuleView, functions: Functions, refusals: Refusals) -> dict[int, TemplatePlan]:
    """The plans of those that can be converted together; who cannot is added to `refusals`."""
    for _ in range(_MOST_ROUNDS):
        before = len(refusals)
        plans = _round(view, functions, refusals)
        if len(refusals) == before:
            return plans
    for number, function in functions.items():
        refusals.setdefault(number, (function.node, "too many functions of this file hang together"))
    return {}


def _round(view: ModuleView, functions: Functions, refusals: Refusals) -> dict[int, TemplatePlan]:
    converting = frozenset(functions) - frozenset(refusals)
    plans = {number: TemplatePlan(view, converting) for number in functions if number in converting}
    for number, plan in plans.items():
        try:
            _make(view, functions[number], plan)
        except RefusedError as error:
            refusals[number] = (error.node, error.reason)
    places = TemplatePlaces(view, converting, list(plans.values()))
    for number, plan in plans.items():
        try:
            _check_uses(places, functions[number], plan)
        except RefusedError as error:
            refusals.setdefault(number, (error.node, error.reason))
    return plans


def _make(view: ModuleView, function: ComponentFunction, plan: TemplatePlan) -> None:
    statements = returns_of(view, function.node)
    if not statements and not function.is_stub:
        raise RefusedError(function.node.child_by_field_name("name") or function.node, "it returns nothing")
    for statement in statements:
        value = next((child for child in statement.named_children if child.type != "comment"), None)
        is_none = value is None or value.type == "none"
        if is_none and not function.may_be_none:
            raise RefusedError(statement, 'it returns None here; return t"" where there is nothing to show')
        if value is not None and not is_none:
            plan.becomes_template(value)
    if function.annotation is not None and importable(view, "string.templatelib", "Template") is None:
        raise RefusedError(function.annotation, "`Template` means something else in this file")


def _check_uses(places: TemplatePlaces, function: ComponentFunction, plan: TemplatePlan) -> None:
    """Whoever has the value must be able to take a Template."""
    for name in plan.names:
        for use in readers_of(plan.view, name):
            places.require(use, f"`{plan.view.text(use)}` is used otherwise here, as text or as a node")
    for use in results_of_function(plan.view, function):
        places.require(use, f"`{function.name}` is called here for the text that it gives")


def _refused(
    view: ModuleView, function: ComponentFunction, node: tree_sitter.Node, reason: str
) -> Iterator[ComponentConversion]:
    """Only what tdom would refuse, or what says that it gives something else, is told of."""
    wrong = {each.component.name for each in wrong_returns(view) if each.kind not in TOLD_ELSEWHERE}
    if function.is_old or (function.owner or function.path) in wrong:
        yield ComponentConversion(
            function.path, refused_at=view.span(node), reason=f"`{function.path}` stays: {reason}"
        )


def _converted(view: ModuleView, function: ComponentFunction, plan: TemplatePlan) -> ComponentConversion:
    edits, imports = set(plan.edits), tuple[ImportRequest, ...]()
    spelled = importable(view, "string.templatelib", "Template")
    if function.annotation is not None and spelled is not None:
        text, imports = spelled
        if text == "Template":  # a code block of a document has it of its own
            imports = (ImportRequest("string.templatelib", "Template"),)
        span = view.span(function.annotation)
        edits.add(Edit(span.start, span.end, f"{text} | None" if function.may_be_none else text))
    return ComponentConversion(function.path, tuple(sorted(edits)), imports)
