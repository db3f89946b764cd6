"""The attributes that the objects of a class certainly have, and no others."""

from __future__ import annotations

from tdomcheck.facts.project.hierarchy import is_abstract
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import FileFacts

_MAKING = frozenset({"__init__", "__post_init__", "__getattr__", "__getattribute__", "__attrs_post_init__"})
_PROTOCOL = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
_QUIET = frozenset(f"{module}.runtime_checkable" for module in ("typing", "typing_extensions"))


def is_nominal(project: Project, symbol: Symbol) -> bool:
    """Whether a class of the project says all that it derives from, and no other class can pass for one."""
    lineage = project.ancestors(symbol) if symbol.class_ is not None else None
    return lineage is not None and not any(map(is_abstract, lineage))


def lacks_attributes(project: Project, given: Symbol, wanted: Symbol, *, is_exact: bool) -> bool:
    """Whether an object of a class lacks what another one has; if not `is_exact`, it may be of an heir of its class."""
    if given.class_ is None or project.ancestors(given) is None or project.derives_from(given, {wanted.key}):
        return False
    if not is_exact and project.derives_from(wanted, {given.key}):
        return False
    has, needs = attributes_of(project, given), attributes_of(project, wanted)
    return has is not None and needs is not None and not set(needs) <= set(has)


def attributes_of(project: Project, symbol: Symbol) -> list[str] | None:
    """The attributes of a Protocol, or of a dataclass that sets no others; None for any other class."""
    lineage = project.ancestors(symbol)
    is_declared = is_protocol(project, symbol)
    if lineage is None or not (is_declared or project.parameters(symbol) is not None):
        return None
    names: set[str] = set()
    for owner in lineage:
        class_ = owner.class_
        if class_ is None or _MAKING.intersection(class_.methods) or _may_hide(project.facts[owner.path]):
            return None
        if not (_declares_all(project, owner) if is_declared else class_.decorators):
            return None
        names.update(field.name for field in class_.fields)
        names.update(class_.methods)
        names.update(class_.attributes)
    return sorted(name for name in names if not name.startswith("__"))


def is_protocol(project: Project, symbol: Symbol) -> bool:
    """Whether a class is a Protocol itself, and not only derived from one."""
    bases = symbol.class_.bases if symbol.class_ is not None else ()
    symbols = (project.resolve(symbol.path, base) for base in bases)
    return any(base is not None and base.key in _PROTOCOL for base in symbols)


def _declares_all(project: Project, owner: Symbol) -> bool:
    """A Protocol under no decorator but those that leave it as it is."""
    class_ = owner.class_
    is_plain = class_ is not None and not class_.is_opaque and _QUIET.issuperset(class_.decorators)
    return is_plain and is_protocol(project, owner)


def _may_hide(facts: FileFacts) -> bool:
    """Whether a class of the file may have a `ClassVar`, which no fact tells of."""
    return any(
        fact.name in {"ClassVar", "*"} or (not fact.name and fact.module in {"typing", "typing_extensions"})
        for fact in facts.imports
    )
