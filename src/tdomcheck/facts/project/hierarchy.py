"""Classes and those that inherit from them: what is true of all of a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact, ParameterFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.values import dataclass

QUIET = api.INJECTABLE | {"typing.final", "typing.runtime_checkable"}
"""Decorators that leave a class as it is, beside those that write its constructor."""
TEXT_METHODS = frozenset({"__html__", "__str__", "__format__", "__repr__", "__iter__", "__getattr__"})
"""Methods that decide what the text of an object is."""
_MAKING = frozenset({"__new__", "__getattr__", "__getattribute__", "__init_subclass__"})
"""Methods that may give an object attributes that no class body declares."""


def declared(owners: Sequence[ClassFact]) -> set[str]:
    """The names that class bodies declare, class variables aside."""
    fields = {field.name for owner in owners for field in owner.fields}
    return fields.union(*(owner.methods for owner in owners), *(owner.attributes for owner in owners))


@dataclass(frozen=True, slots=True)
class Body:
    """What one class declares, by name."""

    fields: Mapping[str, ParameterFact]
    methods: frozenset[str]
    attributes: frozenset[str]

    @property
    def is_plain(self) -> bool:
        """Whether its attributes are those that it declares."""
        return _MAKING.isdisjoint(self.methods)

    def declares(self, name: str) -> bool:
        return name in self.fields or name in self.methods or name in self.attributes


def body_of(project: Project, owner: ClassFact) -> Body:
    """The body of a class of the project, put in order once."""
    bodies = _bodies(project)
    key = id(owner)  # the project holds it, so that no other takes its place
    if key not in bodies:
        fields = {field.name: field for field in reversed(owner.fields)}
        bodies[key] = Body(fields, frozenset(owner.methods), frozenset(owner.attributes))
    return bodies[key]


@once
def _bodies(_project: Project) -> dict[int, Body]:
    """Of the classes that somebody asked about."""
    return {}


def is_left_alone(owner: ClassFact) -> bool:
    """Whether its decorators leave it what it is, as far as anybody knows."""
    return all(decorator in QUIET or decorator.startswith(("dataclasses.", "attr")) for decorator in owner.decorators)


def has_branches(lineage: Sequence[Symbol]) -> bool:
    """Whether a class has more bases than one."""
    return any(len(owner.class_.bases) > 1 for owner in lineage if owner.class_ is not None)


@once
def heirs_of(project: Project) -> Mapping[str, Sequence[Symbol]]:
    """The classes that inherit from a class, by its key; worked out once a project."""
    heirs: dict[str, list[Symbol]] = {}
    for path, facts in project.files_with("classes"):
        for owner in (one for one in facts.classes if one.bases):
            symbol = project.resolve(path, f":{owner.path}")
            for base in (project.ancestors(symbol) or [])[1:] if symbol is not None else ():
                if symbol is not None:
                    heirs.setdefault(base.key, []).append(symbol)
    return heirs


def is_abstract(symbol: Symbol) -> bool:
    """Whether a class only says what is wanted of others."""
    bases = symbol.class_.bases if symbol.class_ is not None else ()
    return any(base.endswith(("Protocol", "ABC")) for base in bases)


def means_another(project: Project, heir: Symbol, base: Symbol, name: str) -> bool:
    """Whether a name of a class means another thing in one that inherits from it; a narrower field does not."""
    bases = {owner.key for owner in project.ancestors(base) or ()}
    others = [owner.class_ for owner in project.ancestors(heir) or () if owner.key not in bases]
    if not any(body_of(project, owner).declares(name) for owner in others if owner is not None):
        return False
    ours, theirs = (_field_class(project, owner, name) for owner in (heir, base))
    return ours is None or theirs is None or not project.derives_from(ours, {theirs.key})


def _field_class(project: Project, symbol: Symbol, name: str) -> Symbol | None:
    """The class that the field of a class, or of its nearest base that has it, is annotated with."""
    for owner in project.ancestors(symbol) or ():
        field = body_of(project, owner.class_).fields.get(name) if owner.class_ is not None else None
        if field is not None:
            return project.resolve(owner.path, field.type_ref)
    return None
