"""Whether what a function renders may hold text that somebody has marked as safe, and that is written as it is."""

from __future__ import annotations

from tdomcheck.facts.project.import_closure import are_all
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.features import Feature


def knows_no_markup(project: Project, symbol: Symbol) -> bool:
    """Whether no file that a function is made of, as far as imports tell, can make such text."""
    return are_all(project, [symbol], _knows_none)


def _knows_none(facts: FileFacts) -> bool:
    """An import tells more than a text, in which a docstring may speak of markup."""
    is_imported = any("markup" in f"{fact.module}.{fact.name}".lower() or fact.name == "*" for fact in facts.imports)
    is_made = Feature.AS_IT_IS in facts.features or any("__html__" in owner.methods for owner in facts.classes)
    return not (is_imported or is_made)
