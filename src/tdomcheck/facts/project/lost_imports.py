"""Imports that lead nowhere, on the way from a reference to what it means."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from tdomcheck.facts.limits import MOST_MODULES
from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import MADE, STARRED, FileFacts, ImportFact
from tdomcheck.model import Absence, Doubt
from tdomcheck.model.suffixes import is_module
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class LostImport:
    """Where the way of a reference ends."""

    first: ImportFact
    """The import of the file that asks."""
    path: str
    """The file whose import fails."""
    last: ImportFact
    """That import."""
    module: str
    """The module that it names, from the root of the project."""
    wanted: str = ""
    """What is wanted from it."""
    has_module: bool = False
    """There is such a module, and it does not define that."""
    is_own: bool = False
    """The project itself would have it: a relative import, or one from a package or module of a root."""
    doubt: Doubt | None = None
    """Why nobody can tell that it fails."""
    folder: str = ""
    """The dotted name of the folder that the module would be in, where that is no package."""

    @property
    def shown(self) -> str:
        """The module as Python calls it there."""
        written = self.last.module
        return written if self.module.endswith(f".{written}") else self.module

    @property
    def raised(self) -> str:
        """What Python says."""
        if self.last.name == "*" and self.has_module:
            return f"NameError: name '{self.wanted}' is not defined"
        if self.has_module and self.wanted != self.last.name:
            return f"AttributeError: module '{self.shown}' has no attribute '{self.wanted}'"
        if self.has_module:
            return f"ImportError: cannot import name '{self.wanted}' from '{self.shown}'"
        if self.module.startswith("."):
            return "ImportError: attempted relative import beyond top-level package"
        if self.is_in_namespace:
            return f"ImportError: cannot import name '{self.last.name}' from '{self.folder}'"
        return f"ModuleNotFoundError: No module named '{self.shown}'"

    @property
    def is_in_namespace(self) -> bool:
        """A folder that is no package has no module of the name that is imported from it."""
        return bool(self.folder) and self.module == f"{self.folder}.{self.last.name}"

    @property
    def place(self) -> tuple[int, str, str]:
        """What is told once, however many references end there."""
        return self.first.start, self.module, self.wanted if self.has_module else ""


def lost_import(project: Project, path: str, reference: str) -> LostImport | None:
    """The import at which a reference of a file ends; None where it leads somewhere."""
    if not is_module(path) or path.endswith(".pyi"):
        return None
    symbol = project.resolve(path, reference)
    is_found = symbol is not None and not symbol.is_external
    if reference.startswith(STARRED):
        lost = _dead_star(project, path, None) or _not_given(project, path, reference[1:].partition(".")[0])
        return None if lost is not None and lost.doubt is not None and is_found else lost
    if symbol is not None and is_found:
        return _lost_part(project, path, reference, symbol)
    return _followed(project, path, reference)


def _dead_star(project: Project, path: str, first: ImportFact | None) -> LostImport | None:
    """The star import of a module that surely fails."""
    dead = _first_dead_star(project, path)
    return dead if dead is None or first is None else replace(dead, first=first)


@once_each
def _first_dead_star(project: Project, path: str) -> LostImport | None:
    for fact in project.facts[path].imports:
        module = project.absolute(path, fact.module) if fact.name == "*" else ""
        is_sure = bool(module) and not (fact.is_guarded or fact.is_type_checking)
        known = _known_module(project, module) if is_sure else module
        if known != module and _is_own(project, path, fact, known):
            return LostImport(fact, path, fact, module, is_own=True)
    return None


def _not_given(project: Project, path: str, name: str) -> LostImport | None:
    """The star import of a file that has a name from none of its stars, or one that nobody can tell of."""
    imports = (fact for fact in project.facts[path].imports if fact.name == "*")
    stars = [_through_star(project, path, fact, name) for fact in imports]
    lost = [star for star in stars if star is not None]
    doubtful = (star for star in lost if star.doubt is not None or not star.is_own)
    return next(doubtful, lost[-1]) if lost and len(lost) == len(stars) else None


def _through_star(project: Project, path: str, fact: ImportFact, name: str) -> LostImport | None:
    """A star import, unless it gives a name."""
    module = project.absolute(path, fact.module)
    home = project.module_path(module)
    given = _given_by_star(project, home) if home else None
    if name in (given or ()) or project.module_path(f"{module}.{name}"):
        return None
    is_own = bool(home) and _is_own(project, path, fact, module)
    doubt = _doubt_of(project, path, fact, is_own=True) or (Doubt.OUTSIDE if not home else None)
    if given is None or project.facts[path].is_open or name in patched(project) or hasattr(builtins, name):
        doubt = doubt or Doubt.UNREADABLE
    return LostImport(fact, path, fact, module, name, has_module=bool(home), is_own=is_own, doubt=doubt)


def _given_by_star(project: Project, path: str) -> frozenset[str] | None:
    """What a module gives to whoever stars it; None where nobody can tell."""
    facts, names = project.facts[path], _names_by_stars(project, path)
    if names is None or "__all__" in facts.unsure or ("__all__" in names and facts.exports is None):
        return None
    return names if facts.exports is None else frozenset(facts.exports)


def _lost_part(project: Project, path: str, reference: str, symbol: Symbol) -> LostImport | None:
    """Where a base or a decorator of a definition ends: whoever imports the definition needs them, too."""
    first = _import_of(project.facts[path], reference) if symbol.path != path else None
    for part in _parts(project, symbol) if first is not None or symbol.path == path else ():
        there = project.resolve(symbol.path, part)
        lost = _followed(project, symbol.path, part) if there is None or there.is_external else None
        if lost is not None and lost.is_own and lost.doubt is None:
            return replace(lost, first=first or lost.first)
    return None


def _parts(project: Project, symbol: Symbol) -> Iterator[str]:
    """The references that have to lead somewhere for a definition to be there."""
    owner = symbol.class_ or symbol.function
    if owner is not None:
        bases = symbol.class_.bases if symbol.class_ is not None else ()
        made = _meaning(project.facts[symbol.path], owner.path) if MADE in owner.decorators else ""
        yield from (part for part in (*bases, *owner.decorators, made) if part and part != MADE)


def _followed(project: Project, path: str, reference: str) -> LostImport | None:
    first: ImportFact | None = None
    for _ in range(MOST_MODULES):
        if reference.startswith(":"):
            reference = _meaning(project.facts[path], reference[1:])
        fact = _import_of(project.facts[path], reference)
        if fact is None:
            return None
        first = first or fact
        answer = _next(project, path, fact, reference, first)
        if answer is None or isinstance(answer, LostImport):
            return answer
        path, reference = answer
    return None


def _is_sure(facts: FileFacts, target: str) -> bool:
    """Whether an import surely runs, and nobody expects it to fail."""
    same = (fact for fact in facts.imports if import_target(fact) == target)
    return not any(fact.is_guarded or fact.is_type_checking for fact in same)


def _meaning(facts: FileFacts, name: str) -> str:
    """What a variable of the module is given, or is made of, where that is a reference."""
    made = (fact.made.of for fact in facts.components if fact.made is not None and fact.path == name)
    return dict(facts.variables).get(name, "") or next(made, "")


def _import_of(facts: FileFacts, reference: str) -> ImportFact | None:
    """The import that a reference begins with; of `import a` and `import a.b` the one that says more."""
    found = [fact for fact in facts.imports if fact.name != "*" and _begins(reference, import_target(fact))]
    return max(found, key=lambda fact: len(fact.module) if _begins(reference, fact.module) else 0, default=None)


def _begins(reference: str, target: str) -> bool:
    return reference == target or reference.startswith(f"{target}.")


def _next(
    project: Project, path: str, fact: ImportFact, reference: str, first: ImportFact
) -> LostImport | tuple[str, str] | None:
    """What an import comes to: the end of the way, or the module that hands the name on."""
    dotted, module = project.absolute(path, reference), project.absolute(path, fact.module)
    if not dotted:  # above the outermost package that is known
        return _above(project, path, fact, first)
    known = _known_module(project, dotted)
    target = project.module_path(known)
    is_own = _is_own(project, path, fact, known)
    doubt = _doubt_of(project, path, fact, is_own=is_own)
    if len(known) < len(module):
        doubt = Doubt.UNREADABLE if known and project.facts[target].is_open else doubt
        wanted, _, rest = dotted[len(module) + 1 :].partition(".")
        lost = LostImport(first, path, fact, module, wanted, is_own=is_own, doubt=doubt)
        if module not in _namespaces(project):
            return lost
        # what is in such a folder are modules, maybe of others
        inner = f"{module}.{wanted}".rstrip(".")
        return replace(lost, module=inner, wanted=rest.partition(".")[0], is_own=False, folder=module)
    name, _, rest = dotted[len(known) + 1 :].partition(".")
    if not name:
        return None
    further = _handed_on(project.facts[target], name)
    if further:
        return target, f"{further}.{rest}" if rest else further
    if name in bound_in(project, target):
        return None
    dead = _dead_star(project, target, first)
    if dead is not None:
        return replace(dead, doubt=doubt)
    doubt = Doubt.UNREADABLE if may_have(project, target, name) else doubt
    is_own = is_own and _is_single(project, known)
    return LostImport(first, path, fact, known, name, has_module=True, is_own=is_own, doubt=doubt)


def _above(project: Project, path: str, fact: ImportFact, first: ImportFact) -> LostImport:
    """A relative import out of the outermost package; of a project that is one nobody knows what is there."""
    folder = path.rpartition("/")[0]
    is_inside = bool(folder) and project.is_package(folder) and not project.is_package("")
    doubt = _doubt_of(project, path, fact, is_own=True) if is_inside else Doubt.OUTSIDE
    return LostImport(first, path, fact, fact.module, is_own=True, doubt=doubt)


def _doubt_of(project: Project, path: str, fact: ImportFact, *, is_own: bool) -> Doubt | None:
    """Why an import of a file may be no mistake whatever it names."""
    if not _is_sure(project.facts[path], import_target(fact)):
        return Doubt.GUARDED
    return Doubt.MOVED if not is_own and project.moves_path(path) else None


def _known_module(project: Project, dotted: str) -> str:
    """The longest module of the project that a dotted name begins with."""
    parts = dotted.split(".", MOST_MODULES)
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if project.module_path(name)), "")


def _is_own(project: Project, path: str, fact: ImportFact, known: str) -> bool:
    """Whether nobody but the project would have what an import names, of which it has `known`."""
    return fact.module.startswith(".") or (bool(known) and _is_found_there(project, path, known))


def _is_found_there(project: Project, path: str, module: str) -> bool:
    """Whether Python finds a module where the project has it, and no other of its name."""
    found = project.module_path(module)
    root = project.root_of(found)
    is_near = root in project.roots or root == project.root_of(path)
    is_so_called = not project.package or project.module_name(found) == module
    return _is_single(project, module) and is_near and is_so_called


def _is_single(project: Project, module: str) -> bool:
    """Whether neither a module nor a package around it has another file of the same name."""
    parts = module.split(".")
    names = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    return all(name in _hiding(project) for name in names & project.ambiguous)


@once
def _hiding(project: Project) -> set[str]:
    """The packages that hide a module of their name, which is beside them, and that no other file is named like."""
    modules = [path for path in project.facts if is_module(path) and not path.endswith(".pyi")]
    counts = Counter(map(project.module_name, modules))
    hidden = (path for path in modules if f"{path.removesuffix('.py')}/__init__.py" in project.facts)
    return {name for name in map(project.module_name, hidden) if counts[name] == 2}


def _handed_on(facts: FileFacts, name: str) -> str:
    """What a module means by a name that it only imported, or gave to a variable."""
    if name in _definitions(facts):
        return ""
    aliased = _meaning(facts, name)
    found = (fact for fact in facts.imports if fact.is_top_level and fact.alias == name and fact.name != "*")
    fact = next(found, None)
    return import_target(fact) if fact is not None else "" if aliased.startswith(":") else aliased


def may_have(project: Project, path: str, name: str) -> bool:
    """Whether a module has a name, or nobody can tell."""
    names = _names_by_stars(project, path)
    return names is None or name in names or name.startswith("__") or name in patched(project)


@once_each
def _names_by_stars(project: Project, path: str) -> frozenset[str] | None:
    """The names that a module has, those of its stars too; None where nobody can tell."""
    pending, seen = [path], {path}
    names: set[str] = set()
    while pending:
        current = pending.pop()
        facts = project.facts[current]
        if facts.is_incomplete or facts.is_open or current.endswith(".pyi"):
            return None
        names |= bound_in(project, current)
        for fact in facts.imports:
            if fact.name != "*" or not fact.is_top_level:
                continue
            starred = project.module_path(project.absolute(current, fact.module))
            if not starred:
                return None
            pending += () if starred in seen else (starred,)
            seen.add(starred)
    return frozenset(names)


@once_each
def bound_in(project: Project, path: str) -> frozenset[str]:
    """The names that a module binds itself."""
    facts = project.facts[path]
    imports = {fact.alias for fact in facts.imports if fact.is_top_level}
    return frozenset({*_definitions(facts), *imports, *facts.further, *(name for name, _ in facts.variables)})


def _definitions(facts: FileFacts) -> set[str]:
    """The functions and classes of a module, and what is defined inside of them."""
    return {*(function.path for function in facts.functions), *(owner.path for owner in facts.classes)}


def absence_of(project: Project, lost: LostImport, tag: str = "") -> Absence:
    """What is missing, and where somebody may find it all the same."""
    folders = _folders_with(project, lost)
    doubt = lost.doubt or (Doubt.AMBIGUOUS if len(folders) > 1 else None)
    is_own = doubt is None and (lost.is_own or len(folders) == 1)
    return Absence(lost.module, _stems(project, lost), is_own, lost.wanted, tag, doubt, "".join(folders[:1]))


def _folders_with(project: Project, lost: LostImport) -> Sequence[str]:
    """The folders that are no packages and from which a missing module would be found, with what is wanted from it."""
    inner = lost.module.replace(".", "/")
    paths = () if lost.is_own or lost.has_module else _by_stem(project).get(lost.module.rpartition(".")[2], ())
    return sorted({folder for path in paths for folder in _folders(project, path, inner, lost.wanted)})


def _folders(project: Project, path: str, inner: str, name: str) -> Iterator[str]:
    folder, is_inside, rest = path.rpartition(f"/{inner}")
    is_it = is_inside and rest in {".py", "/__init__.py"} and not (project.is_package(folder) or is_test_file(path))
    if is_it and folder not in project.roots and name in bound_in(project, path):
        yield folder


@once
def _namespaces(project: Project) -> set[str]:
    """The dotted names of the folders that modules are in."""
    names = {project.module_name(path) for path in project.facts if is_module(path)}
    parts = (name.split(".") for name in names)
    return {".".join(each[:length]) for each in parts for length in range(1, len(each))} - names


@once
def _by_stem(project: Project) -> dict[str, list[str]]:
    """The modules of the project by their last names."""
    found: dict[str, list[str]] = {}
    for path in project.facts:
        if path.endswith(".py"):
            found.setdefault(project.module_name(path).rpartition(".")[2], []).append(path)
    return found


def _stems(project: Project, lost: LostImport) -> tuple[str, ...]:
    """Where what is missing would be in the project, as paths without a suffix."""
    if lost.module.startswith("."):
        return ()  # above it
    missing = f"{lost.module}.{lost.wanted}" if lost.has_module else lost.module
    inner = [dotted.replace(".", "/") for dotted in (missing, lost.folder) if dotted]
    roots = dict.fromkeys((*project.roots, project.root_of(lost.path)))
    return tuple(f"{root}/{path}" if root else path for path in inner for root in roots)


def meant_by(project: Project, path: str, lost: LostImport) -> str:
    """What an import of a file was probably meant to name; empty where nothing is like it."""
    if not lost.is_own:
        return ""
    modules = [each for each in project.facts if is_module(each) and each != path]
    files = [each for each in modules if is_test_file(path) or not is_test_file(each)]
    homes = [each for each in files if lost.wanted in _definitions(project.facts[each])]
    if len(homes) == 1 and project.module_name(homes[0]) != lost.module:
        return f"{project.module_name(homes[0])}.{lost.wanted}"
    if lost.has_module:
        near = get_close_matches(lost.wanted, sorted(bound_in(project, project.module_path(lost.module))), 1)
        return f"{lost.module}.{near[0]}" if near else ""
    return next(iter(get_close_matches(lost.module, sorted(map(project.module_name, files)), 1, _LIKE)), "")


_LIKE = 0.75
