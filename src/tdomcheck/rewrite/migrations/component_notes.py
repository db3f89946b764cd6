"""The components of a project: those that use each other are settled together, in whatever files they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.component_reasons import tags_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.component_results import FarResult, Wanted, far_results, wanted_of
from tdomcheck.rewrite.migrations.components import (
    CODE_STAYS,
    HANG_TOGETHER,
    MOST_ROUNDS,
    ComponentFile,
    ComponentNote,
    Only,
    component_file,
)
from tdomcheck.rewrite.migrations.rendered_elsewhere import tell_of_rendered

_SPEAKS_OF_TEMPLATES = regex(rb"tdom|templatelib")
_FOR_TEXT = "is called there for the text that it gives"


def component_notes(codebase: Codebase, only: Only | None = None) -> Mapping[str, ComponentNote]:
    """What the other files of a project say about the components of each file, where that is anything.

    `only` names the functions and classes of a file that are to be converted, if not all."""
    if only is not None and not any(only(view) for view in _speaking_views(codebase)):
        return {}
    components = _Components(codebase, only)
    components.settle()
    notes = ((path, components.note(path)) for path in components.files)
    return {path: note for path, note in notes if note != ComponentNote()}


def _speaking(codebase: Codebase) -> list[str]:
    """The files that may say anything of templates."""
    return [path for path in codebase.sources if _SPEAKS_OF_TEMPLATES.search(codebase.contents[path])]


def _speaking_views(codebase: Codebase) -> Iterator[ModuleView]:
    views = (codebase.view(path) for path in _speaking(codebase))
    return (view for view in views if view is not None)


class _Components:
    """The component functions of all files that may be written, and the files that use what they give."""

    def __init__(self, codebase: Codebase, only: Only | None) -> None:
        self._codebase = codebase
        self._only = only
        self._stays: dict[tuple[str, str], str] = {}
        self.files: dict[str, ComponentFile] = {}
        for path in sorted({*_speaking(codebase), *self._tags}):
            view = codebase.view(path) if codebase.is_writable(path) else None
            if view is not None and not view.tree.is_broken:
                self.files[path] = self._file(path, view)
        wanted = [*self._wanted()]
        self._results = [*far_results(codebase, wanted)] if wanted else []
        for path in {result.path for result in self._results} - self.files.keys():
            view = codebase.view(path)
            if view is not None:
                self.files[path] = ComponentFile(view)
        for path in {*_speaking(codebase)} - self.files.keys():
            view = codebase.view(path)
            if view is not None and not view.tree.is_broken:
                self.files[path] = ComponentFile(view)

    def _file(self, path: str, view: ModuleView) -> ComponentFile:
        def is_kept(start: int, end: int) -> bool:
            return self._codebase.is_kept(path, start, end)

        return component_file(view, is_kept, ComponentNote(frozenset(self._tags.get(path, ()))), self._only)

    @cached_property
    def _tags(self) -> Mapping[str, set[str]]:
        """The paths of what tags of other files name, by the file that defines it."""
        tags: dict[str, set[str]] = {}
        for path in _speaking(self._codebase):
            view = self._codebase.view(path)
            references = tags_of(view)[0] if view is not None else ()
            for reference in (each for each in references if each and not each.startswith(":")):
                symbol = self._codebase.project.resolve(path, reference)
                definition = (symbol.class_ or symbol.function) if symbol is not None else None
                if symbol is not None and definition is not None:
                    tags.setdefault(symbol.path, set()).add(definition.path)
        return tags

    def _wanted(self) -> Iterator[Wanted]:
        for path, file in self.files.items():
            functions = (function for number, function in file.functions.items() if number not in file.refusals)
            candidates = (wanted_of(path, file.view, function) for function in functions)
            yield from (wanted for wanted in candidates if wanted is not None)

    def settle(self) -> None:
        """Refuse those that must stay, until all others can give Templates together."""
        for _ in range(MOST_ROUNDS):
            self._settle_files()
            is_told = self._is_any_converting and tell_of_rendered(self._codebase, self.files)
            if not self._refuse() and not is_told:
                return
        for path, file in self.files.items():
            for number in file.converting:
                self._stays[path, file.functions[number].path] = HANG_TOGETHER
                file.refuse(number, HANG_TOGETHER)
        self._settle_files()

    @property
    def _is_any_converting(self) -> bool:
        return any(file.plans[number].edits for file in self.files.values() for number in file.converting)

    def _settle_files(self) -> None:
        for path, file in self.files.items():
            file.settle(self._templates(path))

    def _templates(self, path: str) -> frozenset[str]:
        """The references of a file to what gives Templates elsewhere."""
        mine = (result for result in self._results_of.get(path, ()) if result.reference)
        return frozenset(result.reference for result in mine if not self._is_refused(result.wanted))

    @cached_property
    def _results_of(self) -> Mapping[str, list[FarResult]]:
        results: dict[str, list[FarResult]] = {}
        for result in self._results:
            results.setdefault(result.path, []).append(result)
        return results

    def _is_refused(self, wanted: Wanted) -> bool:
        return wanted.function.node.id in self.files[wanted.path].refusals

    def _refuse(self) -> bool:
        """Whether a function is found that must stay, as somebody wants its text."""
        untaken = [each for each in self._results if not self._is_refused(each.wanted) and not self._is_taken(each)]
        for result in untaken:
            view = self._codebase.view(result.path)
            line = f":{view.source.position(view.span(result.node).start).line}" if view is not None else ""
            problem = result.problem or _FOR_TEXT
            self._stay(result.wanted, f"{result.path}{line}: `{result.wanted.label}` {problem}")
        return bool(untaken)

    def _is_taken(self, result: FarResult) -> bool:
        return not result.problem and self.files[result.path].takes(result.node)

    def _stay(self, wanted: Wanted, reason: str) -> None:
        if not self._is_refused(wanted):
            self._stays[wanted.path, wanted.function.path] = reason
            self.files[wanted.path].refuse(wanted.function.node.id, reason)

    def note(self, path: str) -> ComponentNote:
        if not self.files[path].functions:
            return ComponentNote()
        code = self.files.get(path.removesuffix("i")) if path.endswith(".pyi") else None
        stays = dict.fromkeys(code.staying if code is not None else (), CODE_STAYS)
        stays |= {own: reason for (place, own), reason in self._stays.items() if place == path}
        tags, rendered = frozenset(self._tags.get(path, ())), self.files[path].rendered
        return ComponentNote(tags, tuple(sorted(stays.items())), self._templates(path), rendered)
