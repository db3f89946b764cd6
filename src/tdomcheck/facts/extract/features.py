"""Short words on a file that gates are made of: data, so that a cached file passes its gates unread."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tdomcheck.facts.html.component_returns import wrong_returns
from tdomcheck.facts.html.raw_text import writes_as_it_is
from tdomcheck.facts.html.render_calls import html_argument_kind, html_beside_tdom, html_calls
from tdomcheck.facts.html.template_concatenation import joined_pages
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.records import (
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
from tdomcheck.facts.services.container_calls import INDIRECT, RUNNING, opens_indirectly, runs_indirectly
from tdomcheck.facts.services.registrations import openings_in
from tdomcheck.facts.services.setup_functions import set_up_words
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import RAW
from tdomcheck.facts.vocabulary.words import AS_IT_IS, CATEGORIZING, HTML_FROM, RAW_TEXT, REGISTERS
from tdomcheck.source.markup import MILD, AttributeKind, Markup, ProblemKind

_MOST_PARTS = 10
"""Of a dotted name that is imported: no gate asks for a longer one."""
_CATEGORIES = re.compile(rb"\bcategories\s*=[^=]*?(?:middleware|hookable|MIDDLEWARE|HOOKABLE|\b[A-Z_]{3,}\b)")


def features_of(
    view: ModuleView,
    functions: Sequence[FunctionFact],
    registrations: Sequence[RegistrationFact],
    injections: Sequence[InjectionFact],
    uses: Sequence[TemplateUseFact],
) -> frozenset[str]:
    """All words that hold for a file."""
    facts = (("registration", registrations), ("injection", injections), ("component-tag", uses))
    return frozenset(
        {
            *(word for word, group in facts if group),
            *(word for fact in view.imports for word in _import_features(fact)),
            *(word for function in functions for word in _return_features(function)),
            *_template_features(view),
            *_service_features(view, registrations),
            *_name_features(view),
        }
    )


def registers(fact: RegistrationFact) -> bool:
    """Whether something registers whatever the other files of the project hold."""
    return not fact.method.startswith("@") or fact.method[1:] in api.INJECTABLE


def wiring_features(
    fetches: Sequence[FetchFact], scans: Sequence[ScanFact], calls: Sequence[CallFact], hooks: Sequence[HookFact]
) -> frozenset[str]:
    """Words for what project rules ask about besides."""
    groups = (("fetch", fetches), ("scan", scans), ("hook", hooks))
    return frozenset({word for word, facts in groups if facts} | {f"call {call.function}" for call in calls})


def _template_features(view: ModuleView) -> Iterator[str]:
    """What the file makes of HTML: in t-strings, by `html()`, and in what its components return."""
    for template in view.html_templates:
        yield "template"
        yield from _markup_features(view.markup(template))
    for page in joined_pages(view):
        yield from _markup_features(view.markup(page))
    yield from (f"component-return {wrong.kind}" for wrong in wrong_returns(view))
    yield from (f"{HTML_FROM}{reference}" for reference in html_beside_tdom(view))
    yield from (f"html-argument {html_argument_kind(view, call)}" for call in html_calls(view))
    if writes_as_it_is(view):
        yield AS_IT_IS
    if RAW.search(view.source.utf8):
        yield RAW_TEXT


def _service_features(view: ModuleView, registrations: Sequence[RegistrationFact]) -> Iterator[str]:
    """What the file does to containers, also by ways that are not followed."""
    if any(registers(fact) for fact in registrations):
        yield REGISTERS
    if opens_indirectly(view):
        yield INDIRECT
    if runs_indirectly(view):
        yield RUNNING
    if _CATEGORIES.search(view.source.utf8):
        yield CATEGORIZING
    yield from openings_in(view)
    yield from set_up_words(view)


def _name_features(view: ModuleView) -> Iterator[str]:
    """Which imported names mean another thing somewhere in the file."""
    aliases = {fact.alias for fact in view.imports} | {"auto"}
    for number, scope in enumerate(view.scopes.scopes):
        hidden = scope.names | set(scope.bindings) if number else scope.names
        yield from (f"hides {name}" for name in aliases & hidden)
        yield from (f"rebound {path[1:]}" for name, path in scope.bindings.items() if name in scope.names)


def _import_features(fact: ImportFact) -> Iterator[str]:
    if fact.module.startswith("."):
        return
    parts = fact.module.split(".", _MOST_PARTS)[:_MOST_PARTS]
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
