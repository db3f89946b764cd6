"""Which modules of a project its scans walk, and what they find there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import FunctionFact, ScanFact
from tdomcheck.facts.services.setup_functions import SET_UPS
from tdomcheck.model.features import Feature, FeatureOf


def set_ups(project: Project, path: str) -> Iterator[tuple[Symbol, FunctionFact]]:
    """The functions of a module that a scan calls by their names."""
    for fact in () if is_test_file(path) else project.facts[path].functions:
        symbol = project.resolve(path, f":{fact.path}") if fact.path in SET_UPS else None
        if symbol is not None and symbol.path == path:
            yield symbol, fact


_MANIFEST = "pyproject.toml"
"""A folder that has one of its own is a package that others may scan."""


class Reach:
    """The modules that the scans of a project walk."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.modules = sorted({project.module_name(path) for path in project.facts} - {""})
        self.scanned: set[str] = set()
        self._of_application: set[str] = set()
        self._is_open = False
        for path, facts in project.files_with("scans"):
            for scan in facts.scans:
                self._add(path, scan)

    @classmethod
    def of(cls, project: Project) -> Reach:
        """That of a project, made when it is first asked for."""
        return _reach(project)

    @property
    def is_known(self) -> bool:
        """Something is scanned, and every scan says what."""
        return bool(self.scanned) and not self._is_open

    def is_walked_together(self, folder: str) -> bool:
        """Whether a scan of the application walks all modules of a folder, and none walks some of them."""
        path = f"{folder}/__init__.py"
        module = self.project.module_name(path) if path in self.project.facts else ""
        is_parted = any(name.startswith(f"{module}.") for name in self.scanned)
        wide = (name for name in self._of_application if module == name or module.startswith(f"{name}."))
        return bool(module) and not is_parted and any(wide)

    def set_ups(self, path: str, scan: ScanFact) -> Iterator[tuple[Symbol, FunctionFact]]:
        """The setup functions in the modules that one scan walks."""
        packages = [self.project.resolve(path, package) for package in scan.packages]
        names = {symbol.key for symbol in packages if symbol is not None and symbol.path and symbol.class_ is None}
        for other in self.project.facts:
            module = self.project.module_name(other)
            if any(module == name or module.startswith(f"{name}.") for name in names):
                yield from set_ups(self.project, other)

    @property
    def shown(self) -> str:
        return ", ".join(f"`{module}`" for module in sorted(self.scanned))

    def is_named(self, symbol: Symbol) -> bool:
        """Whether any file may call a setup function by hand: it imports that or its module, or asks for its name."""
        facts, module = self.project.facts[symbol.path], self.project.module_name(symbol.path)
        named, ends = self._named
        is_used = FeatureOf.OWN_SETUP(symbol.key.rpartition(".")[2]) in facts.features
        return is_used or self._is_apart(symbol.path) or module.rpartition(".")[2] in ends or symbol.key in named

    def _is_apart(self, path: str) -> bool:
        """Whether a folder around a file, below that of the project, has a manifest of its own."""
        folder = path.rpartition("/")[0]
        while folder:
            if f"{folder}/{_MANIFEST}" in self.project.facts:
                return True
            folder = folder.rpartition("/")[0]
        return False

    @cached_property
    def _named(self) -> tuple[frozenset[str], frozenset[str]]:
        """The keys of what is imported, and the last names of the modules; of all modules, if any may be asked."""
        if Feature.ASKING_FOR_SETUP in self.project.features:
            return frozenset(), frozenset(module.rpartition(".")[2] for module in self.modules)
        keys, ends = set[str](), set[str]()
        for path, facts in self.project.files_with("imports"):
            for fact in facts.imports:
                target = import_target(fact)
                symbol = self.project.resolve(path, target)
                keys.update([symbol.key] if symbol is not None else [])
                if fact.name in SET_UPS:
                    ends.add(fact.module.rpartition(".")[2])
                if symbol is None or (symbol.function is None and symbol.class_ is None):
                    ends.add(target.rpartition(".")[2])
        return frozenset(keys), frozenset(ends)

    def _add(self, path: str, scan: ScanFact) -> None:
        texts = {text for text, _, _ in scan.texts}
        if not scan.packages and not scan.has_locals:
            self._is_open = True  # the package of the caller
        for package in scan.packages:
            symbol = self.project.resolve(path, package)
            is_module = symbol is not None and symbol.function is None and symbol.class_ is None
            name = symbol.key if symbol is not None and is_module else package if package in texts else ""
            self._is_open = self._is_open or not name
            self.scanned.update([name] if name else [])
            self._of_application.update([name] if name and not is_test_file(path) else [])

    def is_lost(self, path: str, text: str) -> bool:
        """Whether a dotted name begins with a package of the project and ends nowhere."""
        if "." not in text or any(name.startswith(f"{text}.") for name in self.modules):
            return False
        return self.project.resolve(path, text) is None

    @cached_property
    def _imported(self) -> set[str]:
        """What scanned modules import counts as theirs: a scan looks at every name of a module."""
        keys: set[str] = set()
        for path, facts in self.project.files_with("imports"):
            if self._is_walked(path):
                symbols = (
                    self.project.resolve(path, import_target(fact))
                    for fact in facts.imports
                    if fact.name and fact.is_top_level
                )
                keys.update(symbol.key for symbol in symbols if symbol is not None)
                starred = (self.project.resolve(path, fact.module) for fact in facts.imports if fact.name == "*")
                keys.update(module.key for module in starred if module is not None)
        return keys

    def _is_walked(self, path: str) -> bool:
        name = self.project.module_name(path)
        inside = any(name == package or name.startswith(f"{package}.") for package in self.scanned)
        return inside and not self._gap(path)

    def reaches(self, symbol: Symbol) -> bool:
        """Whether a scan finds a definition where it is, or where it is imported."""
        return self._is_walked(symbol.path) or not self._imported.isdisjoint(
            {symbol.key, symbol.key.rpartition(".")[0]}
        )

    def gap(self, symbol: Symbol) -> str:
        """The `__init__.py` that keeps a scan from walking on; empty where nothing is missing."""
        name = self.project.module_name(symbol.path)
        inside = any(name.startswith(f"{package}.") for package in self.scanned)
        return self._gap(symbol.path) if inside else ""

    def _gap(self, path: str) -> str:
        """The first folder between a scanned package and a file that is no package."""
        folders = path.split("/")[:-1]
        name = self.project.module_name(path)
        above = max((package for package in self.scanned if name.startswith(f"{package}.")), key=len, default="")
        depth = len(name.split(".")) - len(above.split(".")) - (0 if path.endswith("__init__.py") else 1)
        for number in range(max(depth, 0)):
            folder = "/".join(folders[: len(folders) - number])
            if f"{folder}/__init__.py" not in self.project.facts:
                return f"{folder}/__init__.py"
        return ""


@once
def _reach(project: Project) -> Reach:
    return Reach(project)
