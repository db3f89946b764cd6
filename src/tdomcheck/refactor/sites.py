"""Places that refer to the target of a refactoring."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import tree_sitter

from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.model import Edit, Span
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex
from tdomcheck.values import dataclass


class SiteKind(Enum):
    """What kind of text a reference stands in."""

    CODE = "code"
    STRING = "strings"
    PROSE = "prose"
    MESSAGE = "messages"
    """A word in a string that says more than one: it is both of the above."""


@dataclass(frozen=True, slots=True)
class Site:
    """A reference, and the name in it."""

    path: str
    span: Span
    """The bytes of the name alone."""
    spelling: str
    """As it stands there: a prop may be `user-name` at a tag."""
    tier: Tier
    kind: SiteKind = SiteKind.CODE
    reason: str = ""
    """Why it is not sure, where it is not."""
    is_alias_due: bool = False
    """An import that has to bind the old name: `from m import new as old`."""
    is_foreign: bool = False
    """An import of what keeps its name elsewhere: `from m import old as new`."""
    text: str = ""
    """What takes its place, where that is not just the new name."""
    is_at_tag: bool = False
    """It is an attribute of a component's tag."""

    @property
    def is_sure(self) -> bool:
        return self.tier in SURE

    def renamed(self, name: str) -> Edit:
        """The edit that puts another name in its place, spelled as the old one was."""
        text = self.text or (name.replace("_", "-") if "-" in self.spelling else name)
        if self.is_foreign:
            text = f"{self.spelling} as {text}"
        return Edit(self.span.start, self.span.end, f"{text} as {self.spelling}" if self.is_alias_due else text)


SURE = frozenset({Tier.PROVEN, Tier.STRONG})


def site_at(reading: SourceReading, start: int, name: str, tier: Tier, reason: str = "") -> Site:
    """A site at an offset in `utf8`, where a name stands as it is."""
    source = reading.view.source
    span = Span(source.from_utf8(start), source.from_utf8(start + len(name.encode())))
    return Site(reading.path, span, name, tier, reason=reason)


def owner_text(reading: SourceReading, occurrence: Occurrence) -> str:
    """What stands before the dot of an attribute."""
    outer = occurrence.step.outer
    if outer is None:
        return ""
    owner = outer.node.child_by_field_name("object")
    if owner is not None:
        return "".join(reading.view.text(owner).split()).lstrip("*")
    before = reading.view.tree.utf8[outer.node.start_byte : occurrence.start]
    return "".join(before.decode("utf-8", "replace").split()).rstrip(".").lstrip("*")


def owner_node(occurrence: Occurrence) -> tree_sitter.Node | None:
    """The expression before the dot of an attribute."""
    outer = occurrence.step.outer
    return outer.node.child_by_field_name("object") if outer is not None else None


def chain_start(reading: SourceReading, chain: tree_sitter.Node) -> int:
    """Where a chain of attributes begins, in `utf8`: tree-sitter-python has the star of `[*a.b]` as a part of `a`."""
    star = _STAR.match(reading.view.tree.utf8, chain.start_byte)
    return star.end() if star is not None else chain.start_byte


_STAR = regex(rb"\*(?:\s|\\)*")


def in_order(sites: Iterable[Site]) -> tuple[Site, ...]:
    """Each place once, by file and place: the surest word counts."""
    best: dict[tuple[str, Span], Site] = {}
    for site in sites:
        key = (site.path, site.span)
        if key not in best or _RANKS[site.tier] < _RANKS[best[key].tier]:
            best[key] = site
    return tuple(best[key] for key in sorted(best))


_RANKS = {tier: rank for rank, tier in enumerate(Tier)}
