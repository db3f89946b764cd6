"""Text with tags to t-strings: what TDC122 and `fstring-to-tstring` share."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.edits.templates import join_to_list, to_template
from tdomcheck.facts.html.shown_values import text_interpolations
from tdomcheck.facts.html.text_markup import is_tagged_text
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.text_parts import is_converted, is_formatted
from tdomcheck.facts.python.value_flow import is_shallow, outcomes, uses_of
from tdomcheck.facts.records import ValueKind
from tdomcheck.model import Edit, Span
from tdomcheck.rewrite.migrations.component_uses import TemplatePlaces
from tdomcheck.rewrite.migrations.template_sites import readers_of, values_here, wrapped_value
from tdomcheck.rewrite.migrations.template_values import RefusedError, TemplatePlan
from tdomcheck.values import dataclass


def interpolated_text(view: ModuleView, shown: tree_sitter.Node, literal: tree_sitter.Node) -> tuple[Edit, ...]:
    """A text to a t-string, where a template shows it as `shown`; with it the join around it to a list."""
    node: tree_sitter.Node | None = shown
    if shown.type == "identifier":
        node = view.assigned(view.text(shown), shown.start_byte) if _is_only_shown(view, shown) else None
    is_safe = is_formatted(literal) and not is_converted(literal)
    edits = to_template(view, literal) if node is not None and is_safe else ()
    if node is None or not edits:
        return ()
    if not any(outcome == literal for outcome in outcomes(node)):
        unjoined = join_to_list(view, node, literal)
        return tuple(sorted((*edits, *unjoined))) if unjoined else ()
    others = _branches_beside(view, node, literal)
    return tuple(sorted((*edits, *others))) if others is not None else ()


def _branches_beside(view: ModuleView, node: tree_sitter.Node, literal: tree_sitter.Node) -> tuple[Edit, ...] | None:
    """The other texts with tags that an expression may be, as t-strings; None where one cannot become one."""
    others = [each for each in outcomes(node) if each != literal and is_tagged_text(view, each)]
    converted = [() if is_converted(each) else to_template(view, each) for each in others]
    return tuple(edit for each in converted for edit in each) if all(converted) else None


def _is_only_shown(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether a local name is read by templates alone, as text."""
    shown = _starts_of_texts(view)
    return all(use.start_byte in shown for use in uses_of(view, view.text(name), name.start_byte))


@once
def _starts_of_texts(view: ModuleView) -> frozenset[int]:
    every = view.html_templates
    return frozenset(value.node.start_byte for template in every for value in text_interpolations(view, template))


@dataclass(frozen=True, slots=True)
class TextConversion:
    """What becomes of a text that is declared safe where a template shows it."""

    edits: tuple[Edit, ...] = ()
    refused_at: Span | None = None
    reason: str = ""


def declared_texts(view: ModuleView, shown: tree_sitter.Node) -> Iterator[TextConversion]:
    """`Markup(f"<b>{x}</b>")` to `t"<b>{x}</b>"`, where a template shows it on the spot or by a local name."""
    for outcome in outcomes(shown) if is_shallow(shown) else ():
        values = values_here(view, outcome) or (outcome,)
        if any(_is_declared(view, end) for value in values if is_shallow(value) for end in outcomes(value)):
            plan = TemplatePlan(view, frozenset())
            try:
                plan.becomes_template(outcome)
                places = TemplatePlaces(view, frozenset(), [plan])
                for use in (use for name in plan.names for use in readers_of(view, name)):
                    places.require(use, f"`{view.text(use)}` is used otherwise here, as text")
            except RefusedError as error:
                yield TextConversion(refused_at=view.span(error.node), reason=error.reason)
            else:
                yield TextConversion(tuple(sorted(plan.edits)))


def _is_declared(view: ModuleView, value: tree_sitter.Node) -> bool:
    """`Markup` of an f-string, or of one in pieces."""
    inner = wrapped_value(view, value) if value_kind(view, value) is ValueKind.MARKUP else None
    return inner is not None and value_kind(view, inner) is ValueKind.FSTRING
