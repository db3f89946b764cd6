"""Which files may be judged differently because of what another file declares: from the facts, nearest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tdomcheck.facts.project.declarations import DeclaredChange
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import FileFacts, ImportFact
from tdomcheck.values import dataclass, field, fields, is_dataclass

ANY = "*"
"""For a type, and for a name that nobody knows to be declared or not."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A change in a file."""

    path: str
    change: DeclaredChange


@dataclass(slots=True)
class Dependent:
    """A file that a change reaches."""

    path: str
    distance: int
    """Imports between the two; a registration is one away from all who need its type."""
    causes: dict[Cause, None] = field(default_factory=dict)
    names: dict[str, dict[Cause, None]] = field(default_factory=dict)
    """Names of its own that the change reaches, for those that import from it."""


def dependents(
    projects: Sequence[Project],
    changes: Mapping[str, Sequence[DeclaredChange]],
    texts: Mapping[str, str],
    known: Collection[str],
) -> list[Dependent]:
    """The files beside the `known` ones that the changes reach in one of the projects, before or after them.

    `texts` are the facts as they are kept: one that does not hold a name need not be decoded."""
    by_path: dict[str, Dependent] = {}
    for project in projects:
        _wired(project, changes, texts, by_path, known)
        level = {
            path: Dependent(path, 0, {}, _names(path, changes_in_file)) for path, changes_in_file in changes.items()
        }
        seen = {path: set(start.names) for path, start in level.items()}
        distance = 0
        while level:
            distance += 1
            level = _next(project, level, texts, seen, distance)
            for path, reached in level.items():
                if path not in known:
                    _merge(by_path, reached)
    return sorted(by_path.values(), key=lambda dependent: (dependent.distance, dependent.path))


def _names(path: str, changes: Iterable[DeclaredChange]) -> dict[str, dict[Cause, None]]:
    names: dict[str, dict[Cause, None]] = {}
    for change in changes:
        if change.name:
            names.setdefault(change.name, {})[Cause(path, change)] = None
    return names


def _merge(by_path: dict[str, Dependent], reached: Dependent) -> None:
    before = by_path.setdefault(reached.path, reached)
    before.distance = min(before.distance, reached.distance)
    before.causes.update(reached.causes)
    for name, causes in reached.names.items():
        before.names.setdefault(name, {}).update(causes)


def _next(
    project: Project,
    level: Mapping[str, Dependent],
    texts: Mapping[str, str],
    seen: dict[str, set[str]],
    distance: int,
) -> dict[str, Dependent]:
    """The files that import a name of the level that has not been followed to them yet."""
    modules = {project.module_name(path): reached for path, reached in level.items()}
    spellings = {spelling for module, reached in modules.items() for spelling in _spellings(module, reached)}
    modules = {**level, **modules}  # a package may be known by a longer name, too
    result: dict[str, Dependent] = {}
    for path, text in texts.items():
        if not any(all(part in text for part in spelling) for spelling in spellings):
            continue
        dependent = _importer(project, path, modules, distance)
        if dependent is not None and not dependent.names.keys() <= seen.setdefault(path, set()):
            seen[path] |= dependent.names.keys()
            result[path] = dependent
    return result


_RELATIVE = '[".'
"""How the fact of a relative import begins, as it is kept."""


def _spellings(module: str, reached: Dependent) -> Iterator[tuple[str, ...]]:
    """What the facts of a file hold that imports a module, or something of it: all parts of one of these."""
    parent, _, last = module.rpartition(".")
    if not last:
        return
    yield last, parent.rpartition(".")[2]
    yield last, _RELATIVE
    if reached.path.rpartition("/")[2].startswith("__init__."):  # `from . import name`
        yield from ((name, _RELATIVE) for name in (*reached.names, ANY))


