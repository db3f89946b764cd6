"""The attributes of component tags."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.python.regions import steps_to
from tdomcheck.model import Span
from tdomcheck.refactor.origins import Definition, meaning_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.source.markup import Tag
from tdomcheck.source.template import Template
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class TagAttribute:
    """An attribute, and the component whose tag it stands at."""

    component: Definition | None
    name: str
    """As it is written."""
    span: Span
    """Of the name."""


def attributes_at_tags(sources: Sources, reading: SourceReading, name: str) -> Iterator[TagAttribute]:
    """Those that give the prop of a name, spelled as Python has it or with hyphens."""
    view = reading.view
    tags = [
        (template, tag)
        for template in view.html_templates
        for tag in view.markup(template).tags
        if tag.is_component and any(_is_prop(each.name, name) for each in tag.attributes)
    ]
    for tag, component in _components(sources, reading, tags):
        for attribute in tag.attributes:
            spelling = view.source.slice(attribute.name_span.start, attribute.name_span.end)
            if _is_prop(spelling, name):
                yield TagAttribute(component, spelling, attribute.name_span)


def _components(
    sources: Sources, reading: SourceReading, tags: list[tuple[Template, Tag]]
) -> Iterator[tuple[Tag, Definition | None]]:
    nodes = [template.interpolations[tag.component].node for template, tag in tags]
    order = sorted(range(len(tags)), key=lambda index: nodes[index].start_byte)
    steps = steps_to(reading.view.tree.root, [nodes[index].start_byte for index in order])
    for index, step in zip(order, steps, strict=True):
        dotted = "".join(reading.view.text(nodes[index]).split())
        yield tags[index][1], meaning_at(sources, reading, dotted, step)


def _is_prop(spelling: str, name: str) -> bool:
    return spelling.replace("-", "_") == name
