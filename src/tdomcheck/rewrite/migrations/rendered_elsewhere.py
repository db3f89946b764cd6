"""Rendered text that goes from file to file: by what one takes from another, and by what one gives another's."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from collections.abc import Set as AbstractSet

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.rewrite.migrations.component_uses import attributes_named
from tdomcheck.rewrite.migrations.components import MOST_ROUNDS, ComponentFile
from tdomcheck.rewrite.migrations.rendered_sites import Rendered, parameters_meant, rendering
from tdomcheck.rewrite.migrations.spoken_names import SpokenNames
from tdomcheck.values import replace


def tell_of_rendered(codebase: Codebase, files: MutableMapping[str, ComponentFile]) -> bool:
    """Tell each file what others render that comes to it; whether any has heard of something new.

    Files that only hand it on are added."""
    spread = _Spread(codebase, files)
    pending, is_told = {*files}, False
    for _ in range(MOST_ROUNDS):
        pending = spread.tell(pending)
        is_told = is_told or bool(pending)
        if not pending:
            break
    for path in files if pending else ():  # what comes to those, and from them to others, is not known
        spread.give_up(path)
    return is_told


_Name = tuple[str, str]
"""The path of a file, and a name of it."""


class _Spread:
    """The names of files that hold rendered text, as far as is known by now."""

    def __init__(self, codebase: Codebase, files: MutableMapping[str, ComponentFile]) -> None:
        self._codebase = codebase
        self._files = files
        self._names: set[_Name] = set()

    def tell(self, paths: set[str]) -> set[str]:
        """Look at some files anew; those that hear of something new."""
        new = set[_Name]()
        told: set[str] = set()
        for path in sorted(paths):
            file = self._files[path]
            if not rendering(file.view) and file.rendered == Rendered():
                continue
            flow = file.flow
            new |= {(path, name) for name in flow.names} - self._names
            told.update(self._give(path, *handed) for handed in flow.handed)
        self._names |= new
        return (told | {*self._take(new)}) - {""}

    def _give(self, path: str, reference: str, parameter: str | int) -> str:
        """The file whose function or class is given it, if it has not heard of that."""
        symbol = self._codebase.project.resolve(path, reference)
        definition = (symbol.function or symbol.class_) if symbol is not None else None
        if symbol is None or definition is None or symbol.path not in self._files:
            return ""
        rendered = self._files[symbol.path].rendered
        known = (
            symbol.function.parameters if symbol.function is not None else symbol.class_.fields if symbol.class_ else ()
        )
        names = parameters_meant([each.name for each in known], parameter)
        given = rendered.given | {(definition.path, name) for name in names or [""]}
        return self._told(symbol.path, replace(rendered, given=given))

    def _take(self, new: AbstractSet[_Name]) -> Iterator[str]:
        """The files that take some names from others, if they have not heard of that."""
        names = {name for _, name in new}
        for path in SpokenNames(self._codebase, names).literal_paths:
            view = self._codebase.view(path)
            found = frozenset(self._taken(path, view, new)) if view is not None and not view.tree.is_broken else None
            if view is not None and found:
                rendered = self._files.setdefault(path, ComponentFile(view)).rendered
                yield self._told(path, replace(rendered, references=rendered.references | found))

    def _taken(self, path: str, view: ModuleView, new: AbstractSet[_Name]) -> Iterator[str]:
        """The references of a file to names of others, as `Rendered` has them."""
        names = {name for _, name in new}
        yield from self._imported(path, view, names, new)
        for name in names:
            attributes = (said.parent for said in attributes_named(view, name))
            references = {view.resolve(attribute) for attribute in attributes if attribute is not None}
            yield from (each for each in references if self._is_among(path, each, new))

    def _imported(self, path: str, view: ModuleView, names: AbstractSet[str], new: AbstractSet[_Name]) -> Iterator[str]:
        # Who gives it another name on the way has taken it before, and has that name among the new ones.
        lasts = {name.rpartition(".")[2] for name in names}
        for fact in view.imports:
            if fact.name == "*":
                stars = (name for name in names if name in view.readers)
                yield from (f"*.{name}" for name in stars if self._is_among(path, f"{fact.module}.{name}", new))
            elif (target := import_target(fact)).rpartition(".")[2] in lasts and self._is_among(path, target, new):
                yield target

    def _is_among(self, path: str, reference: str, new: AbstractSet[_Name]) -> bool:
        """Whether a reference leads to one of some names of other files."""
        if not reference or reference.startswith(":"):
            return False
        project = self._codebase.project
        module, _, name = project.absolute(path, reference).rpartition(".")
        symbol = project.resolve(path, reference)
        definition = (symbol.function or symbol.class_) if symbol is not None else None
        is_defined = symbol is not None and definition is not None and (symbol.path, definition.path) in new
        return is_defined or (project.module_path(module), name) in new

    def _told(self, path: str, rendered: Rendered) -> str:
        """The file, if that is more than it has heard of."""
        is_new = rendered != self._files[path].rendered
        self._files[path].rendered = rendered
        return path if is_new else ""

    def give_up(self, path: str) -> None:
        self._told(path, replace(self._files[path].rendered, is_too_far=True))
