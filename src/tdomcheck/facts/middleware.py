"""Which classes of a project are run as middleware."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck.facts import api
from tdomcheck.facts.project import Project, Symbol

MIDDLEWARE = "middleware"
"""The kind of a class that some file registers, or names in the map of a target."""


def is_middleware(project: Project, symbol: Symbol) -> bool:
    if "middleware" not in project.memory:
        project.memory["middleware"] = frozenset(found.key for found in _registered(project) if found is not None)
    return symbol.key in t.cast("frozenset[str]", project.memory["middleware"])


def _registered(project: Project) -> Iterator[Symbol | None]:
    for path, facts in project.facts.items():
        for call in facts.calls:
            if call.function in api.REGISTER_MIDDLEWARE and not call.is_quiet:
                named = dict(call.keywords).get("middleware_type", "")
                yield project.resolve(path, call.arguments[1] if len(call.arguments) > 1 else named)
        for hook in facts.hooks:
            yield project.resolve(path, hook.type_ref) if not hook.is_text else None
