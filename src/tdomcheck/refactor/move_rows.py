"""What means another thing in the module that a definition goes to, and that somebody has to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tdomcheck.facts.python.occurrences import NameRole, occurrences_of, top_bindings
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.refactor.blocks import Passage
from tdomcheck.refactor.decorators import telling_decorators
from tdomcheck.refactor.needs import builtins_read
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.sites import SiteKind
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.stars import open_stars
from tdomcheck.refactor.target import NameTarget
from tdomcheck.refactor.texts import text_sites
from tdomcheck.regex import regex

_OF_MODULES = ("__file__", "__name__", "__package__", "__path__", "__spec__", "__loader__")
"""What the interpreter gives each module a value of its own for."""


_PATCHING = regex(
    rb"\b(?:patch|object|setattr|delattr)\s*\(\s*(?:(?:target\s*=\s*)?[\w.]+\s*,\s*)?(?:\w+\s*=\s*)?[\"'](?:[\w.]+\.)?\Z"
)
_KEYWORD = regex(rb"\s*=(?!=)")
MOST_BEFORE = 200
"""Bytes of a call that are looked at before the name that it replaces."""


class MoveRows:
    """The rows of one definition, which name the file that it is in now."""

    def __init__(self, sources: Sources, reading: SourceReading, name: str, blocks: Sequence[Passage]) -> None:
        self._sources = sources
        self._reading = reading
        self._name = name
        self._blocks = blocks
        self._old = sources.module_name(reading.path)

    def own_names(self, path: str, module: str) -> Iterator[Remainder]:
        """The names that each module has a meaning of its own for, as `__file__`."""
        listed = [f"`{name}`" for name in _OF_MODULES if any(self._reads(name))]
        if listed:
            reason = (
                f"`{self._name}` reads {', '.join(listed)}: of `{module}` now, and of `{self._old}` before; "
                "look whether that is meant"
            )
            yield Remainder(path, Span(0, 0), reason, self._name)

    def _reads(self, name: str) -> Iterator[bool]:
        """Whether each place that says a name reads it in the definition."""
        for each in occurrences_of(self._reading.view, name):
            is_read = each.role is NameRole.READ and each.home is None
            yield is_read and any(block.holds(each.start) for block in self._blocks)

    def registered(self, path: str, module: str) -> Iterator[Remainder]:
        """A decorator that may register it when the module is imported, which the new one may never be."""
        bindings = top_bindings(self._reading.view, self._name)
        decorator = next(telling_decorators(self._reading, bindings), None)
        if decorator is not None:
            reason = (
                f"`{decorator[1]}` may register `{self._name}` on import: "
                f"`{module}` has to be imported wherever `{self._old}` was for that"
            )
            yield Remainder(path, Span(0, 0), reason, self._name)

    def patched(self, names: Iterable[str], module: str) -> Iterator[Remainder]:
        """Where tests give the old module another of what it reads, which it has of its own by now."""
        for name in names:
            target = NameTarget(Definition(self._reading.path, name))
            sites = text_sites(self._sources, target, (), prose=False)
            for site in (site for site in sites if site.kind is SiteKind.STRING):
                data = self._sources.files[site.path]
                is_patched = _PATCHING.search(data, max(site.span.start - MOST_BEFORE, 0), site.span.start)
                is_keyword = site.path.endswith(SOURCES) and _KEYWORD.match(data, site.span.end)
                if is_patched or is_keyword:
                    reason = (
                        f"this replaces `{name}` of `{self._old}`, and `{self._name}`, which reads it, is in "
                        f"`{module}` now: replace it there if that is meant"
                    )
                    yield Remainder(site.path, site.span, reason, self._name)

    def hidden(self, path: str) -> Iterator[Remainder]:
        """The builtins that it reads, which a star of the old module may have hidden from it."""
        stars = open_stars(self._sources, self._reading)
        names = ", ".join(f"`{name}`" for name in builtins_read(self._sources, self._reading, self._blocks))
        if stars and names:
            listed = ", ".join(f"`from {fact.module} import *`" for fact in stars)
            reason = f"{listed} of {self._reading.path} may have given `{self._name}` another {names}: look there"
            yield Remainder(path, Span(0, 0), reason, self._name)
