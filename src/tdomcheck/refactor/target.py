"""What a dotted name of the command line stands for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from tdomcheck.facts.python.occurrences import BINDING, NameRole, occurrences_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.refactor.callees import behind
from tdomcheck.refactor.chosen_names import choices_in
from tdomcheck.refactor.kin import definers, function_facts, is_class
from tdomcheck.refactor.origins import Definition, dotted_home, home_of, member_home
from tdomcheck.refactor.outline import COMPREHENSIONS, LOCALS, comprehension_path, joined
from tdomcheck.refactor.problems import Ambiguous, NotFound
from tdomcheck.refactor.sources import Sources
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class ModuleTarget:
    """A module or a package."""

    name: str
    """Dotted."""
    path: str
    is_folder: bool = False
    """It is a package without the `__init__.py` that its path names."""

    @property
    def home(self) -> Definition:
        """What a name means that means the module."""
        return Definition("", self.name) if self.is_folder else Definition(self.path, "")


@dataclass(frozen=True, slots=True)
class NameTarget:
    """What a module or a function gives a name."""

    definition: Definition


@dataclass(frozen=True, slots=True)
class MemberTarget:
    """What the body of a class gives a name."""

    owner: Definition
    name: str


@dataclass(frozen=True, slots=True)
class ParameterTarget:
    """A parameter of a function."""

    function: Definition
    name: str


Target = ModuleTarget | NameTarget | MemberTarget | ParameterTarget


def old_name(target: Target) -> str:
    """The last part of what a target is called."""
    match target:
        case ModuleTarget(name=name):
            return name.rpartition(".")[2]
        case NameTarget(definition=definition):
            return definition.last
        case MemberTarget(name=name) | ParameterTarget(name=name):
            return name
    raise AssertionError("unreachable")


def target_of(sources: Sources, dotted: str) -> Target:
    """The one thing that a dotted name stands for; raises NotFound or Ambiguous."""
    _check_choices(sources, dotted)
    targets = list(dict.fromkeys(targets_of(sources, dotted)))
    if not targets:
        raise NotFound(_not_found(sources, dotted))
    if len(targets) > 1:
        listed = " and ".join(described(sources, target) for target in targets)
        names = " and ".join(dict.fromkeys(_telling(sources, target) for target in targets))
        raise Ambiguous(f"`{dotted}` is {listed}; {names} tell them apart")
    return targets[0]


def _check_choices(sources: Sources, dotted: str) -> None:
    """Raise where a part of a dotted name is imported from one module or another, as the branch decides."""
    parts = dotted.split(".")
    for length in range(2, len(parts) + 1):
        owner = dotted_home(sources, ".".join(parts[: length - 1]))
        is_module = owner is not None and owner.is_module
        choices = choices_in(sources, owner.path, parts[length - 1]) if is_module and owner is not None else frozenset()
        if any(each.path for each in choices):
            modules = {each: sources.module_name(each.path) if each.path else "" for each in choices}
            names = sorted(f"{modules[each]}.{each.name}".strip(".") for each in choices)
            listed = " or ".join(f"`{name}`" for name in names)
            raise Ambiguous(f"`{'.'.join(parts[:length])}` is imported as {listed}: name the one that is meant")


def targets_of(sources: Sources, dotted: str) -> Iterator[Target]:
    """All things that a dotted name fits; a folder that is no package only where nothing else does."""
    is_anything = False
    for target in _defined(sources, dotted):
        is_anything = True
        yield target
    folders = sources.namespaces.get(dotted, ())
    if folders and not is_anything:
        yield ModuleTarget(dotted, f"{folders[0]}/__init__.py", is_folder=True)


def _defined(sources: Sources, dotted: str) -> Iterator[Target]:
    """What files say that a dotted name fits."""
    if dotted.endswith(".py") and dotted in sources.files:
        yield ModuleTarget(sources.module_name(dotted), dotted)
        return
    parts = dotted.split(".")
    for path in _modules(sources, dotted):
        yield ModuleTarget(sources.module_name(path), path)
    for length in range(len(parts) - 1, 0, -1):
        paths = list(_modules(sources, ".".join(parts[:length])))
        for path in paths:
            yield from _within(sources, path, parts[length:])
        if paths:
            return


def _modules(sources: Sources, name: str) -> Iterator[str]:
    """The files that may be imported by a name, stubs aside."""
    first = sources.naming.module_path(name)
    if first:
        yield first
    if name in sources.naming.ambiguous:
        others = (path for path in sources.paths if path.endswith(SOURCES) and path != first)
        yield from (path for path in others if sources.module_name(path) == name and not path.endswith(".pyi"))


def _within(sources: Sources, path: str, parts: list[str]) -> Iterator[Target]:
    """What the rest of a dotted name stands for in a module."""
    first, *rest = parts
    if first in COMPREHENSIONS.values():
        yield from _in_comprehension(sources, Definition(path, first), rest)
        return
    home = home_of(sources, path, first)
    if home is None or not home.path or home.is_module:
        is_submodule = home is not None and home.is_module
        if is_submodule and home is not None and rest:
            yield from _within(sources, home.path, rest)
        elif is_submodule and home is not None:
            yield ModuleTarget(sources.module_name(home.path), home.path)
        return
    if not rest:
        yield NameTarget(home)
        return
    yield from _inside(sources, home, rest)


def _inside(sources: Sources, home: Definition, parts: list[str]) -> Iterator[Target]:
    """What stands in a class or a function, by a second name as well."""
    first, *rest = parts
    home = behind(sources, home)
    if first == LOCALS and rest:
        yield from _local(sources, home, rest)
        return
    if is_class(sources, home):
        definer = next(iter(definers(sources, home, first)), None)
        if definer is not None and not rest:
            yield MemberTarget(definer, first)
        elif definer is not None:
            inner = member_home(sources, definer, first)
            yield from _inside(sources, inner, rest) if inner is not None else ()
        return
    parameters = {each.name for fact in function_facts(sources, home) for each in fact.parameters}
    if not rest and first in parameters:
        yield ParameterTarget(home, first)


def _local(sources: Sources, home: Definition, parts: list[str]) -> Iterator[Target]:
    """What a function gives a name."""
    first, *rest = parts
    reading = sources.module(home.path)
    around = joined(home.name, LOCALS)
    roles = {
        each.role
        for each in (occurrences_of(reading.view, first) if reading is not None else ())
        if each.role in BINDING and each.home is not None
        if each.home.path == around and each.home.kind is RegionKind.FUNCTION
    }
    if first in COMPREHENSIONS.values():
        yield from _in_comprehension(sources, Definition(home.path, joined(around, first)), rest)
    if not roles:
        return
    definition = Definition(home.path, joined(around, first))
    if rest:
        yield from _inside(sources, definition, rest)
    elif NameRole.PARAMETER in roles:
        yield ParameterTarget(home, first)
    else:
        yield NameTarget(definition)


def _in_comprehension(sources: Sources, around: Definition, parts: list[str]) -> Iterator[Target]:
    """The variable of the comprehensions of one kind in a function or a module."""
    reading = sources.module(around.path)
    name = parts[0] if len(parts) == 1 else ""
    regions = [each.home for each in occurrences_of(reading.view, name) if each.role in BINDING] if reading else []
    if any(region is not None and comprehension_path(region) == around.name for region in regions):
        yield NameTarget(Definition(around.path, joined(around.name, name)))


def _telling(sources: Sources, target: Target) -> str:
    """A name that is one target's alone: of a module that of its file."""
    match target:
        case ModuleTarget(path=path):
            return f"`{path}`"
        case NameTarget(definition=definition):
            return f"`{sources.module_name(definition.path)}.{definition.name}`"
        case MemberTarget(owner=owner, name=name) | ParameterTarget(function=owner, name=name):
            return f"`{sources.module_name(owner.path)}.{owner.name}.{name}`"
    raise AssertionError("unreachable")


