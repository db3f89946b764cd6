"""Of which classes the resources of a project's containers are, and what those lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import FileFacts
from tdomcheck.facts.services.container_calls import CONTAINER
from tdomcheck.model.features import Feature
from tdomcheck.regex import regex

_CLASS = regex(r"(?:typing\.)?[tT]ype\[")
_SHOWING = regex(r"(?:^|/)(?:examples?|demos?|docs|benchmarks?)/")
"""Folders that show how something is used, and are not what is used."""
_OPEN = frozenset({"__getattr__", "__getattribute__", "__new__"})
"""Methods by which an object may have any attribute, or be of another class."""


@once
def resource_classes(project: Project) -> Sequence[Symbol]:
    """The classes of the resources that the application opens containers with; none where one is not known."""
    if _is_opened_otherwise(project):
        return ()
    classes: dict[str, Symbol] = {}
    paths: list[str] = []
    for path, reference in _resources(project):
        symbol, is_class = _class_of(project, path, reference)
        if is_class:
            continue  # no resource that anybody means; TDC602 speaks of it
        if symbol is None or symbol.class_ is None or not _OPEN.isdisjoint(symbol.class_.methods):
            return ()
        classes[symbol.key] = symbol
        paths.append(path)
    return tuple(classes[key] for key in sorted(classes)) if any(map(_is_of_application, paths)) else ()


def _is_opened_otherwise(project: Project) -> bool:
    """Whether containers are opened, or may be, where nobody sees with what."""
    return "resource" in patched(project) or any(map(_opens_otherwise, project.facts.values()))


def _opens_otherwise(facts: FileFacts) -> bool:
    is_derived = any(base.endswith(CONTAINER) for owner in facts.classes for base in owner.bases)
    return is_derived or Feature.OPENING_INDIRECTLY in facts.features


def _resources(project: Project) -> Iterator[tuple[str, str]]:
    """The references to what containers are opened with, each with its file."""
    for path, facts in project.files_with("calls"):
        yield from ((path, reference) for call in facts.calls for reference in call.resources)


def _is_of_application(path: str) -> bool:
    return not (is_test_file(path) or _SHOWING.search(path))


def _class_of(project: Project, path: str, reference: str) -> tuple[Symbol | None, bool]:
    """The class of what is given, and whether a class is given itself."""
    symbol = project.resolve(path, reference.lstrip("=")) if reference else None
    if reference.startswith("="):
        return None, symbol is not None and symbol.class_ is not None
    function = symbol.function if symbol is not None else None
    if symbol is not None and function is not None:
        return project.resolve(symbol.path, function.returned_ref), _CLASS.match(function.returns) is not None
    return symbol, False
