"""Which modules a file that no project holds imports from beside it: they are read for facts and not judged."""

from __future__ import annotations

import os
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
    claimed: dict[str, int] = {}
    for name in (name for found in names.values() for name in found):
        claimed[name] = claimed.get(name, 0) + 1
    return sorted(root for root, found in names.items() if all(claimed[name] == 1 for name in found))


def modules_beside(facts: Mapping[str, FileFacts], root: str, watched: set[str]) -> set[str]:
    """The files that are imported by files with facts, by real path; adds to `watched` where they were looked for."""
    modules: set[str] = set()
    for path in facts:
        start = import_root(path)
        for fact in facts[path].imports:
            for found in _files(path, start, fact, watched):
                real = os.path.realpath(found)
                if is_within(real, start) or is_within(real, root):
                    modules.add(real)
    return modules


def _files(path: str, start: str, fact: ImportFact, watched: set[str]) -> Iterator[str]:
    """The files of a module, of the packages around it, and of the name that is imported if it is a module."""
    name = fact.module.lstrip(".")
    folder = start
    for level in range(len(fact.module) - len(name)):
        folder = os.path.dirname(path) if level == 0 else os.path.dirname(folder)
    for part in filter(None, [*name.split("."), fact.name.replace("*", "")]):
        watched.add(folder)
        yield from _existing(os.path.join(folder, part))
        folder = os.path.join(folder, part)
        if not os.path.isdir(folder):
            return
        yield from _existing(os.path.join(folder, "__init__"))


def _existing(stem: str) -> Iterator[str]:
    for suffix in SOURCES:
        if os.path.isfile(stem + suffix):
            yield stem + suffix
