"""Component tags in templates."""

from __future__ import annotations

from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.values import TemplateUseFact
from tdomcheck.source.markup import AttributeKind, Tag
from tdomcheck.source.template import Template


def uses_in(view: ModuleView) -> tuple[TemplateUseFact, ...]:
    """Every tag of every template that names a component."""
    found = []
    for template in view.html_templates:
        markup = view.markup(template)
        is_broken = bool(markup.problems)
        tags = [tag for tag in markup.tags if tag.is_component]
        found += [_use(view, template, tag, is_broken=is_broken) for tag in tags]
    return tuple(found)


def _use(view: ModuleView, template: Template, tag: Tag, *, is_broken: bool) -> TemplateUseFact:
    interpolation = template.interpolations[tag.component]
    node = interpolation.node
    return TemplateUseFact(
        view.resolve(node),
        interpolation.expression,
        tuple(found.name for found in tag.attributes if found.kind is not AttributeKind.SPREAD),
        has_spread=any(found.kind in {AttributeKind.SPREAD, AttributeKind.REFUSED} for found in tag.attributes),
        has_content=tag.has_content,
        is_quiet=view.is_expected_to_fail(node.start_byte) or is_broken,
        start=tag.span.start,
        end=interpolation.span.end,
    )
