"""Constants of a module, also by the names under which other modules pass them on."""

from __future__ import annotations

from tdomcheck.facts.limits import MOST_CONSTANTS
from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.bindings import STAR
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import FileFacts


def home_of(project: Project, path: str, reference: str, hops: int = MOST_CONSTANTS) -> tuple[FileFacts, str] | None:
    """The module that gives a name its value, and what the name is there."""
    outer, _, name = reference.rpartition(".")
    module = project.resolve(path, outer) if outer.strip(".") else None
    if module is None or not module.path or module.function is not None or module.class_ is not None or not hops:
        return None
    facts = project.facts[module.path]
    if any(name == variable for variable, _ in facts.variables):
        return facts, name
    passed_on = [fact for fact in facts.imports if fact.alias == name and fact.is_top_level]
    return home_of(project, module.path, import_target(passed_on[0]), hops - 1) if len(passed_on) == 1 else None


def kind_of(project: Project, path: str, reference: str) -> str | None:
    """What `constant_kind` says of a constant of another module, where nothing else may give it a value."""
    home = home_of(project, path, reference)
    return dict(home[0].constants).get(home[1]) if home is not None and _is_sure(project, *home) else None


def text_of(project: Project, path: str, reference: str) -> str | None:
    """The text of a constant, of the file itself or of another module."""
    is_own = reference.startswith(":")
    home = (project.facts[path], reference[1:]) if is_own else home_of(project, path, reference)
    if home is None or not _is_sure(project, *home) or home[1] in home[0].unsure:
        return None
    return dict(home[0].texts).get(home[1])


def _is_sure(project: Project, facts: FileFacts, name: str) -> bool:
    return STAR not in facts.unsure and name not in patched(project)
