"""Whether what is given a registry or a container may be code that is not of the project."""

from __future__ import annotations

import builtins
import sys

from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.once import once
from tdomcheck.model.features import FeatureOf

LIBRARIES = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom", "tdom_svcs", "typing", "builtins", "collections"})
"""Packages that are known."""
_HARMLESS = frozenset(dir(builtins)) | {
    "append",
    "assert_called_once_with",
    "assert_called_with",
    "assertEqual",
    "assertIs",
    "assertIsInstance",
    "assertIsNot",
    "callback",
    "debug",
    "enter_async_context",
    "enter_context",
    "error",
    "get",
    "html",
    "info",
    "log",
    "pop",
    "push",
    "remove",
    "render",
    "setattr",
    "update",
    "warning",
}
"""What keeps, shows or compares what it is given."""


def is_handed_elsewhere(project: Project, path: str, features: frozenset[str]) -> bool:
    """Whether a file gives a registry or a container to code that nobody sees."""
    return any(_may_be_from_elsewhere(project, path, taker) for taker in FeatureOf.HANDED_REGISTRY.names_in(features))


def _may_be_from_elsewhere(project: Project, path: str, taker: str) -> bool:
    """Told by a reference, or by the name of a method."""
    if taker.startswith("?"):
        return taker[1:] not in _HARMLESS and taker[1:] not in _functions(project)
    symbol = project.resolve(path, taker)
    if symbol is None:
        return taker.rpartition(".")[2] not in _functions(project)
    root = symbol.key.partition(".")[0]
    return symbol.is_external and root not in LIBRARIES and root not in sys.stdlib_module_names


@once
def _functions(project: Project) -> frozenset[str]:
    """The last names of all functions and classes of the project."""
    paths: set[str] = set()
    for facts in project.facts.values():
        paths.update(fact.path for fact in facts.functions)
        paths.update(fact.path for fact in facts.classes)
    return frozenset(path.rpartition(".")[2] for path in paths)
