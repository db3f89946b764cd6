"""Whether what a function renders may hold text that somebody has marked as safe, and that is written as it is."""

from __future__ import annotations

from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.scopes import import_target
from tdomcheck.facts.values import FileFacts

FORMED = "html of tdom"
"""The kind of what `html()` gives where no such text may be in it."""
_MOST_FILES = 200


def knows_no_markup(project: Project, symbol: Symbol) -> bool:
    """Whether no file that a function is made of, as far as imports tell, can make such text."""
    seen: set[str] = set()
    pending = [symbol.path]
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        facts = project.facts.get(path)
        if facts is None or facts.is_incomplete or _knows_markup(facts) or len(seen) > _MOST_FILES:
            return False
        for fact in facts.imports:
            target = import_target(fact)
            found = project.resolve(path, target) or project.resolve(path, target.rpartition(".")[0])
            pending += [found.path] if found is not None and found.path else []
    return True


def _knows_markup(facts: FileFacts) -> bool:
    """An import tells more than a text, in which a docstring may speak of markup."""
    is_imported = any("markup" in f"{fact.module}.{fact.name}".lower() or fact.name == "*" for fact in facts.imports)
    return is_imported or any("__html__" in owner.methods for owner in facts.classes)
