"""Which functions give back nothing but what `html()` makes, or nothing but templates, also by the next function."""

from __future__ import annotations

from tdomcheck.facts.limits import MOST_HELPERS
from tdomcheck.facts.project.certainty import is_certain
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import FunctionFact, ValueKind

_ANNOTATIONS = frozenset({"str", "Template"})
"""How a function is annotated, if at all, of which its `return` statements tell more."""


def rendered_kind(project: Project, path: str, function: FunctionFact, hops: int = MOST_HELPERS) -> ValueKind | None:
    """`HTML` or `TEMPLATE`, where a function returns nothing else."""
    if not _ANNOTATIONS.issuperset(function.returns.split()):
        return None
    kinds: set[ValueKind | None] = {kind for kind in function.returned if kind is not ValueKind.UNKNOWN}
    for reference in function.returned_calls:
        symbol = project.resolve(path, reference) if hops and is_certain(project, path, reference) else None
        called = symbol.function if symbol is not None else None
        if symbol is None or called is None or called.decorators or called.is_async or called.is_generator:
            return None
        kinds.add(rendered_kind(project, symbol.path, called, hops - 1))
    return kinds.pop() if len(kinds) == 1 and kinds <= {ValueKind.HTML, ValueKind.TEMPLATE} else None
