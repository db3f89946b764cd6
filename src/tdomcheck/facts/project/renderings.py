"""Which calls certainly render, also by way of a helper, and which components get nothing injected then."""

from __future__ import annotations

import typing as t
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tdomcheck.facts.project.application import Application, last_name
from tdomcheck.facts.project.certainty import is_certain
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.records import CallFact, FunctionFact, ParameterFact, RenderFact, TemplateUseFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.ranges import covers, merged
from tdomcheck.values import replace

_Placed = t.TypeVar("_Placed", RenderFact, TemplateUseFact)


def _between(placed: Sequence[_Placed], start: int, end: int) -> Sequence[_Placed]:
    """Those of some calls or tags, in order, that begin between two places."""
    first = bisect_left(placed, start, key=_start)
    return placed[first : bisect_left(placed, end, first, key=_start)]


@once_each
def _tags_in_order(project: Project, path: str) -> Sequence[TemplateUseFact]:
    """The tags of components in a file, in order: those of a template in a template too."""
    return sorted(project.facts[path].uses, key=_start)


def _start(placed: RenderFact | TemplateUseFact) -> int:
    return placed.start


@once_each
def known_renders(project: Project, path: str) -> Sequence[RenderFact]:
    """The calls in a file that certainly render, in order, each with the function of the library that it calls."""
    renders = project.facts[path].renders
    named = [replace(render, function=_library_function(project, path, render)) for render in renders]
    return sorted((render for render in named if render.function), key=_start)


def _library_function(project: Project, path: str, render: RenderFact) -> str:
    if render.function in api.HTML:
        return render.function
    symbol = project.resolve(path, render.function)
    is_html = symbol is not None and symbol.key in api.HTML and is_certain(project, path, render.function)
    return symbol.key if symbol is not None and is_html else ""


def rendered_tags(project: Project, path: str, render: RenderFact) -> Iterator[TemplateUseFact]:
    """The tags of components that a call renders; those in a template within it are left to the call around that."""
    within = _between(known_renders(project, path), render.template_start + 1, render.template_end)
    inner = merged([(other.start, other.end) for other in within])
    uses = _between(_tags_in_order(project, path), render.template_start, render.template_end)
    yield from (use for use in uses if not covers(inner, use.start))


def helper_renders(project: Project, path: str, call: CallFact, given: str) -> list[RenderFact]:
    """How a function renders a template that it is `given`, by position or by name; under the name of the function."""
    symbol = project.resolve(path, call.function)
    function = symbol.function if symbol is not None else None
    if symbol is None or function is None or not _is_helper(project, path, call, symbol, function):
        return []
    is_method = call.site.receiver == "self"
    listed = [each.name for each in function.parameters if each.is_positional][is_method:]
    names = listed[int(given) :][:1] if given.isdigit() else [given]
    return [
        replace(render, name=last_name(symbol.key))
        for render in known_renders(project, symbol.path)
        if render.site.owner == function.path and render.parameter in names
    ]


def _is_helper(project: Project, path: str, call: CallFact, symbol: Symbol, function: FunctionFact) -> bool:
    """Whether a call certainly runs one function, there and then."""
    name, unsure = call.function.rpartition(".")[2].lstrip(":"), project.facts[path].unsure
    if function.decorators or function.is_async or function.is_generator or name in unsure or "*" in unsure:
        return False
    if call.site.receiver != "self":
        return Application.of(project).is_single(symbol)
    # Classes of the same file are known; one of another file may override the method.
    return _files_by_function(project)[name] == {path}


@once
def _files_by_function(project: Project) -> dict[str, set[str]]:
    files: dict[str, set[str]] = {}
    for path, facts in project.files_with("functions"):
        for function in facts.functions:
            files.setdefault(last_name(function.path), set()).add(path)
    return files


class Unfilled(t.NamedTuple):
    """A component that is rendered without what it injects."""

    component: Symbol
    fields: Sequence[ParameterFact]


def unfilled_component(project: Project, path: str, use: TemplateUseFact) -> Unfilled | None:
    """The component of a tag, or the first one that it renders itself, with injected fields that nothing fills."""
    symbol = project.resolve(path, use.tag_ref)
    if symbol is None:
        return None
    fields = _unfilled_fields(project, use, symbol)
    return Unfilled(symbol, fields) if fields else _unfilled_inside(project, symbol)


def _unfilled_fields(project: Project, use: TemplateUseFact, symbol: Symbol) -> list[ParameterFact]:
    """The injected fields that neither a tag nor a default gives a value."""
    if symbol.is_external or project.parameters(symbol) is None:
        return []
    names = {name.replace("-", "_") for name in use.names}
    fields = project.injected_fields(symbol)
    return [field for field in fields if not field.has_default and field.is_init and field.name not in names]


def _unfilled_inside(project: Project, symbol: Symbol) -> Unfilled | None:
    seen, pending = {symbol.key}, [symbol]
    while pending:
        current = pending.pop()
        for use in Application.of(project).tags_in(current):
            component = project.resolve(current.path, use.tag_ref)
            if component is None or component.is_external or component.key in seen or use.is_quiet or use.has_spread:
                continue
            fields = _unfilled_fields(project, use, component)
            if fields:
                return Unfilled(component, fields)
            seen.add(component.key)
            pending.append(component)
    return None
