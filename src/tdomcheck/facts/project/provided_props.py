"""What the processors of a project give to its components beside the attributes of their tags."""

from __future__ import annotations

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.once import once
from tdomcheck.facts.vocabulary import libraries as api


@once
def provided_props(project: Project) -> frozenset[str] | None:
    """The props that some processor provides; None where one of them provides what nobody can tell."""
    provided: set[str] = set()
    is_unknown = False
    for path, facts in project.facts.items():
        for fact in facts.processors:
            if fact.is_open:
                return None
            provided.update(fact.names)
            is_unknown = is_unknown or not _is_known(project, path, fact.reference)
    return None if is_unknown and not provided else frozenset(provided)


def _is_known(project: Project, path: str, reference: str) -> bool:
    """Whether a processor is the project's own, or one of the libraries, which provide what is injected."""
    if reference.partition(".")[0] in api.RENDERING:
        return True
    symbol = project.resolve(path, reference)
    return symbol is not None and not symbol.is_external
