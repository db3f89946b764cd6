"""Classes and what they inherit, across the files of a project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.limits import MOST_ANCESTORS
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.records import STARRED, ClassFact, FunctionFact, ParameterFact
from tdomcheck.refactor.origins import Definition, absolute, body_names, dotted_home, starred_home
from tdomcheck.refactor.outline import class_paths, classes_at, functions_at
from tdomcheck.refactor.sources import SourceReading, Sources


def class_facts(sources: Sources, home: Definition | None) -> Sequence[ClassFact]:
    """The classes of a definition; nothing where it is none."""
    reading = sources.module(home.path) if home is not None and home.name else None
    return classes_at(reading.view, home.name) if reading is not None and home is not None else ()


def function_facts(sources: Sources, home: Definition | None) -> Sequence[FunctionFact]:
    """The functions of a definition; nothing where it is none."""
    reading = sources.module(home.path) if home is not None and home.name else None
    return functions_at(reading.view, home.name) if reading is not None and home is not None else ()


def is_class(sources: Sources, home: Definition | None) -> bool:
    return bool(class_facts(sources, home))


def reference_home(sources: Sources, reading: SourceReading, reference: str) -> Definition | None:
    """What a reference means as facts write it: `:Card` in the file, `..web.Card` and `web.Card` elsewhere."""
    if not reference:
        return None
    if reference.startswith(STARRED):
        return starred_home(sources, reading, reference[len(STARRED) :])
    if not reference.startswith(":"):
        dotted = absolute(sources, reading, reference)
        return dotted_home(sources, dotted) if dotted else None
    path = sources.canonical(reading.around.path if reading.around is not None else reading.path)
    name = reference[1:]
    if reading.is_module and not is_class(sources, Definition(path, name)):
        return dotted_home(sources, f"{sources.module_name(path)}.{name}")
    return Definition(path, name)


@once_each
def bases_of(sources: Sources, owner: Definition) -> tuple[Definition | None, ...]:
    """What a class inherits from as it is written; None for what nobody knows."""
    reading = sources.module(owner.path)
    if reading is None:
        return ()
    references = [base for fact in classes_at(reading.view, owner.name) for base in fact.bases]
    return tuple(reference_home(sources, reading, reference) for reference in references)


@once_each
def lineage(sources: Sources, owner: Definition) -> tuple[Definition, ...]:
    """A class and all classes of the project that it inherits from, nearest first."""
    order: dict[Definition, None] = {}
    pending = [owner]
    while pending and len(order) <= MOST_ANCESTORS:
        current = pending.pop(0)
        if current in order or not current.path:
            continue
        order[current] = None
        pending += [base for base in bases_of(sources, current) if base is not None]
    return tuple(order)


def definers(sources: Sources, owner: Definition, name: str) -> tuple[Definition, ...]:
    """The classes above one, and it itself, whose bodies bind a name; what is mangled nobody inherits."""
    above = (owner,) if is_mangled(name) else lineage(sources, owner)
    return tuple(each for each in above if name in body_names(sources, each))


def is_kin(sources: Sources, owner: Definition, roots: Sequence[Definition]) -> bool:
    """Whether a class is one of some classes, or inherits from one."""
    return not frozenset(roots).isdisjoint(lineage(sources, owner))


def outer_names(sources: Sources, owner: Definition) -> frozenset[str]:
    """The dotted names of what a class, or one above it, inherits from outside of the project."""
    bases = (base for each in lineage(sources, owner) for base in bases_of(sources, each))
    return frozenset(base.name for base in bases if base is not None and not base.path)


def is_enum(sources: Sources, owner: Definition) -> bool:
    return any(name.startswith("enum.") for name in outer_names(sources, owner))


def is_heir(sources: Sources, home: Definition | None, roots: Sequence[Definition]) -> bool:
    """Whether a definition is a class that is one of some classes, or inherits from one."""
    return home is not None and is_class(sources, home) and is_kin(sources, home, roots)


def is_mangled(name: str) -> bool:
    """Whether Python puts the name of the class in front of it, so that each class has its own."""
    return name.startswith("__") and not name.endswith("__")


def heirs_in(sources: Sources, path: str, roots: Sequence[Definition]) -> Iterator[Definition]:
    """The classes of a file that are some classes, or inherit from one."""
    reading = sources.module(path)
    for owner in class_paths(reading.view) if reading is not None else ():
        heir = Definition(sources.canonical(path), owner)
        if is_kin(sources, heir, roots):
            yield heir


def heirs_of(sources: Sources, roots: Sequence[Definition]) -> Sequence[Definition]:
    """Some classes, and all that inherit from them: each says the name of one that it inherits from."""
    heirs = dict.fromkeys(roots)
    names, asked = {root.last for root in roots}, set[str]()
    for _ in range(MOST_ANCESTORS):
        if asked >= names:
            break
        paths = list(sources.mentioning(*sorted(names - asked)))
        asked |= names
        heirs |= dict.fromkeys(heir for path in paths for heir in heirs_in(sources, path, roots))
        names |= {heir.last for heir in heirs}
    return tuple(heirs)


def fields_of(sources: Sources, owner: Definition) -> Iterator[ParameterFact]:
    """The annotated names of a class and of those above it, nearest first."""
    for each in lineage(sources, owner):
        for fact in class_facts(sources, each):
            yield from fact.fields


def method_of(sources: Sources, owner: Definition, name: str) -> Definition | None:
    """The method that a name of a class means, in it or in one above."""
    definer = next(iter(definers(sources, owner, name)), None)
    home = Definition(definer.path, f"{definer.name}.{name}") if definer is not None else None
    return home if function_facts(sources, home) else None


def has_own_constructor(sources: Sources, owner: Definition) -> bool:
    """Whether a class, or one above it, writes its `__init__` itself."""
    return bool(definers(sources, owner, "__init__")) or bool(definers(sources, owner, "__new__"))
