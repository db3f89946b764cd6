"""Which files a change of others can reach, as far as imports tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.scopes import import_target


def importers(project: Project, paths: Iterable[str]) -> frozenset[str]:
    """Files that import one of the given ones, or a file that does, and these themselves.

    A `conftest.py` counts as imported by what stands below its folder: pytest does that.
    """
    by_imported = _by_imported(project)
    reached = {path for path in paths if path in project.facts}
    pending = deque(reached)
    while pending:
        path = pending.popleft()
        near = [*by_imported.get(path, ()), *_below_conftest(project, path)]
        fresh = [each for each in near if each not in reached]
        reached.update(fresh)
        pending.extend(fresh)
    return frozenset(reached)


def _by_imported(project: Project) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in project.facts:
        for imported in set(_imported(project, path)):
            found.setdefault(imported, []).append(path)
    return found


def _imported(project: Project, path: str) -> Iterator[str]:
    """The files that run when a file is imported: modules, and the packages that they are in."""
    for fact in project.facts[path].imports:
        names = {fact.module, import_target(fact)}
        for name in {project.absolute(path, each) for each in names}:
            parts = name.split(".")
            for count in range(1, len(parts) + 1):
                module = project.module_path(".".join(parts[:count]))
                if module and module != path:
                    yield module


def _below_conftest(project: Project, path: str) -> Iterator[str]:
    folder, _, name = path.rpartition("/")
    if name == "conftest.py":
        yield from (each for each in project.facts if not folder or each.startswith(f"{folder}/"))
