"""What a class does not have, as its whole lineage in the project tells."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.facts.project.hierarchy import declared, is_left_alone
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import ClassFact, FileFacts
from tdomcheck.model.claims import Lacks, Without

_FILLING = frozenset(
    {"__init__", "__new__", "__post_init__", "__attrs_post_init__", "__init_subclass__"}
    | {"__getattr__", "__getattribute__"}
)
"""Methods that may give an object any attribute."""


def lacks(project: Project, lineage: Sequence[Symbol], claim: Lacks) -> bool:
    """Whether nothing gives the objects of a class a member: of dataclasses a field, of others a name of any sort."""
    owners = [owner.class_ for owner in lineage if owner.class_ is not None]
    methods = {name for owner in owners for name in owner.methods}
    is_closed = all(map(is_left_alone, owners)) and methods.isdisjoint(_FILLING)
    if not is_closed or claim.member in declared(owners):
        return False
    match claim.among:
        case Without.DEFAULTED:
            return has_default(owners)
        case Without.CALLABLE:
            return "__call__" in methods and not has_class_variables(project, lineage)
        case Without.DATACLASS:
            return any(owner.is_generated for owner in owners)


def has_default(owners: Sequence[ClassFact]) -> bool:
    """Whether plain dataclasses, one above another, have a field with a default that is given by position."""
    generated = [owner for owner in owners if owner.is_generated]
    is_plain = all(set(owner.decorators) & {"dataclasses.dataclass"} for owner in generated)
    if not is_plain or any(owner.is_keyword_only or len(owner.bases) > 1 for owner in owners):
        return False
    fields = {field.name: field for owner in reversed(generated) for field in owner.fields}
    return any(field.has_default and field.is_init and not field.is_keyword_only for field in fields.values())


def has_class_variables(project: Project, lineage: Sequence[Symbol]) -> bool:
    """Whether a class may have names that no fact tells: a `ClassVar` is no field, and has an annotation."""
    return any(_imports_class_variable(project.facts[owner.path]) for owner in lineage if owner.path)


def _imports_class_variable(facts: FileFacts) -> bool:
    return any(
        fact.name in {"ClassVar", "*"} or (not fact.name and fact.module in {"typing", "typing_extensions"})
        for fact in facts.imports
    )
