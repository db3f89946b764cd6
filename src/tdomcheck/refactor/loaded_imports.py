"""Which modules of the project are loaded when another is: what may come to a circle."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.refactor.origins import Definition, absolute
from tdomcheck.refactor.sources import Sources


class LoadedImports:
    """The imports that run with a module, those of one definition aside: they are to change."""

    def __init__(self, sources: Sources, definition: Definition) -> None:
        self._sources = sources
        self._definition = definition

    def chain(self, start: str, end: str) -> list[str]:
        """The modules by which one imports another when it is loaded."""
        before: dict[str, str] = {start: ""}
        pending = [start]
        while pending:
            path = pending.pop(0)
            if path == end:
                names: list[str] = []
                while path:
                    names.append(f"`{self._sources.module_name(path)}`")
                    path = before[path]
                return names[::-1]
            for following in self._imported_files(path):
                if following not in before:
                    before[following] = path
                    pending.append(following)
        return []

    def _imported_files(self, path: str) -> Iterator[str]:
        """The files of the project that a module runs first, what it imports of the definition aside."""
        reading = self._sources.module(path)
        for fact in reading.view.imports if reading is not None else ():
            if reading is None or fact.is_type_checking or not fact.is_top_level:
                continue
            dotted = absolute(self._sources, reading, fact.module)
            if fact.name == self._definition.name and self._sources.naming.module_path(dotted) == self._definition.path:
                continue
            inner = self._sources.naming.module_path(f"{dotted}.{fact.name}")
            yield from (each for each in (self._sources.naming.module_path(dotted), inner) if each)
