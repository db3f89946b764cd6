"""Of which classes the resources of a project's containers are, and what those lack."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.python.once import once
from tdomcheck.facts.services.container_calls import CONTAINER, INDIRECT

_CLASS = re.compile(r"(?:typing\.)?[tT]ype\[")
_SHOWING = re.compile(r"(?:^|/)(?:examples?|demos?|docs|benchmarks?)/")
"""Folders that show how something is used, and are not what is used."""
_OPEN = frozenset({"__getattr__", "__getattribute__", "__new__"})
"""Methods by which an object may have any attribute, or be of another class."""


@once
def resource_classes(project: Project) -> Sequence[Symbol]:
    """The classes of the resources that the application opens containers with; none where one is not known."""
    return _resource_classes(project)


def _resource_classes(project: Project) -> Sequence[Symbol]:
    found: dict[str, Symbol] = {}
    is_open = any(INDIRECT in facts.features for facts in project.facts.values()) or "resource" in patched(project)
    of_application = False
    for path, facts in project.facts.items() if not is_open else ():
        if any(base.endswith(CONTAINER) for owner in facts.classes for base in owner.bases):
            return ()
        for reference in (one for call in facts.calls for one in call.resources):
            symbol, is_class = _made(project, path, reference)
            if is_class:
                continue  # no resource that anybody means; TDC602 speaks of it
            if symbol is None or symbol.class_ is None or not _OPEN.isdisjoint(symbol.class_.methods):
                return ()
            found[symbol.key] = symbol
            of_application = of_application or not (is_test_file(path) or _SHOWING.search(path))
    return tuple(found[key] for key in sorted(found)) if of_application else ()


def _made(project: Project, path: str, reference: str) -> tuple[Symbol | None, bool]:
    """The class of what is given, and whether a class is given itself."""
    symbol = project.resolve(path, reference.lstrip("=")) if reference else None
    if reference.startswith("="):
        return None, symbol is not None and symbol.class_ is not None
    made = symbol.function if symbol is not None else None
    if symbol is not None and made is not None:
        return project.resolve(symbol.path, made.returned_ref), _CLASS.match(made.returns) is not None
    return symbol, False
