"""The features of a file, which gates ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.html.component_returns import wrong_returns
from tdomcheck.facts.html.raw_text import writes_as_it_is
from tdomcheck.facts.html.render_calls import html_argument_kind, html_beside_tdom, html_calls
from tdomcheck.facts.html.template_concatenation import joined_pages
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_PARTS_OF_IMPORT
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
from tdomcheck.facts.services.container_calls import opens_indirectly, runs_indirectly
from tdomcheck.facts.services.indirect_fetches import fetches_indirectly
from tdomcheck.facts.services.registrations import indirect_features
from tdomcheck.facts.services.setup_functions import set_up_features
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import RAW
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.regex import regex
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.markup import MILD, Markup, ProblemKind

_CATEGORIES = regex(rb"\bcategories\s*=[^=]*?(?:middleware|hookable|MIDDLEWARE|HOOKABLE|\b[A-Z_]{3,}\b)")


def features_of(
    view: ModuleView,
    functions: Sequence[FunctionFact],
    registrations: Sequence[RegistrationFact],
    injections: Sequence[InjectionFact],
    uses: Sequence[TemplateUseFact],
) -> frozenset[str]:
    """All that holds for a file."""
    facts = ((Feature.REGISTRATION, registrations), (Feature.INJECTION, injections), (Feature.COMPONENT_TAG, uses))
    return frozenset(
        {
            *(feature for feature, group in facts if group),
            *(feature for fact in view.imports for feature in _import_features(fact)),
            *(feature for function in functions for feature in _return_features(function)),
            *_template_features(view),
            *_service_features(view, registrations),
            *_name_features(view),
        }
    )


def registers(fact: RegistrationFact) -> bool:
    """Whether something registers whatever the other files of the project hold."""
    return not fact.decorator or fact.decorator in api.INJECTABLE


def wiring_features(
    fetches: Sequence[FetchFact], scans: Sequence[ScanFact], calls: Sequence[CallFact], hooks: Sequence[HookFact]
) -> frozenset[str]:
    """What project rules ask about besides."""
    groups = ((Feature.FETCH, fetches), (Feature.SCAN, scans), (Feature.HOOK, hooks))
    return frozenset(
        {feature for feature, facts in groups if facts} | {FeatureOf.CALL(call.function) for call in calls}
    )


def _template_features(view: ModuleView) -> Iterator[str]:
    """What the file makes of HTML: in t-strings, by `html()`, and in what its components return."""
    for template in view.html_templates:
        yield Feature.TEMPLATE
        yield from _markup_features(view.markup(template))
    for page in joined_pages(view):
        yield from _markup_features(view.markup(page))
    yield from (FeatureOf.COMPONENT_RETURN(wrong.kind) for wrong in wrong_returns(view))
    yield from (FeatureOf.HTML_FROM(reference) for reference in html_beside_tdom(view))
    yield from (FeatureOf.HTML_ARGUMENT(html_argument_kind(view, call)) for call in html_calls(view))
    if writes_as_it_is(view):
        yield Feature.AS_IT_IS
    if RAW.search(view.source.utf8):
        yield Feature.RAW_TEXT


def _service_features(view: ModuleView, registrations: Sequence[RegistrationFact]) -> Iterator[str]:
    """What the file does to containers, also by ways that are not followed."""
    if any(registers(fact) for fact in registrations):
        yield Feature.REGISTERING
    if opens_indirectly(view):
        yield Feature.OPENING_INDIRECTLY
    if runs_indirectly(view):
        yield Feature.RUNNING_INDIRECTLY
    if fetches_indirectly(view):
        yield Feature.FETCHING_INDIRECTLY
    if _CATEGORIES.search(view.source.utf8):
        yield Feature.CATEGORIZING
    yield from indirect_features(view)
    yield from set_up_features(view)


def _name_features(view: ModuleView) -> Iterator[str]:
    """Which imported names mean another thing somewhere in the file."""
    aliases = {fact.alias for fact in view.imports} | {"auto"}
    for number, scope in enumerate(view.scopes.scopes):
        hidden = scope.names | set(scope.bindings) if number else scope.names
        yield from (FeatureOf.HIDING(name) for name in aliases & hidden)
        yield from (FeatureOf.REBOUND(path[1:]) for name, path in scope.bindings.items() if name in scope.names)


def _import_features(fact: ImportFact) -> Iterator[str]:
    if fact.module.startswith("."):
        return
    parts = fact.module.split(".", MOST_PARTS_OF_IMPORT)[:MOST_PARTS_OF_IMPORT]
    for length in range(1, len(parts) + 1):
        yield FeatureOf.IMPORT(".".join(parts[:length]))
    if fact.name:
        yield FeatureOf.IMPORT(f"{fact.module}.{fact.name}")


def _return_features(function: FunctionFact) -> Iterator[str]:
    for kind in function.returned:
        yield FeatureOf.RETURN(kind)


def _markup_features(markup: Markup) -> Iterator[str]:
    for problem in markup.problems:
        yield FeatureOf.TEMPLATE_PROBLEM(problem.kind.value)
        if problem.kind is not ProblemKind.SWALLOWED and problem.kind not in MILD:
            yield Feature.BROKEN_TEMPLATE
    for tag in markup.tags:
        if tag.is_component and tag.end_component >= 0:
            yield Feature.CLOSING_COMPONENT
        for attribute in tag.attributes:
            if attribute.kind is AttributeKind.SPREAD:
                yield Feature.SPREAD
            if attribute.swallows_slash:
                yield Feature.SWALLOWED_SLASH
