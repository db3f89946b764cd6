"""Types that say that a value is a class itself, and no object of it: `type[Card]`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import Annotation, annotation_in, annotation_of
from tdomcheck.facts.python.regions import Step
from tdomcheck.refactor.kin import function_facts, is_class, reference_home
from tdomcheck.refactor.origins import Definition, named_home
from tdomcheck.refactor.sources import SourceReading, Sources

_TYPES = frozenset({"type", "Type", "typing.Type", "t.Type"})
"""What stands before a class in brackets where that itself is meant, and no object of it."""
_QUALIFIERS = frozenset({"typing.ClassVar", "typing.Final"})
_PROPERTY = "property"


def stated(view: ModuleView, typed: tree_sitter.Node) -> tuple[Annotation, bool]:
    """What a type is of, without what qualifies it and without None, and whether that itself is the value."""
    return _stated(annotation_of(view, typed))


def _stated(annotation: Annotation) -> tuple[Annotation, bool]:
    while annotation.reference in _QUALIFIERS and annotation.arguments:
        annotation = annotation.arguments[0]
    members = [member for member in annotation.members if not member.is_none]
    one = members[0] if len(members) == 1 else annotation
    is_class_itself = one.name in _TYPES and bool(one.arguments)
    return (one.arguments[0], True) if is_class_itself else (one, False)


def classes_stated(
    sources: Sources, reading: SourceReading, typed: tree_sitter.Node | None
) -> frozenset[Definition | None]:
    """The classes that a value is one of by its type; nothing where the type does not say that it is a class."""
    return frozenset(_classes_of(sources, reading, annotation_of(reading.view, typed)))


def classes_held(
    sources: Sources, reading: SourceReading, typed: tree_sitter.Node | None
) -> frozenset[Definition | None]:
    """Those that what it holds is one of: `list[type[Card]]`, `dict[str, type[Card]]`."""
    annotation, is_itself = _stated(annotation_of(reading.view, typed))
    arguments = [argument for argument in annotation.arguments if argument.text != "..."]
    is_one = annotation.is_generic and not is_itself and bool(arguments)
    return frozenset(_classes_of(sources, reading, arguments[-1])) if is_one else frozenset()


def _classes_of(sources: Sources, reading: SourceReading, annotation: Annotation) -> Iterator[Definition | None]:
    one, is_itself = _stated(annotation)
    for member in one.members or (one,):
        inner, is_member_itself = _stated(member)
        if (is_itself or is_member_itself) and not inner.is_none:
            home = reference_home(sources, reading, inner.reference)
            yield home if is_class(sources, home) else None


def returned_class(sources: Sources, function: Definition | None) -> Definition | None:
    """The class that a function gives back by its annotation."""
    homes = set(_returned(sources, function)) if function is not None else set()
    return homes.pop() if len(homes) == 1 else None


def _returned(sources: Sources, function: Definition) -> Iterator[Definition | None]:
    for fact in function_facts(sources, function):
        one, is_itself = _stated(annotation_in(fact.returns))
        home = named_home(sources, function.path, one.name) if is_itself and one.name else None
        yield home if is_class(sources, home) else None


def is_property(sources: Sources, method: Definition | None) -> bool:
    """Whether a method is called by whoever reads it."""
    facts = function_facts(sources, method)
    return any(decorator.endswith(_PROPERTY) for fact in facts for decorator in fact.decorators)


def type_around(parameter: Step) -> tree_sitter.Node | None:
    """The type of a parameter."""
    for each in parameter.outwards:
        if each.node.type in _PARAMETERS:
            return each.node.child_by_field_name("type")
        if each.node.type in _LISTS:
            return None
    return None


_PARAMETERS = frozenset({"typed_parameter", "typed_default_parameter"})
_LISTS = frozenset({"parameters", "lambda_parameters"})
