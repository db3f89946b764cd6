"""What the processors of a project give to its components beside the attributes of their tags."""

from __future__ import annotations

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ProcessorFact
from tdomcheck.facts.vocabulary import api


@once
def provided_props(project: Project) -> frozenset[str] | None:
    """The props that some processor provides; None where one of them may provide what nobody can tell."""
    provided: set[str] = set()
    for path, facts in project.files_with("processors"):
        for fact in facts.processors:
            if fact.is_open or not (fact.reference == ":" or _is_known(project, path, fact)):
                return None
            provided.update(fact.names)
    return frozenset(provided)


def _is_known(project: Project, path: str, fact: ProcessorFact) -> bool:
    """Whether a processor is the project's own, with all its bases, or one of the libraries."""
    seen: set[str] = set()
    pending = [(path, fact.reference)]
    while pending:
        place, reference = pending.pop()
        if reference.partition(".")[0] in _LIBRARIES:
            continue
        symbol = project.resolve(place, reference)
        if symbol is None or symbol.is_external:
            return False
        if symbol.class_ is not None and symbol.key not in seen:
            seen.add(symbol.key)
            pending += [(symbol.path, base) for base in symbol.class_.bases]
    return True


_LIBRARIES = api.RENDERING | {"builtins", "typing", "abc"}
"""Whose processors provide what is injected, and nothing else."""