def _importer(project: Project, path: str, modules: Mapping[str, Dependent], distance: int) -> Dependent | None:
    """A file as its imports reach the modules of a level; None where they do not."""
    facts = project.facts.get(path)
    if facts is None:
        return None
    dependent = Dependent(path, distance)
    targets: dict[str, dict[Cause, None]] = {}
    for fact in facts.imports:
        for name, target, causes in _reached(project, path, fact, modules):
            dependent.causes.update(causes)
            dependent.names.setdefault(name, {}).update(causes)
            targets.setdefault(target, {}).update(causes)
    if not dependent.causes:
        return None
    for name, causes in _mentioning(facts, targets):
        dependent.names.setdefault(name, {}).update(causes)
    return dependent


def _reached(
    project: Project, path: str, fact: ImportFact, modules: Mapping[str, Dependent]
) -> Iterator[tuple[str, str, dict[Cause, None]]]:
    """What an import binds of the modules: the name, what it refers to, and the changes that come with it."""
    target = import_target(fact)
    module = project.absolute(path, fact.module)
    whole = _of(project, modules, project.absolute(path, target) if fact.name else module)
    if whole is not None:  # `import package.module`, or `from package import module`
        yield fact.alias, target, {cause: None for causes in whole.names.values() for cause in causes}
    source = _of(project, modules, module)
    if source is None or not fact.name:
        return
    if fact.name == "*":
        for name, causes in source.names.items():
            yield name, f"{fact.module.rstrip('.')}.{name}", causes
    elif reaching := source.names.get(fact.name) or source.names.get(ANY):
        yield fact.alias, target, reaching


def _of(project: Project, modules: Mapping[str, Dependent], name: str) -> Dependent | None:
    """A module by its name, or by another that the project knows its file by."""
    return modules.get(name) or modules.get(project.module_path(name))


def _mentioning(facts: FileFacts, targets: Mapping[str, dict[Cause, None]]) -> Iterator[tuple[str, dict[Cause, None]]]:
    """The definitions and variables of a file whose facts refer to what changed: heirs, annotations, aliases."""
    definitions: list[tuple[str, object]] = [(owner.path, owner) for owner in facts.classes]
    definitions += [(function.path, function) for function in facts.functions]
    for path, definition in definitions:
        for target in _targets(definition, targets):
            yield path.partition(".")[0], targets[target]
    for name, reference in facts.variables:
        for target in _targets(reference, targets):
            yield name, targets[target]


def _targets(value: object, targets: Mapping[str, object]) -> set[str]:
    return {target for text in _texts(value) for target in targets if text == target or text.startswith(f"{target}.")}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        for part in fields(value):
            yield from _texts(getattr(value, part.name))


def _wired(
    project: Project,
    changes: Mapping[str, Sequence[DeclaredChange]],
    texts: Mapping[str, str],
    by_path: dict[str, Dependent],
    known: Collection[str],
) -> None:
    """The files that need a type whose registration changed, or that define a component that is shown only now."""
    for path, made in changes.items():
        for change in made:
            for reached in () if change.name else _reached_by_type(project, path, change, texts):
                if reached not in known:
                    _merge(by_path, Dependent(reached, 1, {Cause(path, change): None}))


def _reached_by_type(project: Project, path: str, change: DeclaredChange, texts: Mapping[str, str]) -> Iterator[str]:
    reference = change.tag_ref or change.type_ref
    symbol = project.resolve(path, reference) if reference else None
    if not change.tag_ref:
        yield from _users(project, symbol.key if symbol is not None else ANY, texts)
    elif symbol is not None and not symbol.is_external:
        yield symbol.path


def _users(project: Project, key: str, texts: Mapping[str, str]) -> Iterator[str]:
    """The files that ask a container for a type, register it, or show it as a component; of any type for `*`."""
    last = key.rpartition(".")[2]
    for path, text in texts.items():
        if key != ANY and last not in text:
            continue
        facts = project.facts.get(path)
        if facts is None:
            continue
        references = [injection.type_ref for injection in facts.injections]
        references += [fetch.type_ref for fetch in facts.fetches]
        references += [registration.type_ref for registration in facts.registrations]
        references += [use.tag_ref for use in facts.uses]
        if any(_is_of(project, path, reference, key) for reference in references):
            yield path


def _is_of(project: Project, path: str, reference: str, key: str) -> bool:
    if key == ANY:
        return True
    symbol = project.resolve(path, reference)
    return symbol is not None and symbol.key == key
