"""What a definition needs, and the module that it goes to: whether the names mean the same there."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.facts.python.occurrences import top_bindings
from tdomcheck.refactor.needs import Need
from tdomcheck.refactor.origins import Definition, Imported, absolute, dotted_home, home_of, imported_by, stars_of
from tdomcheck.refactor.problems import Collision, NotMovable
from tdomcheck.refactor.sources import SourceReading, Sources


class Landing:
    """A module that is there, seen by what comes from another."""

    def __init__(self, sources: Sources, old: SourceReading, new: SourceReading, module: str) -> None:
        self._sources = sources
        self._old = old
        self._new = new
        self._module = module

    def check(self, definition: str, needs: Sequence[Need]) -> None:
        """Raise where a name that the definition needs means another thing there, or may."""
        for need in needs:
            self._check_meaning(definition, need)
            self._check_stars(definition, need)

    def _check_meaning(self, definition: str, need: Need) -> None:
        path = self._new.path
        if need.is_chosen and self._is_own_there(need.name):
            raise Collision(f"`{definition}` needs `{need.name}`, which {path} binds itself")
        there = home_of(self._sources, path, need.name)
        if there is not None and there != self._meaning(need):
            raise Collision(f"`{definition}` needs `{need.name}`, which is another thing in {path}")
        if any(self._is_of_target(need.name, each) for each in need.imports):
            raise NotMovable(
                f"`{definition}` calls something of `{self._module}` `{need.name}`, and there it would import "
                "that from itself: import it by its own name first. Nothing is changed"
            )

    def _meaning(self, need: Need) -> Definition | None:
        """What the name means where the definition comes from; a star may give it what another module imports."""
        home = home_of(self._sources, self._old.path, need.name)
        if home is not None or not need.imports or need.is_guessed:
            return home
        imported = need.imports[0]
        return dotted_home(self._sources, f"{absolute(self._sources, self._old, imported.module)}.{imported.name}")

    def _check_stars(self, definition: str, need: Need) -> None:
        """Raise where a name comes by a star, nobody knows from where, and the other module has no such star."""
        there = {absolute(self._sources, self._new, fact.module) for fact in stars_of(self._new.view)}
        stars = need.imports if need.is_guessed else ()
        if any(absolute(self._sources, self._old, each.module) not in there for each in stars):
            listed = " or ".join(f"`from {each.module} import *`" for each in stars)
            raise NotMovable(
                f"`{definition}` needs `{need.name}`, which {listed} of {self._old.path} may give: "
                "import it by its own name first. Nothing is changed"
            )

    def _is_own_there(self, name: str) -> bool:
        """Whether the module has a name from anywhere but the module that the definition leaves."""
        for binding in top_bindings(self._new.view, name):
            imported = imported_by(self._new.view, binding)
            module = absolute(self._sources, self._new, imported.module) if imported is not None else ""
            if imported is None or imported.name != name or module != self._sources.module_name(self._old.path):
                return True
        return False

    def _is_of_target(self, name: str, imported: Imported) -> bool:
        """Whether an import gives the module itself, or what that has under another name."""
        module = absolute(self._sources, self._old, imported.module)
        whole = f"{module}.{imported.name}" if imported.name else module
        return whole == self._module or (module == self._module and imported.name != name)
