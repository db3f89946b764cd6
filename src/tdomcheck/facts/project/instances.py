"""What makes an instance of a class, what is one, and what cannot be called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.records import ATTRS, DATACLASS, ClassFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.features import FeatureOf

_LITERALS = frozenset({"str", "int", "float", "dict", "list", "tuple"})
_KNOWN = DATACLASS | ATTRS | api.INJECTABLE
"""Decorators that leave a class what it is."""


def single_definition(project: Project, symbol: Symbol | None) -> Symbol | None:
    """A class or function of the project, if it is never anything else."""
    fact = symbol.class_ or symbol.function if symbol is not None else None
    if symbol is None or fact is None:
        return None
    is_rebound = FeatureOf.REBOUND(fact.path) in project.facts[symbol.path].features
    return None if is_rebound or fact.path in _repeated(project, symbol.path) else symbol


@once_each
def _repeated(project: Project, path: str) -> set[str]:
    """What a file defines more than once."""
    facts = project.facts[path]
    counts = Counter(owner.path for owner in facts.classes) + Counter(function.path for function in facts.functions)
    return {name for name, count in counts.items() if count > 1}


def maker_kind(project: Project, wanted: Symbol, given: Symbol) -> str:
    """`class` or `function` for what makes an instance of a class of the project."""
    if wanted.class_ is None or wanted.class_.is_opaque:
        return ""
    if given == wanted:
        return "class"
    lineage = project.ancestors(wanted)
    if lineage is None:
        return ""
    if given.class_ is not None:
        return "class" if _is_kind_of(project, given, wanted) else ""
    if given.function is None or any(owner.class_ and "__call__" in owner.class_.methods for owner in lineage):
        return ""  # a function may be what is wanted
    result = project.resolve(given.path, given.function.returned_ref)
    is_one = result is not None and (result == wanted or _is_kind_of(project, result, wanted))
    return "function" if is_one else ""


def _is_kind_of(project: Project, given: Symbol, wanted: Symbol) -> bool:
    """Whether objects of a class are of another, by its bases or as a protocol has it, and the class itself is not."""
    lineage = project.ancestors(given)
    if given.class_ is None or given.class_.is_opaque or lineage is None:
        return False
    if wanted in lineage:
        return True
    return _implements(project, lineage, _classes(project.ancestors(wanted) or []))


def _implements(project: Project, lineage: Sequence[Symbol], protocol: Sequence[ClassFact]) -> bool:
    """Whether a class has all that a Protocol asks for, and some of it only its objects can be asked for."""
    methods = {name for owner in protocol for name in owner.methods}
    is_protocol = any(base.endswith("Protocol") for owner in protocol for base in owner.bases)
    if not is_protocol or not methods or "__call__" in methods:
        return False
    if not _members(protocol) <= _members(_classes(lineage)):
        return False
    return any(_needs_object(project, owner, name) for owner in lineage for name in methods)


def _classes(lineage: Sequence[Symbol]) -> list[ClassFact]:
    return [owner.class_ for owner in lineage if owner.class_ is not None]


def _members(classes: Sequence[ClassFact]) -> set[str]:
    methods_and_attributes = {name for owner in classes for name in (*owner.methods, *owner.attributes)}
    return methods_and_attributes | {field.name for owner in classes for field in owner.fields}


def _needs_object(project: Project, owner: Symbol, name: str) -> bool:
    """Whether a method of a class is called on its objects: a class is as good for one that is not."""
    return owner.class_ is not None and f"{owner.class_.path}.{name}" in _undecorated(project, owner.path)


@once_each
def _undecorated(project: Project, path: str) -> set[str]:
    """The functions of a file that have no decorator."""
    return {function.path for function in project.facts[path].functions if not function.decorators}


def instance_type(project: Project, symbol: Symbol | None) -> str:
    """The type of what is certainly an instance that cannot be called."""
    lineage = project.ancestors(symbol) if symbol is not None and symbol.class_ is not None else None
    if symbol is None or lineage is None:
        return ""
    is_opaque = any(
        owner.is_opaque
        or {"__call__", "__new__"} & {*owner.methods, *owner.attributes}
        or not _KNOWN.issuperset(owner.decorators)
        for owner in _classes(lineage)
    )
    return "" if is_opaque else symbol.key.rpartition(".")[2]


def constant_type(project: Project, path: str, reference: str) -> str:
    """The type of a constant that cannot be called."""
    outer, _, name = reference.rpartition(":" if reference.startswith(":") else ".")
    module = project.resolve(path, outer) if outer.strip(".") else None
    if module is not None and (module.function is not None or module.class_ is not None):
        return ""
    home = path if reference.startswith(":") else module.path if module is not None else ""
    kind = dict(project.facts[home].constants).get(name, "") if home else ""
    if kind in _LITERALS:
        return kind
    class_ref = kind.removeprefix("made ")
    if class_ref == kind:
        return ""
    return instance_type(project, single_definition(project, project.resolve(home, class_ref)))
