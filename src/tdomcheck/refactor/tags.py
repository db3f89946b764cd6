"""The attributes of component tags."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.regions import Step, steps_to
from tdomcheck.model import Span
from tdomcheck.refactor.callees import Callees, Homes
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.markup import Tag
from tdomcheck.source.template import Template
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class TagAttribute:
    """An attribute, and the components whose tag it may stand at."""

    components: Homes
    name: str
    """As it is written."""
    span: Span
    """Of the name."""


@dataclass(frozen=True, slots=True)
class TagSpread:
    """`{props}` at the tag of a component."""

    components: Homes
    node: tree_sitter.Node
    """The expression that is spread."""
    step: Step
    """The way to the tag."""


def attributes_at_tags(callees: Callees, reading: SourceReading, name: str) -> Iterator[TagAttribute]:
    """Those that give the prop of a name, spelled as Python has it or with hyphens."""
    view = reading.view
    tags = [
        (template, tag)
        for template, tag in _component_tags(reading)
        if any(_is_prop(each.name, name) for each in tag.attributes)
    ]
    for _, tag, components, _ in _components(callees, reading, tags):
        for attribute in tag.attributes:
            spelling = view.source.slice(attribute.name_span.start, attribute.name_span.end)
            if _is_prop(spelling, name):
                yield TagAttribute(components, spelling, attribute.name_span)


def components_at_tags(callees: Callees, reading: SourceReading) -> Iterator[Homes]:
    """What the tags of components may mean, those without attributes too."""
    tags = [(template, tag) for template in reading.view.html_templates for tag in reading.view.markup(template).tags]
    for _, _, components, _ in _components(callees, reading, [each for each in tags if each[1].is_component]):
        yield components


def spreads_at_tags(callees: Callees, reading: SourceReading) -> Iterator[TagSpread]:
    """The mappings that give components their props."""
    tags = [
        (template, tag)
        for template, tag in _component_tags(reading)
        if any(each.kind is AttributeKind.SPREAD for each in tag.attributes)
    ]
    for template, tag, components, step in _components(callees, reading, tags):
        for attribute in tag.attributes:
            if attribute.kind is AttributeKind.SPREAD:
                yield TagSpread(components, template.interpolations[attribute.interpolations[0]].node, step)


def _component_tags(reading: SourceReading) -> list[tuple[Template, Tag]]:
    view = reading.view
    return [
        (template, tag)
        for template in view.html_templates
        for tag in view.markup(template).tags
        if tag.is_component and tag.attributes
    ]


def _components(
    callees: Callees, reading: SourceReading, tags: list[tuple[Template, Tag]]
) -> Iterator[tuple[Template, Tag, Homes, Step]]:
    nodes = [template.interpolations[tag.component].node for template, tag in tags]
    order = sorted(range(len(tags)), key=lambda index: nodes[index].start_byte)
    steps = steps_to(reading.view.tree.root, [nodes[index].start_byte for index in order])
    for index, step in zip(order, steps, strict=True):
        yield *tags[index], callees.of(nodes[index], step), step


def _is_prop(spelling: str, name: str) -> bool:
    """Whether an attribute gives a prop: tdom lower-cases it, and reads `-` as `_`."""
    return name in {spelling.replace("-", "_"), spelling.replace("-", "_").lower()}
