"""Names that documents never import, because everybody knows where they are from."""

from __future__ import annotations

import typing as t
from collections.abc import Iterable

from tdomcheck.facts.records import ImportFact
from tdomcheck.regex import regex

if t.TYPE_CHECKING:  # which asks this module
    from tdomcheck.facts.html.view import ModuleView

_WORLD = regex(rb"(?<![A-Za-z0-9])(?:tdom|svcs)(?![A-Za-z0-9])")
_UNION = regex(rb"tdom[_-]svcs")
_NAMES = {
    "html": "tdom",
    "svg": "tdom",
    "Markup": "markupsafe",
    "Template": "string.templatelib",
    "Inject": "svcs_di",
    "Resource": "svcs_hopscotch",
    "Get": "svcs_hopscotch",
    "injectable": "svcs_hopscotch",
    "middleware": "tdom_svcs",
    "hookable": "tdom_svcs",
    "scan": "tdom_svcs",
    "dataclass": "dataclasses",
    "field": "dataclasses",
    "HopscotchRegistry": "svcs_hopscotch",
    "HopscotchContainer": "svcs_hopscotch",
}


def implied_in(view: ModuleView) -> tuple[ImportFact, ...]:
    """An import for every name that the code of a document reads and nowhere binds, and that is well known.

    Of the session in a docstring the module around it is what everybody knows.
    """
    if view.surroundings is not None:
        known = [fact for fact in view.surroundings if fact.is_top_level and fact.name != "*"]
        return _read_imports(view, [(fact.alias, fact.module, fact.name) for fact in known])
    if any(fact.name == "*" for fact, _ in view.located_imports) or not _WORLD.search(view.source.data):
        return ()
    homes = {**_NAMES, "html": "tdom_svcs"} if _UNION.search(view.source.data) else _NAMES
    return _read_imports(view, [(name, module, name) for name, module in sorted(homes.items())])


def _read_imports(view: ModuleView, known: Iterable[tuple[str, str, str]]) -> tuple[ImportFact, ...]:
    """Imports of those names that the code reads and does not bind: each as it is called, its module, its own name."""
    bound = {fact.alias for fact, _ in view.located_imports}
    for scope in view.bare_scopes.scopes:
        bound |= scope.names | scope.bindings.keys()
    return tuple(
        ImportFact(module, name, alias, 0, 0, is_type_checking=False, is_top_level=True)
        for alias, module, name in known
        if alias not in bound and alias in view.readers
    )
