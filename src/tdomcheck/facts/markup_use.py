"""Whether what a function renders may hold text that somebody has marked as safe, and that is written as it is."""

from __future__ import annotations

from tdomcheck.facts.made_of import are_all
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.values import FileFacts
from tdomcheck.source.template import Template
from tdomcheck.source.tokens import RAW_TEXT

FORMED = "html of tdom"
"""The kind of what `html()` gives where no such text may be in it."""
AS_IT_IS = "text as it is"
"""The feature of a file whose templates write some text as it is."""


def knows_no_markup(project: Project, symbol: Symbol) -> bool:
    """Whether no file that a function is made of, as far as imports tell, can make such text."""
    return are_all(project, [symbol], _knows_none)


def _knows_none(facts: FileFacts) -> bool:
    """An import tells more than a text, in which a docstring may speak of markup."""
    is_imported = any("markup" in f"{fact.module}.{fact.name}".lower() or fact.name == "*" for fact in facts.imports)
    is_made = AS_IT_IS in facts.features or any("__html__" in owner.methods for owner in facts.classes)
    return not (is_imported or is_made)


def writes_as_it_is(view: ModuleView) -> bool:
    """Whether a template of a file says `:safe`, or has a comment, script or style that may hold a tag."""
    is_said = any(_is_safe(value.format_spec) for found in view.templates for value in found.interpolations)
    return is_said or any(_has_raw_tags(view, template) for template in view.html_templates)


def _is_safe(format_spec: str) -> bool:
    return "{" in format_spec or format_spec.strip() == "safe"


def _has_raw_tags(view: ModuleView, template: Template) -> bool:
    markup = view.markup(template)
    if any(place.within == "comment" or place.within in RAW_TEXT for place in markup.texts):
        return True
    # A comment without an interpolation stands in one piece.
    comments = (text.partition("-->")[0] for part in template.strings for text in part.text.split("<!--")[1:])
    elements = (
        view.source.slice(tag.span.end, tag.end_span.start)
        for tag in markup.tags
        if tag.name in RAW_TEXT and tag.end_span is not None
    )
    return any("<" in text for text in (*comments, *elements))
