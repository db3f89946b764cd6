"""Short words on a file that gates are made of: data, so that a cached file passes its gates unread."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.components import wrong_returns
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.rendering import html_argument_kind, html_calls
from tdomcheck.facts.values import (
    CallFact,
    FetchFact,
    FunctionFact,
    HookFact,
    ImportFact,
    InjectionFact,
    RegistrationFact,
    ScanFact,
    TemplateUseFact,
)
from tdomcheck.facts.wiring import openings_in
from tdomcheck.source.markup import MILD, AttributeKind, Markup, ProblemKind
from tdomcheck.source.template import Template


def features_of(
    view: ModuleView,
    functions: Sequence[FunctionFact],
    registrations: Sequence[RegistrationFact],
    injections: Sequence[InjectionFact],
    uses: Sequence[TemplateUseFact],
) -> frozenset[str]:
    """All words that hold for a file."""
    found: set[str] = set()
    for fact in view.imports:
        found.update(_import_features(fact))
    for function in functions:
        found.update(_return_features(function))
    found.update(f"component-return {wrong.kind}" for wrong in wrong_returns(view))
    calls = html_calls(view)
    found.update(f"html-argument {html_argument_kind(view, call)}" for call in calls)
    for template in view.html_templates:
        found.add("template")
        found.update(_markup_features(view.markup(template)))
        if calls and _renders_inside(view, template, calls):
            found.add("template.html-call")
    groups = (("registration", registrations), ("injection", injections), ("component-tag", uses))
    found.update(word for word, facts in groups if facts)
    found.update(openings_in(view))
    aliases = {fact.alias for fact in view.imports} | {"auto"}
    for number, scope in enumerate(view.scopes.scopes):
        hidden = scope.names | set(scope.bindings) if number else scope.names
        found.update(f"hides {name}" for name in aliases & hidden)
        found.update(f"rebound {path[1:]}" for name, path in scope.bindings.items() if name in scope.names)
    return frozenset(found)


def wiring_features(
    fetches: Sequence[FetchFact], scans: Sequence[ScanFact], calls: Sequence[CallFact], hooks: Sequence[HookFact]
) -> frozenset[str]:
    """Words for what project rules ask about besides."""
    groups = (("fetch", fetches), ("scan", scans), ("hook", hooks))
    return frozenset({word for word, facts in groups if facts} | {f"call {call.function}" for call in calls})


def _import_features(fact: ImportFact) -> Iterator[str]:
    if fact.module.startswith("."):
        return
    parts = fact.module.split(".")
    for length in range(1, len(parts) + 1):
        yield f"import {'.'.join(parts[:length])}"
    if fact.name:
        yield f"import {fact.module}.{fact.name}"


def _return_features(function: FunctionFact) -> Iterator[str]:
    for kind in function.returned:
        yield f"return {kind}"


def _markup_features(markup: Markup) -> Iterator[str]:
    for problem in markup.problems:
        yield f"template.{problem.kind.value}"
        if problem.kind is not ProblemKind.SWALLOWED and problem.kind not in MILD:
            yield "template.problem"
    for tag in markup.tags:
        if tag.is_component and tag.end_component >= 0:
            yield "template.component-close"
        for attribute in tag.attributes:
            if attribute.kind is AttributeKind.SPREAD:
                yield "template.spread"
            if attribute.swallows_slash:
                yield "template.swallowed"


def _renders_inside(view: ModuleView, template: Template, calls: Sequence[tree_sitter.Node]) -> bool:
    """Whether an interpolation holds a rendering call, itself or by one local name."""
    for interpolation in template.interpolations:
        node = interpolation.node
        if _holds(node, calls):
            return True
        if node.type == "identifier":
            value = view.assigned(interpolation.expression, node.start_byte)
            if value is not None and _holds(value, calls):
                return True
        elif node.type not in _LEAVES and _any_name_holds(view, node, calls):
            return True
    return False


def _any_name_holds(view: ModuleView, node: tree_sitter.Node, calls: Sequence[tree_sitter.Node]) -> bool:
    """Names in the branches of an expression, one step back."""
    pending = list(node.named_children)
    while pending:
        inner = pending.pop()
        if inner.type == "identifier":
            value = view.assigned(view.text(inner), inner.start_byte)
            if value is not None and _holds(value, calls):
                return True
        pending.extend(inner.named_children)
    return False


def _holds(node: tree_sitter.Node, calls: Sequence[tree_sitter.Node]) -> bool:
    """Whether the first call that begins in a node, if any, is one: nodes nest, so that it also ends there."""
    first = bisect_left(calls, node.start_byte, key=lambda call: call.start_byte)
    return first < len(calls) and calls[first].start_byte < node.end_byte


_LEAVES = frozenset({"identifier", "string", "attribute", "integer", "float", "true", "false", "none", "dictionary"})
