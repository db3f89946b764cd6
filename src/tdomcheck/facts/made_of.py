"""The files that a definition is made of, as far as imports tell."""

from __future__ import annotations

from collections.abc import Callable

from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.scopes import import_target
from tdomcheck.facts.values import FileFacts

_MOST_FILES = 200


def are_all(project: Project, symbol: Symbol, test: Callable[[FileFacts], bool]) -> bool:
    """Whether something holds of every file that a definition is made of; not where one is not known as a whole."""
    seen: set[str] = set()
    pending = [symbol.path]
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        facts = project.facts.get(path)
        if facts is None or facts.is_incomplete or len(seen) > _MOST_FILES or not test(facts):
            return False
        for fact in facts.imports:
            target = import_target(fact)
            found = project.resolve(path, target) or project.resolve(path, target.rpartition(".")[0])
            pending += [found.path] if found is not None and found.path else []
    return True
