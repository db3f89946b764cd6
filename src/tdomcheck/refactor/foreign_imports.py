"""Imports that give a scope the name that is renamed, and take it from where it goes on being called that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tdomcheck.facts.python.occurrences import NameRole, Occurrence
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.origins import imported_by
from tdomcheck.refactor.problems import RefactoringRefusal
from tdomcheck.refactor.sites import Site, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.regex import regex
from tdomcheck.values import replace


def sites_in_scope(reading: SourceReading, each: Occurrence, name: str, tier: Tier) -> Iterator[Site]:
    """The site of a name in the scope that defines it: what is imported there is another thing with the name.

    There is none for `from __future__ import`: what that binds, nobody reads."""
    site = site_at(reading, each.start, name, tier)
    imported = imported_by(reading.view, each) if each.role is NameRole.IMPORT else None
    if imported is None:
        yield site
    elif imported.module != "__future__":
        yield replace(site, is_foreign=True)


def check_aliases(sources: Sources, sites: Iterable[Site]) -> None:
    """Raise where such an import is `import name.inner`: an alias would be one of the inner module."""
    for site in sites:
        data = sources.files[site.path]
        inner = _INNER.match(data, site.span.end) if site.is_foreign and site.is_sure else None
        if inner is not None:
            name, last = site.spelling, inner[1].decode("utf-8", "replace")
            where = sources.place(site.path, site.span.start)
            raise RefactoringRefusal(
                f"`import {name}.{last}` ({where}) binds `{name}`, too, and cannot bind it by another "
                f"name; write `from {name} import {last}` there first. Nothing is changed"
            )


_INNER = regex(rb"(?:[ \t\f]|\\\r?\n)*\.(?:[ \t\f]|\\\r?\n)*([\w\x80-\xff]+)")