def described(sources: Sources, target: Target) -> str:
    """A target in words, with what tells it from another of its name."""
    match target:
        case ModuleTarget(name=name, is_folder=True):
            return f"the package `{name}` ({', '.join(sources.namespaces[name])})"
        case ModuleTarget(name=name, path=path):
            return f"the module `{name}` ({path})"
        case NameTarget(definition=definition):
            return f"`{definition.name}` of {definition.path}{_line(sources, definition)}"
        case MemberTarget(owner=owner, name=name):
            return f"`{owner.name}.{name}` of {owner.path}"
        case ParameterTarget(function=function, name=name):
            return f"the parameter `{name}` of `{function.name}` of {function.path}"
    raise AssertionError("unreachable")


def _line(sources: Sources, definition: Definition) -> str:
    reading = sources.module(definition.path)
    bindings = top_bindings(reading.view, definition.last) if reading is not None else []
    if reading is None or not bindings:
        return ""
    source = reading.view.source
    return f":{source.position(source.from_utf8(bindings[0].start)).line}"


def _not_found(sources: Sources, dotted: str) -> str:
    last = dotted.rpartition(".")[2]
    outside = dotted_home(sources, dotted)
    if outside is not None and not outside.path and outside.name != dotted:
        return (
            f"nothing in the project defines `{dotted}`: it is `{outside.name}`, by an import, and has to be changed "
            "by hand where that is"
        )
    owner = dotted_home(sources, dotted.rpartition(".")[0])
    owner = behind(sources, owner) if owner is not None and owner.path else None
    if owner is not None and not (owner.is_module or is_class(sources, owner) or function_facts(sources, owner)):
        return f"`{owner.name}` of {owner.path} has no `class` or `def` of its own: change `{last}` by hand there"
    nearest = [name for name in _everywhere(sources, last) if name != dotted] or _near(sources, dotted)
    hint = f"; did you mean {_listed(nearest)}?" if nearest else ""
    return f"nothing in the project is called `{dotted}`{hint}"


def _everywhere(sources: Sources, last: str) -> list[str]:
    """The definitions of that very name in any module."""
    modules = (path for path in sources.mentioning(last) if path.endswith(SOURCES))
    own = (path for path in modules if home_of(sources, path, last) == Definition(path, last))
    return sorted(f"{sources.module_name(path)}.{last}" for path in own)[:MOST_NEAR]


MOST_NEAR = 3


def _near(sources: Sources, dotted: str) -> list[str]:
    """Names spelled almost alike: in the module that is there, else of modules."""
    module, _, last = dotted.rpartition(".")
    while module and not sources.naming.module_path(module):
        module, _, last = module.rpartition(".")
    reading = sources.module(sources.naming.module_path(module)) if module else None
    if reading is None:
        names: Iterable[str] = {sources.module_name(path) for path in sources.paths if path.endswith(SOURCES)}
        return difflib.get_close_matches(dotted, sorted(names), MOST_NEAR)
    tops = reading.view.scopes.scopes[0]
    known = sorted({*tops.names, *tops.bindings})
    return [f"{module}.{name}" for name in difflib.get_close_matches(last, known, MOST_NEAR)]


def _listed(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)
