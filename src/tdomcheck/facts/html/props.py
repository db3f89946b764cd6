"""Component tags and what they name, and the props of the components of a file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.component_reasons import Kind
from tdomcheck.facts.html.component_returns import drops_children
from tdomcheck.facts.html.components import Component, called_paths, components_of
from tdomcheck.facts.html.return_kinds import gives_template
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.callable_values import count_filled
from tdomcheck.facts.python.classes import (
    classes_of,
    definitions_of,
    is_base,
    lineage,
    nodes_of,
    path_of,
    set_attributes,
)
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact, ParameterFact
from tdomcheck.model import Premise
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.source.markup import Tag
from tdomcheck.source.template import Template
from tdomcheck.values import dataclass

COMPONENT_FEATURES = frozenset(
    {Feature.TEMPLATE, Feature.COMPONENT_TAG, *FeatureOf.IMPORT.each("tdom", "string.templatelib")}
)
"""What a file has of which a component may be."""


@dataclass(frozen=True, slots=True)
class TagPlace:
    """A component tag that is rendered, and what its name means."""

    template: Template
    tag: Tag
    reference: str

    @property
    def name(self) -> tree_sitter.Node:
        """What stands in the braces of `<{Card} />`."""
        return self.template.interpolations[self.tag.component].node


@once
def tag_places(view: ModuleView) -> list[TagPlace]:
    """The component tags of a file that are rendered, and not where that is expected to fail."""
    return list(_tag_places(view))


def _tag_places(view: ModuleView) -> Iterator[TagPlace]:
    for template in view.html_templates:
        if view.is_expected_to_fail(template.node.start_byte) or view.is_only_parsed(template.node.start_byte):
            continue
        for tag in view.markup(template).tags:
            if tag.is_component and not is_never_rendered(view, template, tag):
                yield TagPlace(template, tag, view.resolve(template.interpolations[tag.component].node))


def is_never_rendered(view: ModuleView, template: Template, tag: Tag) -> bool:
    """Whether a tag stands inside of a component that does not take its children."""
    return tag.parent >= 0 and _without_content(view, template)[tag.parent]


def dropped_values(view: ModuleView, template: Template) -> frozenset[int]:
    """The interpolations of a template that stand inside of a component that does not take its children."""
    markup, hidden = view.markup(template), _without_content(view, template)
    tags = [tag for tag in markup.tags if tag.parent >= 0 and hidden[tag.parent]]
    dropped = {number for tag in tags for attribute in tag.attributes for number in attribute.interpolations}
    dropped.update(place.interpolation for place in markup.texts if place.parent >= 0 and hidden[place.parent])
    return frozenset(dropped)


def _without_content(view: ModuleView, template: Template) -> list[bool]:
    """Of each tag of a template, whether what stands between its tags is never rendered."""
    answers = _hidden_by_template(view)
    key = template.span.start, template.span.end
    if key not in answers:
        answers[key] = hidden = list[bool]()
        for tag in view.markup(template).tags:  # a parent comes before what is inside of it
            hidden.append(_drops(view, template, tag) or (tag.parent >= 0 and hidden[tag.parent]))
    return answers[key]


@once
def _hidden_by_template(_view: ModuleView) -> dict[tuple[int, int], list[bool]]:
    """Of the templates that somebody asked about; by their places, as a template is as long as its text to compare."""
    return {}


def _drops(view: ModuleView, template: Template, tag: Tag) -> bool:
    return tag.is_component and drops_children(view, view.resolve(template.interpolations[tag.component].node))


def tag_places_of(view: ModuleView, reference: str) -> list[TagPlace]:
    """The tags that name one component."""
    return _places_by_reference(view).get(reference, [])


@once
def _places_by_reference(view: ModuleView) -> dict[str, list[TagPlace]]:
    places: dict[str, list[TagPlace]] = {}
    for place in tag_places(view):
        places.setdefault(place.reference, []).append(place)
    return places


@dataclass(frozen=True, slots=True)
class Prop:
    """A parameter of a component, with its name in the file."""

    fact: ParameterFact
    node: tree_sitter.Node
    """The whole parameter, or the whole field."""


def is_called(view: ModuleView, path: str) -> bool:
    """Whether the file itself calls a function or class, beside what tdom does with it."""
    return path in called_paths(view)


@dataclass(frozen=True, slots=True)
class Part:
    """A component whose props are known."""

    path: str
    node: tree_sitter.Node
    """The class, or the function, that says which props it takes."""
    places: tuple[TagPlace, ...]
    """The tags of this file that use it."""
    props: tuple[Prop, ...]


@once
def parts(view: ModuleView) -> tuple[Part, ...]:
    """Those that are components whatever other files say."""
    every = (_part(view, component) for component in components_of(view) if component.is_certain)
    return tuple(part for part in every if part is not None)


def likely_parts(view: ModuleView) -> Iterator[tuple[Part, Premise | None]]:
    """The components of a file with their props, and what is one if a tag of another file names it."""
    yield from ((part, None) for part in parts(view))
    for component in components_of(view):
        is_known = component.call is not None or component.kind is Kind.VARIABLE
        is_likely = not component.is_certain and "." not in component.name and is_known
        part = _part(view, component) if is_likely else None
        if part is not None:
            yield part, component.premise


def _part(view: ModuleView, component: Component) -> Part | None:
    node = component.signature
    props = props_of(view, component) if component.is_single and not component.is_quiet else None
    if node is None or props is None or component.kind is Kind.METHOD:
        return None
    filled = component.given.given.filled if component.given is not None else frozenset[str]()
    wanted = tuple(prop for prop in props if prop.fact.name not in filled)
    return Part(component.name, node, tuple(tag_places_of(view, f":{component.name}")), wanted)


def props_of(view: ModuleView, component: Component) -> tuple[Prop, ...] | None:
    """What a tag may give a component; None where that is not known."""
    node = component.signature
    if node is None:
        return None
    props = _constructed(view, node) if node.type == "class_definition" else tuple(_parameters(view, node))
    if props is None or component.given is None:
        return props
    return props[count_filled((prop.fact for prop in props), component.given.given.skipped) :]


def _constructed(view: ModuleView, node: tree_sitter.Node) -> tuple[Prop, ...] | None:
    """What the constructor of a class takes."""
    class_ = classes_of(view).get(f":{path_of(view, node)}")
    family = lineage(view, class_) if class_ is not None else None
    if family is None:
        return None
    for owner in family:
        if "__init__" in owner.methods:
            return tuple(_parameters(view, nodes_of(view, owner).methods["__init__"]))[1:]
        if owner.is_generated:
            return _fields(view, family) if owner is class_ else None
    return None


def _parameters(view: ModuleView, function: tree_sitter.Node) -> Iterator[Prop]:
    listed = function.child_by_field_name("parameters")
    nodes = listed.named_children if listed is not None else []
    spans = [view.span(node) for node in nodes]
    for fact in definitions_of(view).parameters(function):
        index = bisect_right(spans, fact.start, key=lambda span: span.start) - 1
        if index >= 0 and fact.start < spans[index].end:
            yield Prop(fact, nodes[index])


def _fields(view: ModuleView, family: list[ClassFact]) -> tuple[Prop, ...]:
    props: dict[str, Prop] = {}
    for owner in reversed(family):
        typed = {view.span(member.typed).start: member.typed for member in nodes_of(view, owner).members}
        for fact in owner.fields if owner.is_generated else ():
            if fact.is_init:
                node = typed[fact.start]
                props[fact.name] = Prop(fact, node.parent or node)
    return tuple(props.values())


def unfilled_props(view: ModuleView, class_: ClassFact) -> list[str]:
    """What a component reads and nothing gives a value to: it declares props, and no constructor takes them."""
    call = nodes_of(view, class_).methods.get("__call__")
    if call is None or not class_.is_plain or class_.decorators or is_base(view, class_) or _FILLS & class_.names:
        return []
    if not gives_template(view, call) or len(list(definitions_of(view).parameters(call))) != 1:
        return []
    text, set_later = view.text(call), set_attributes(view)
    names = (
        {member.name for member in nodes_of(view, class_).members if member.value is None}
        - {*class_.attributes}
        - set_later
    )
    return [name for name in sorted(names) if re.search(rf"\bself\.{name}\b", text)]


_FILLS = frozenset({"__init__", "__new__", "__getattr__", "__getattribute__", "__post_init__"})
