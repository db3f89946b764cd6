"""Which files of a project say some names, also by what their imports call them."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property

from tdomcheck.authoring.codebase import Codebase


class SpokenNames:
    """Some names of a project, and those that imports give them."""

    def __init__(self, codebase: Codebase, names: Collection[str]) -> None:
        self._codebase = codebase
        self._literal = frozenset(names)

    @cached_property
    def literal_paths(self) -> tuple[str, ...]:
        """The files that say one of the names as it is."""
        return self._saying(self._literal)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names, and others that imports of the project give them."""
        names, new = self._literal, self._literal
        while new:
            views = (self._codebase.view(path) for path in self._saying(new))
            facts = (fact for view in views if view is not None for fact in view.imports)
            new = frozenset(fact.alias for fact in facts if fact.name in new) - names
            names |= new
        return names

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files that say any of them."""
        return self._saying(self.names)

    def _saying(self, names: frozenset[str]) -> tuple[str, ...]:
        if not names:
            return ()
        words = re.compile(rb"\b(?:" + b"|".join(re.escape(name.encode()) for name in sorted(names)) + rb")\b")
        contents = self._codebase.contents
        return tuple(path for path in self._codebase.sources if words.search(contents[path]))
