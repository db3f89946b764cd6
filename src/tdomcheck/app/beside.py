"""Which modules a file that no project holds imports from beside it: they are read for facts and not judged."""

from __future__ import annotations

import os
import typing as t
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tdomcheck.facts.records import FileFacts, ImportFact
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import SOURCES


def import_root(path: str) -> str:
    """The folder that a module is imported from: the one around its outermost package."""
    folder = os.path.dirname(path)
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def import_roots(paths: Iterable[str]) -> list[str]:
    """The folders that files are imported from, but for those where the same name means another module."""
    names: dict[str, set[str]] = {}
    for path in paths:
        root = import_root(path)
        first = os.path.relpath(path, root).partition(os.sep)[0]
        names.setdefault(root, set()).add(os.path.splitext(first)[0])
    claims = Counter(name for inside in names.values() for name in inside)
    return sorted(root for root, inside in names.items() if all(claims[name] == 1 for name in inside))


class ModulesBeside(t.NamedTuple):
    """Modules that are imported, and where they were looked for."""

    paths: set[str]
    """Real ones."""
    folders: set[str]


def modules_beside(facts: Mapping[str, FileFacts], root: str) -> ModulesBeside:
    """The files that are imported by files with facts."""
    modules = ModulesBeside(set(), set())
    for path in facts:
        start = import_root(path)
        for fact in facts[path].imports:
            for folder, name in _steps(path, start, fact):
                modules.folders.add(folder)
                real = map(os.path.realpath, _files(folder, name))
                modules.paths.update(file for file in real if is_within(file, start) or is_within(file, root))
    return modules


def _steps(path: str, start: str, fact: ImportFact) -> Iterator[tuple[str, str]]:
    """The folders that an import leads through, each with the name that is looked for in it."""
    name = fact.module.lstrip(".")
    folder = start
    for level in range(len(fact.module) - len(name)):
        folder = os.path.dirname(path) if level == 0 else os.path.dirname(folder)
    for part in filter(None, [*name.split("."), fact.name.replace("*", "")]):
        yield folder, part
        folder = os.path.join(folder, part)
        if not os.path.isdir(folder):
            return


def _files(folder: str, name: str) -> Iterator[str]:
    """A module, or the one of a package."""
    yield from _existing(os.path.join(folder, name))
    if os.path.isdir(os.path.join(folder, name)):
        yield from _existing(os.path.join(folder, name, "__init__"))


def _existing(stem: str) -> Iterator[str]:
    for suffix in SOURCES:
        if os.path.isfile(stem + suffix):
            yield stem + suffix
