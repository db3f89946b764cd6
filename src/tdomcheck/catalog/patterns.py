"""The patterns of a configuration as rules of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.catalog.catalog import Catalog, Entry
from tdomcheck.config.patterns import pattern_info
from tdomcheck.errors import CatalogError
from tdomcheck.hashes import sha256
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.patterns.check import gate_of, understood
from tdomcheck.patterns.language import PatternError
from tdomcheck.values import replace


def with_patterns(catalog: Catalog, patterns: Sequence[PatternSpec], source: str) -> Catalog:
    """A catalogue with the rules of some patterns besides; raises CatalogError with all that is wrong with them."""
    problems: list[str] = []
    entries = list(catalog.entries)
    names = {name for entry in entries for name in (entry.info.code, entry.info.slug)}
    for spec in patterns:
        if spec.id in names:
            problems.append(f"{source}: the id of the pattern `{spec.id}` is taken by a rule")
            continue
        try:
            gate = gate_of(understood(spec))
        except PatternError as error:
            problems.append(f"{source}: the pattern `{spec.id}`: {error}" if source else str(error))
            continue
        entries.append(Entry(pattern_info(spec), gate, source, f"Pattern_{spec.id}", spec))
    if problems:
        raise CatalogError(tuple(problems))
    digest = sha256(repr(patterns).encode("utf-8", "replace")).hexdigest()[:16]
    ordered = tuple(sorted(entries, key=lambda entry: entry.info.code))
    return replace(catalog, entries=ordered, stamp=f"{catalog.stamp}{digest}")
