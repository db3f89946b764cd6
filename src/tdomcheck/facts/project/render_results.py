"""Which functions give back nothing but what `html()` makes, or nothing but templates, also by the next function."""

from __future__ import annotations

from tdomcheck.facts.project.certainty import is_certain
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import FunctionFact

_MOST_HOPS = 3
"""Helpers that give back what the next one does."""
_ANNOTATIONS = frozenset({"str", "Template"})
"""How a function is annotated, if at all, of which its `return` statements tell more."""


def rendered_kind(project: Project, path: str, function: FunctionFact, hops: int = _MOST_HOPS) -> str:
    """`html` or `template`, where a function returns nothing else; empty otherwise."""
    if not _ANNOTATIONS.issuperset(function.returns.split()):
        return ""
    kinds = set(function.returned) - {"unknown"}
    for reference in function.returned_calls:
        symbol = project.resolve(path, reference) if hops and is_certain(project, path, reference) else None
        called = symbol.function if symbol is not None else None
        if symbol is None or called is None or called.decorators or called.is_async or called.is_generator:
            return ""
        kinds.add(rendered_kind(project, symbol.path, called, hops - 1))
    return kinds.pop() if len(kinds) == 1 and kinds <= {"html", "template"} else ""
