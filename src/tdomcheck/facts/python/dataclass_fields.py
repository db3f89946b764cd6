"""What the constructor of a dataclass takes, in order, and which of it has a default."""

from __future__ import annotations

import enum
import typing as t
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_of
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import decorator_reference, definitions_of, lineage, nodes_of
from tdomcheck.facts.python.definitions import Member
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.records import DATACLASS, ClassFact

_CONSTANTS = frozenset(
    {"integer", "float", "string", "concatenated_string", "true", "false", "none", "tuple", "list", "dictionary"}
)
_FIELDS = frozenset({"dataclasses.field"})
_SETTINGS = frozenset({"kw_only", "init"})
"""Arguments of `dataclass` and of `field` by which a field is not taken by position."""


class Demand(enum.Enum):
    """What the constructor asks for a field."""

    REQUIRED = enum.auto()
    DEFAULT = enum.auto()
    KEYWORDS_FOLLOW = enum.auto()
    """It is `_: KW_ONLY`: what follows has no order."""
    OTHER = enum.auto()
    """It is not taken by position, or nobody knows."""


class Field(t.NamedTuple):
    """A field as the constructor of a class takes it."""

    owner: ClassFact
    """The class that declares it."""
    member: Member
    demand: Demand


def dataclass_decorator(view: PythonModule, class_: ClassFact) -> tree_sitter.Node | None:
    """The one `@dataclass` of a class."""
    nodes = definitions_of(view).decorator_nodes(nodes_of(view, class_).node)
    decorators = [node for node in nodes if decorator_reference(view, node) in DATACLASS]
    return decorators[0] if len(decorators) == 1 else None


def takes_fields_in_order(view: PythonModule, class_: ClassFact) -> bool:
    """Whether a class is a plain dataclass: `kw_only` and `init` say something else."""
    decorator = dataclass_decorator(view, class_)
    if decorator is None or view.is_expected_to_fail(nodes_of(view, class_).node.start_byte):
        return False
    if decorator.type != "call":
        return True
    arguments = arguments_of(view, decorator)
    return not (_SETTINGS & set(arguments.keywords) or arguments.has_star or arguments.positional)


def constructor_fields(view: PythonModule, class_: ClassFact) -> Iterator[Field]:
    """The fields in the order of the constructor; only those of the class itself where a base is unclear."""
    for owner, member in _members(view, class_):
        reference = _reference(view, member)
        if reference.endswith(".KW_ONLY"):
            yield Field(owner, member, Demand.KEYWORDS_FOLLOW)
        else:
            is_variable = reference.endswith(".ClassVar")
            yield Field(owner, member, Demand.OTHER if is_variable else _demand(view, member))


def _members(view: PythonModule, class_: ClassFact) -> list[tuple[ClassFact, Member]]:
    own = [(class_, member) for member in nodes_of(view, class_).members]
    family = lineage(view, class_) or [class_]
    if any(len(owner.bases) > 1 for owner in family):
        return own
    members: dict[str, tuple[ClassFact, Member]] = {}
    for owner in reversed(family[1:]):
        if not owner.decorators:
            continue  # its annotations are no fields
        declared = nodes_of(view, owner).members
        has_keywords = any(_reference(view, member).endswith(".KW_ONLY") for member in declared)
        if has_keywords or not takes_fields_in_order(view, owner):
            return own
        members.update((member.name, (owner, member)) for member in declared)
    members.update((member.name, (owner, member)) for owner, member in own)
    return list(members.values())


def has_inherited_default(view: PythonModule, class_: ClassFact, name: str) -> bool:
    """Whether a base gives a field its default, which it keeps where it is declared anew."""
    above = (lineage(view, class_) or [class_])[1:]
    return any(
        name in owner.attributes or any(member.name == name and member.value is not None for member in members)
        for owner in above
        for members in [nodes_of(view, owner).members]
    )


def _reference(view: PythonModule, member: Member) -> str:
    """What the annotation of a field means, without what is in its brackets."""
    return annotation_of(view, member.typed).reference


def _demand(view: PythonModule, member: Member) -> Demand:
    value = member.value
    if value is None:
        return Demand.REQUIRED
    if value.type != "call":
        return Demand.DEFAULT if value.type in _CONSTANTS else Demand.OTHER
    function, arguments = value.child_by_field_name("function"), arguments_of(view, value)
    is_field = function is not None and view.resolve(function) in _FIELDS
    if not is_field or arguments.has_star or _SETTINGS & set(arguments.keywords):
        return Demand.OTHER
    return Demand.DEFAULT if {"default", "default_factory"} & set(arguments.keywords) else Demand.REQUIRED
