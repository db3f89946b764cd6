"""Names that a module of the project does not have, so that to import them from there would fail."""

from __future__ import annotations

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.occurrences import top_bindings, word
from tdomcheck.regex import regex

_MAKES_NAMES = regex(rb"\b(?:globals|vars|setattr|exec|__dict__|sys[ \t]*\.[ \t]*modules|__getattr__)\b")
"""A module that says one of these may have names that it nowhere binds."""
_GLOBAL = regex(rb"\bglobal\b[^\n]*")


def lacks_name(codebase: Codebase, path: str, module: str, name: str) -> bool:
    """Whether a file would import a name in vain: the module is one of the project, and nothing binds the name there.

    Of modules outside of the project, and of those that make names when they run, nobody knows."""
    project = codebase.project
    seen: set[str] = set()
    pending = [(path, module)]
    while pending:
        taker, reference = pending.pop()
        dotted = project.absolute(taker, reference)
        home = project.module_path(dotted)
        if home in seen:
            continue
        view = codebase.view(home) if home else None
        if view is None or project.module_path(f"{dotted}.{name}") or _may_have(view, name):
            return False
        seen.add(home)
        pending += [(home, fact.module) for fact in view.imports if fact.name == "*"]
    return True


def _may_have(view: ModuleView, name: str) -> bool:
    """Whether a module binds a name, or may do so in a way that only a run tells."""
    code = view.source.utf8
    is_global = any(word(name).search(match.group()) for match in _GLOBAL.finditer(code))
    return bool(top_bindings(view, name)) or is_global or _MAKES_NAMES.search(code) is not None
