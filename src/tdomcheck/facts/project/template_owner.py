"""Whether the templates of a file are tdom's: t-strings are given to other libraries as well."""

from __future__ import annotations

from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import FileFacts, ImportFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.features import FeatureOf


def imports_tdom(imports: tuple[ImportFact, ...]) -> bool:
    return any(fact.module.partition(".")[0] in api.RENDERING for fact in imports)


def calls_of_html(facts: FileFacts) -> list[str]:
    """The references of functions that are called `html` and come from another module than tdom's."""
    return FeatureOf.HTML_FROM.names_in(facts.features)


def has_our_templates(project: Project, path: str) -> bool:
    """A file that imports tdom says so itself; of others the `html` that it calls does, else the project."""
    facts = project.facts[path]
    if imports_tdom(facts.imports):
        return True
    called = [project.resolve(path, reference) for reference in calls_of_html(facts)]
    if not called:
        return project.uses_tdom
    return any(symbol is not None and _renders(project, symbol) for symbol in called)


def _renders(project: Project, symbol: Symbol) -> bool:
    """Whether a function is one of tdom's, or one of the project's in a file that knows tdom."""
    if symbol.key in api.HTML:
        return True
    return symbol.function is not None and imports_tdom(project.facts[symbol.path].imports)
