"""What a file calls a module that it did not import so far: a name that means nothing else there."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from itertools import count

from tdomcheck.edits.imports import importable
from tdomcheck.facts.python.occurrences import BINDING, Occurrence, homes_of, top_bindings
from tdomcheck.model import ImportRequest
from tdomcheck.refactor.needs import BRANCHES
from tdomcheck.refactor.origins import absolute, imported_by
from tdomcheck.refactor.places import is_package, relative
from tdomcheck.refactor.sources import SourceReading, Sources


class ModuleName:
    """How the places of one file say a module."""

    def __init__(self, sources: Sources, reading: SourceReading, module: str) -> None:
        self._sources = sources
        self._reading = reading
        self._module = module

    def for_owner(self, owner: str, *, is_relative: bool) -> tuple[str, tuple[ImportRequest, ...]]:
        """What stands in the place of another module, and the import that this needs; relative as that of the other."""
        parent, _, last = self._module.rpartition(".")
        first = self._module.partition(".")[0]
        is_whole = "." in owner or not parent
        if is_whole and (owner.startswith(f"{first}.") or self._is_free(first)):
            return self._module, (ImportRequest(self._module, ""),)
        known = importable(self._reading.view, self._module, "")
        if known is not None and not known[1]:
            return known
        name = next(each for each in self._candidates() if self._is_free(each))
        if self._is_bound(top_bindings(self._reading.view, name)):
            return name, ()
        alias = "" if name == last else f" as {name}"
        if not parent:
            return name, (ImportRequest(self._module + alias, ""),)
        return name, (ImportRequest(self._relative(parent) if is_relative else parent, last + alias),)

    def _relative(self, package: str) -> str:
        path = self._reading.around.path if self._reading.around is not None else self._reading.path
        return relative(self._sources.module_name(path), package, is_from_package=is_package(path))

    def _candidates(self) -> Iterator[str]:
        parent, _, last = self._module.rpartition(".")
        yield last
        if parent:
            yield f"{parent.rpartition('.')[2]}_{last}"
        yield f"{last}_module"
        yield from (f"{last}_{number}" for number in count(2))

    def _is_free(self, name: str) -> bool:
        """Whether no scope of the file gives a name another meaning, and nobody reads it as a builtin."""
        if hasattr(builtins, name):
            return False
        return all(
            home is not None and self._is_imported(each for each in occurrences if each.role in BINDING)
            for home, occurrences in homes_of(self._reading.view, name).items()
        )

    def _is_imported(self, bindings: Iterable[Occurrence]) -> bool:
        """Whether all that binds a name, if anything does, imports the module, or by its first part the package."""
        return all(map(self._imports_it, bindings))

    def _imports_it(self, binding: Occurrence) -> bool:
        imported = imported_by(self._reading.view, binding)
        if imported is None:
            return False
        module = absolute(self._sources, self._reading, imported.module)
        if imported.is_bound_whole:
            return module.partition(".")[0] == self._module.partition(".")[0]
        return (f"{module}.{imported.name}" if imported.name else module) == self._module

    def _is_bound(self, bindings: list[Occurrence]) -> bool:
        """Whether a module has the name, whatever branch it takes."""
        return any(binding.step.around(*BRANCHES) is None for binding in bindings)
