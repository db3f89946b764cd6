"""The files that a definition is made of, as far as imports tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tdomcheck.facts.limits import MOST_FILES
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import FileFacts

Given = Callable[[str, FileFacts], Sequence[str] | None]
"""The files of what containers fill in for the definitions of a file; None where that may be anything."""


def are_all(
    project: Project, symbols: Sequence[Symbol], test: Callable[[FileFacts], bool], given: Given | None = None
) -> bool:
    """Whether something holds of every file that definitions are made of; not where one is not known as a whole."""
    seen: set[str] = set()
    pending = [symbol.path for symbol in symbols]
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        facts = project.facts.get(path)
        if facts is None or facts.is_incomplete or len(seen) > MOST_FILES or not test(facts):
            return False
        filled = given(path, facts) if given is not None else ()
        if filled is None:
            return False
        pending += filled
        for fact in facts.imports:
            target = import_target(fact)
            definition = project.resolve(path, target) or project.resolve(path, target.rpartition(".")[0])
            pending += [definition.path] if definition is not None and definition.path else []
    return True
