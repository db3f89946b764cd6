"""Whether a name means one thing and no other, all the way through the modules that hand it on."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.facts.limits import MOST_MODULES
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target


@once
def patched(project: Project) -> frozenset[str]:
    """The attributes that some file sets on what it did not make; worked out once a project."""
    return frozenset(name for _, facts in project.files_with("patched") for name in facts.patched)


def is_certain(project: Project, path: str, reference: str, hops: int = MOST_MODULES) -> bool:
    """Whether no module on the way binds the name twice, and no other file may be meant by it."""
    if not reference or not hops:
        return False
    if reference.startswith(":"):
        return reference[1:].partition(".")[0] not in project.facts[path].unsure
    dotted = project.absolute(path, reference)
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        module = project.resolve(path, ".".join(parts[:length]))
        if module is None or module.function is not None or module.class_ is not None or not module.path:
            continue
        is_shadowed = _is_shadowed(project, path, parts[0], module.path) or module.key in project.ambiguous
        return not is_shadowed and _passes(project, module.path, parts[length:], hops)
    return True


def has_certain_bases(project: Project, lineage: Sequence[Symbol]) -> bool:
    """Whether the bases of the classes of a lineage mean one class each."""
    return all(
        is_certain(project, owner.path, base)
        for owner in lineage
        for base in (owner.class_.bases if owner.class_ is not None else ())
    )


def _passes(project: Project, path: str, rest: list[str], hops: int) -> bool:
    """Whether a module means one thing by a name."""
    if not rest:
        return True
    facts = project.facts[path]
    if rest[0] in facts.unsure:
        return False
    functions, classes = (one.path for one in facts.functions), (one.path for one in facts.classes)
    if rest[0] in {*functions, *classes, *(name for name, _ in facts.variables)}:
        return True
    for fact in facts.imports:
        if fact.is_top_level and fact.alias == rest[0] and fact.name != "*":
            return is_certain(project, path, ".".join([import_target(fact), *rest[1:]]), hops - 1)
    return True


def _is_shadowed(project: Project, path: str, first: str, target: str) -> bool:
    """Whether a file beside a script, which Python looks at first, has the name of the module that is meant."""
    folder = path.rpartition("/")[0]
    sibling = f"{folder}/{first}.py" if folder else f"{first}.py"
    is_package = f"{folder}/__init__.py" in project.facts
    is_meant = target == sibling or target.startswith(f"{folder}/{first}/")
    return not is_package and sibling in project.facts and not is_meant
