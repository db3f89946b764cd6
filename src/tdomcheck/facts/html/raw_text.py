"""Where a template writes text as it is: `:safe`, comments, scripts and styles."""

from __future__ import annotations

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.template import Template
from tdomcheck.source.tokens import RAW_TEXT


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
