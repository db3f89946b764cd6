"""Many files' facts as one: modules, what a reference means across files, and who registers what."""

from __future__ import annotations

import sys
import typing as t
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from tdomcheck.facts.project.resolution import Resolver, Symbol
from tdomcheck.facts.python.callable_values import count_filled
from tdomcheck.facts.python.lineage import Lineages
from tdomcheck.facts.records import ATTRS, MADE, ClosureFact, FileFacts, FunctionFact, ParameterFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.suffixes import is_document, is_module
from tdomcheck.values import replace

__all__ = ["Project", "Symbol", "is_test_file"]


class Project:
    """The facts of all files, with their module names."""

    def __init__(
        self,
        facts: Mapping[str, FileFacts],
        roots: Sequence[str] = ("",),
        *,
        members: Sequence[str] = (),
        test_folders: Sequence[str] = (),
        package: str = "",
        uses_tdom: bool = True,
    ) -> None:
        self.facts = facts
        self.package = package
        """The dotted name of the package that the folder of the project is, where Python starts above it."""
        self.uses_tdom = uses_tdom
        """Whether anything of it speaks of tdom: a requirement, a lock, an import."""
        self._members = members
        """Folders of projects that are installed together with this one."""
        self._test_folders = test_folders
        """What pytest puts on the path besides."""
        self.memory: dict[t.Any, t.Any] = {}
        """What is worked out `@once`, by the function that does it."""
        self._roots = sorted({root.strip("/") for root in roots} - {"", "."}, key=len, reverse=True)
        self._packages = {path.rpartition("/")[0] for path in facts if _is_package(path)}
        roots_of = {path: self.root_of(path) for path in facts}
        self._names = {path: self._named(path, root) for path, root in roots_of.items()}
        lost = self._lost(roots_of)
        self._shared = {self._names[path].partition(".")[0] for path in lost}
        """Packages that several folders have: an import means the nearest."""
        self._names.update((path, _named(path, "")) for path in lost)
        self._paths: dict[str, str] = {}
        ordered = sorted(facts, key=lambda path: (path.endswith(".pyi"), path.removesuffix("/__init__.py")))
        for path in ordered:
            self._paths.setdefault(self._names[path], path)
        for path in ordered:  # a package below a folder that is none may be known by a longer name too
            if roots_of[path] or package:
                self._paths.setdefault(_named(path, ""), path)
            if roots_of[path] != "src" and path.startswith("src/"):
                self._paths.setdefault(_named(path, "src"), path)
        self._symbols: dict[tuple[str, str], Symbol | None] = {}
        self._with: dict[str, Sequence[tuple[str, FileFacts]]] = {}

    def root_of(self, path: str) -> str:
        """The source root of a file: one that is configured, else what its chain of packages stands in."""
        folders = path.split("/")[:-1]
        for root in self._roots:
            if path.startswith(f"{root}/"):
                inner = f"{root}/src"
                return inner if path.startswith(f"{inner}/") and inner not in self._packages else root
        top = len(folders)
        while top and "/".join(folders[:top]) in self._packages:
            top -= 1
        if top < len(folders):
            return "/".join(folders[:top])
        return "src" if folders[:1] == ["src"] else ""

    def _named(self, path: str, root: str) -> str:
        name = _named(path, root)
        is_inner = self.package and not root and is_module(path)
        return f"{self.package}.{name}".removesuffix(".__init__") if is_inner else name

    def _lost(self, roots: Mapping[str, str]) -> set[str]:
        """Files of packages that share their name with one of another root; they go by their whole path."""
        claims: dict[str, set[str]] = {}
        for path, root in roots.items():
            claims.setdefault(self._names[path].partition(".")[0], set()).add(root)
        preferred = {"", "src", *self._roots}
        return {
            path
            for path, root in roots.items()
            if root not in preferred and len(claims[self._names[path].partition(".")[0]]) > 1
        }

    @cached_property
    def ambiguous(self) -> frozenset[str]:
        """Names that more than one file could be imported by."""
        counts = Counter(name for path, name in self._names.items() if not path.endswith(".pyi"))
        return frozenset(name for name, count in counts.items() if count > 1)

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders that imports start from, whoever imports: those that are configured, and the usual ones."""
        above = "/".join(".." for _ in self.package.split(".")) if self.package else ""
        folders = ("", *self._roots, *self._members, above)
        return tuple(dict.fromkeys(each for folder in folders for each in (folder, f"{folder}/src".lstrip("/"))))

    def is_package(self, folder: str) -> bool:
        """Whether a folder is a regular package."""
        return folder in self._packages

    def module_name(self, path: str) -> str:
        """The dotted name that a file is imported by."""
        return self._names.get(path, "")

    def module_path(self, name: str) -> str:
        """The file that a dotted name of a module stands for; empty where there is none."""
        return self._paths.get(name, "")

    def files_with(self, kind: str) -> Sequence[tuple[str, FileFacts]]:
        """The files that say anything of a kind, a field of `FileFacts`: of most kinds most files say nothing."""
        if kind not in self._with:
            self._with[kind] = [(path, facts) for path, facts in self._files if facts.has(kind)]
        return self._with[kind]

    @cached_property
    def _files(self) -> Sequence[tuple[str, FileFacts]]:
        return tuple(self.facts.items())

    @cached_property
    def features(self) -> frozenset[str]:
        """What any file has that gates ask for."""
        return frozenset(feature for _, facts in self.files_with("features") for feature in facts.features)

    @cached_property
    def is_incomplete(self) -> bool:
        """Some file could not be understood: that something is nowhere proves nothing."""
        return bool(self.files_with("is_incomplete"))

    def resolve(self, path: str, reference: str) -> Symbol | None:
        """What a reference of a file means; None where that is not known."""
        if not reference:
            return None
        key = (path, reference)
        if key not in self._symbols:
            self._symbols[key] = self._resolver.resolve(path, reference)
        return self._symbols[key]

    @cached_property
    def _resolver(self) -> Resolver:
        return Resolver(self.facts, self._names, self._paths, self._beside, self._shared)

    def _beside(self, path: str, reference: str) -> str:
        """What a script imports from its own folder, and a test from folders that pytest puts on its path.

        Those are its own, what is above it and no package, and what pytest is told of. A name that starts from no root
        is looked for there, and one that several folders have in those around the file."""
        first = reference.partition(".")[0]
        is_looked_for = first not in sys.stdlib_module_names and is_module(path)
        for folder in self._paths_of(path, first) if is_looked_for else ():
            stem = f"{folder}/{first}".lstrip("/")
            name = self._names.get(f"{stem}.py") or self._names.get(f"{stem}/__init__.py")
            if name:
                return f"{name}{reference[len(first) :]}"
        return reference

    def moves_path(self, path: str) -> bool:
        """Whether a file changes where Python looks for modules; of a test the files that pytest loads first may."""
        folders = [*self._folders_of_test(path)] if is_test_file(path) else []
        files = (path, *(f"{folder}/conftest.py" for folder in folders), *(["conftest.py"] if folders else []))
        return any(self.facts[each].moves_path for each in files if each in self.facts)

    def _paths_of(self, path: str, first: str) -> Iterator[str]:
        if path in self.facts and self.facts[path].is_script:  # dependents ask of files that are gone
            yield path.rpartition("/")[0]
        if is_test_file(path):
            yield from self._folders_of_test(path)
            yield from self._test_folders
        folder = path if first in self._shared else ""
        while folder:
            folder = folder.rpartition("/")[0]
            yield folder

    def _folders_of_test(self, path: str) -> Iterator[str]:
        folder = path.rpartition("/")[0]
        while folder and folder not in self._packages:
            yield folder
            folder = folder.rpartition("/")[0]

    def absolute(self, path: str, reference: str) -> str:
        """The dotted name that a reference of a file stands for, wherever that leads."""
        return self._resolver.absolute(path, reference)

    def ancestors(self, symbol: Symbol) -> list[Symbol] | None:
        """A class and its bases, nearest first; None where a base is not known or outside the project."""
        if symbol.class_ is None:
            return [] if _is_plain_base(symbol) else None
        return self._lineages.of(symbol)

    @cached_property
    def _lineages(self) -> Lineages[Symbol]:
        return Lineages(_identity, self._bases, self._cut_off)

    def _bases(self, symbol: Symbol) -> list[Symbol] | None:
        """Those that are more than `object`; None where one of them is not known or outside the project."""
        bases: list[Symbol] = []
        for reference in symbol.class_.bases if symbol.class_ is not None else ():
            base = self.resolve(symbol.path, reference)
            if base is None or (base.class_ is None and not _is_plain_base(base)):
                return None
            bases += [base] if base.class_ is not None else []
        return bases

    def _cut_off(self, symbol: Symbol, order: Sequence[Symbol]) -> None:
        if any(owner.path != symbol.path for owner in order):
            self.overlong[symbol.path, symbol.key] = symbol

    @cached_property
    def overlong(self) -> dict[tuple[str, str], Symbol]:
        """Classes that somebody has asked about whose bases are not followed, as there are too many in other files."""
        return {}

    def parameters(self, symbol: Symbol) -> tuple[ParameterFact, ...] | None:
        """What a caller of a component or service may pass; None where that is not known."""
        if symbol.function is not None:
            if MADE in symbol.function.decorators:
                return self._left(symbol)
            called = self._called(symbol, symbol.function)
            return called.parameters if called is not None else None
        if symbol.class_ is None:
            return None
        key = (symbol.path, symbol.key)
        if key not in self._constructors:
            self._constructors[key] = self._constructor(symbol)
        return self._constructors[key]

    def _left(self, symbol: Symbol) -> tuple[ParameterFact, ...] | None:
        """What may be given to a variable that is made of a function or class, maybe of another file."""
        found = (fact for fact in self.facts[symbol.path].components if fact.called is symbol.function)
        made = next((fact.made for fact in found), None)
        if symbol.function is None or made is None or made.of.startswith(":") or not made.of:
            return symbol.function.parameters if symbol.function is not None else None
        whole = self.resolve(symbol.path, made.of)
        if whole is None or (whole.function is not None and MADE in whole.function.decorators):
            return None
        parameters = self.parameters(whole)
        if parameters is None:
            return None
        left = parameters[count_filled(parameters, made.skipped) :]
        return tuple(replace(each, has_default=True) if each.name in made.filled else each for each in left)

    def _called(self, symbol: Symbol, function: FunctionFact) -> FunctionFact | None:
        """The function whose parameters a caller gives, for all that decorators do; None where that is not known."""
        others = (decorator for decorator in function.decorators if decorator not in api.TRANSPARENT)
        is_known = all(self.wrapping(symbol.path, decorator) is not None for decorator in others)
        return function if is_known else None

    def wrapping(self, path: str, reference: str) -> FunctionFact | None:
        """What a decorator puts in the place of a function, and says by `functools.wraps` that it is that function.

        The facts do not tell `@route` from `@route("/")`: of what does not wrap it is not known what it is given."""
        decorator = self.resolve(path, reference)
        closure = self._wrapping(decorator) if decorator is not None else None
        if decorator is None or closure is None:
            return None
        return next(each for each in self.facts[decorator.path].functions if each.path == closure.inner)

    def _wrapping(self, decorator: Symbol) -> ClosureFact | None:
        """A decorator, or what one with arguments gives back."""
        if decorator.function is None or decorator.function.decorators:
            return None
        closures = {closure.path: closure for closure in self.facts[decorator.path].closures}
        outer = closures.get(decorator.function.path)
        if outer is None or decorator.function.path in self.facts[decorator.path].unsure:
            return None
        closure = outer if outer.wrapped else closures.get(outer.inner)
        return closure if closure is not None and closure.wrapped else None

    @cached_property
    def _constructors(self) -> dict[tuple[str, str], tuple[ParameterFact, ...] | None]:
        return {}

    def _constructor(self, symbol: Symbol) -> tuple[ParameterFact, ...] | None:
        lineage = self.ancestors(symbol)
        if lineage is None or any(owner.class_ is None or owner.class_.is_opaque for owner in lineage):
            return None
        for index, owner in enumerate(lineage):
            if owner.class_ is not None and owner.class_.init is not None:
                return owner.class_.init
            if owner.class_ is not None and owner.class_.is_generated:
                is_classic = bool(_CLASSIC.intersection(owner.class_.decorators) and owner.class_.attributes)
                is_inherited = all(map(_inherits_constructor, lineage[:index]))
                return self._dataclass_fields(lineage[index:]) if is_inherited and not is_classic else None
        return None

    def _dataclass_fields(self, lineage: Sequence[Symbol]) -> tuple[ParameterFact, ...]:
        fields: dict[str, ParameterFact] = {}
        for owner in reversed(lineage):
            if owner.class_ is not None and owner.class_.is_generated:
                is_attrs = not ATTRS.isdisjoint(owner.class_.decorators)
                for field in owner.class_.fields:
                    fields[field.name] = replace(field, name=field.name.lstrip("_")) if is_attrs else field
        return tuple(field for field in fields.values() if field.is_init)

    def injected_fields(self, symbol: Symbol) -> tuple[ParameterFact, ...]:
        """The fields of a class, its own and inherited, or the parameters of a function, that a container fills."""
        if symbol.function is not None:
            return tuple(parameter for parameter in symbol.function.parameters if parameter.marker)
        lineage = self.ancestors(symbol) or [symbol]
        fields: dict[str, ParameterFact] = {}
        for owner in reversed(lineage):
            if owner.class_ is not None:
                fields.update({field.name: field for field in owner.class_.fields})
        return tuple(field for field in fields.values() if field.marker)

    def derives_from(self, symbol: Symbol, keys: Iterable[str]) -> bool:
        """Whether a class is, or inherits from, one of the named classes."""
        wanted = frozenset(keys)
        strangers = self._strangers.setdefault(wanted, set())
        seen: set[str] = set()
        pending = [symbol]
        while pending:
            current = pending.pop()
            if current.key in wanted:
                return True
            if current.class_ is None or current.key in seen or current.key in strangers:
                continue
            seen.add(current.key)
            bases = (self.resolve(current.path, base) for base in current.class_.bases)
            pending.extend(base for base in bases if base is not None)
        strangers |= seen
        return False

    @cached_property
    def _strangers(self) -> dict[frozenset[str], set[str]]:
        """Classes that inherit from none of some named ones, as far as somebody has asked."""
        return {}


def _inherits_constructor(symbol: Symbol) -> bool:
    """Whether the one base of a class decides how it is called; its own fields are then none that a caller gives."""
    owner = symbol.class_
    return owner is not None and len(owner.bases) == 1 and api.INJECTABLE.issuperset(owner.decorators)


@cache
def is_test_file(path: str) -> bool:
    """Whether pytest would collect a file, or a test reads it; or it is a document, which shows things."""
    if is_document(path):
        return True
    *folders, name = path.replace("\\", "/").split("/")
    stem = name.rpartition(".")[0]
    is_named = stem.startswith("test_") or stem.endswith("_test") or stem == "conftest"
    return is_named or any(folder in {"tests", "test"} or folder.endswith("_tests") for folder in folders)


def _is_package(path: str) -> bool:
    return path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"}


def _named(path: str, root: str) -> str:
    """The dotted name of a file below a folder; what is no module has none that could be imported."""
    if not is_module(path):
        return f"/{path}"
    inner = path[len(root) + 1 :] if root else path
    return inner.rpartition(".")[0].replace("/", ".").removesuffix(".__init__")


_PLAIN_BASES = frozenset({"object", "Protocol", "Generic", "ABC"})


def _is_plain_base(symbol: Symbol) -> bool:
    return symbol.key.rpartition(".")[2] in _PLAIN_BASES


def _identity(symbol: Symbol) -> tuple[str, str]:
    return symbol.path, symbol.key


_CLASSIC = frozenset({"attr.s", "attr.attrs", "attr.attributes"})
"""Their fields need no annotation: `title = attr.ib()`."""
