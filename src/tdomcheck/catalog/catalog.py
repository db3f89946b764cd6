"""All rules of a run: what is known of each without importing it, and the class once it is needed."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping, Sequence
from functools import cached_property

from tdomcheck.catalog.meta import META_RULES
from tdomcheck.model import Gate, RuleInfo, RuleKind
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.values import dataclass

if t.TYPE_CHECKING:  # a run that judges nothing needs no authoring
    from tdomcheck.authoring.metadata import Described

BUILTIN = "tdomcheck.rules"
"""The package of our own rules."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule: its description, its gate, and where its class is."""

    info: RuleInfo
    gate: Gate
    source: str
    """A dotted module of ours, or the path of a plugin's file."""
    class_name: str
    spec: PatternSpec | None = None
    """What a rule of the configuration is made of."""


@dataclass(frozen=True)
class Catalog:
    """The rules of a run, sorted by code."""

    entries: tuple[Entry, ...]
    stamp: str
    """Changes whenever the source of any rule does."""
    helpers: tuple[str, ...] = ()
    """Files that plugins import besides their own."""
    codemods: tuple[str, ...] = ()
    """The names of all codemods, which comments may name."""

    @property
    def by_code(self) -> Mapping[str, Entry]:
        return self._by_code

    @cached_property
    def _by_code(self) -> Mapping[str, Entry]:
        return {entry.info.code: entry for entry in self.entries}

    @cached_property
    def infos(self) -> tuple[RuleInfo, ...]:
        """Every rule and the findings of the engine itself."""
        return tuple(sorted((*META_RULES, *(entry.info for entry in self.entries)), key=lambda info: info.code))

    def of_kind(self, *kinds: RuleKind) -> Sequence[Entry]:
        return [entry for entry in self.entries if entry.info.kind in kinds]

    def find(self, name: str) -> RuleInfo | None:
        """A rule by code or slug, in any case."""
        wanted = name.lower()
        return next((info for info in self.infos if wanted in {info.code.lower(), info.slug, info.name.lower()}), None)

    def load(self, code: str) -> type[Described]:
        """The class of a rule; imports it."""
        from tdomcheck.catalog.load import load_class  # imports the rule

        entry = self.by_code[code]
        if entry.spec is not None:
            from tdomcheck.patterns.rule import pattern_rule  # most projects have none

            return pattern_rule(entry.spec)
        return load_class(entry.source, entry.class_name)
