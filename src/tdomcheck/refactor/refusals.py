"""Why something is not deleted, with the places that keep it."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model.changes import Tier
from tdomcheck.refactor.enum_values import ShiftedMember
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import Sources
from tdomcheck.refactor.target import Target, described

MOST_EXEMPLARS = 10
"""References of a tier that a refusal lists."""


def still_used(sources: Sources, target: Target, references: Sequence[Site]) -> str:
    lines = [f"{described(sources, target)} is referred to {len(references)} times; --force deletes it all the same"]
    for tier in Tier:
        sites = [site for site in references if site.tier is tier]
        if sites:
            shown = ", ".join(_place(sources, site) for site in sites[:MOST_EXEMPLARS])
            more = f" and {len(sites) - MOST_EXEMPLARS} more" if len(sites) > MOST_EXEMPLARS else ""
            lines.append(f"  {tier.value} ({len(sites)}): {shown}{more}")
    return "\n".join(lines)


def shifts(sources: Sources, target: Target, shifted: Sequence[ShiftedMember]) -> str:
    """Why a member of an Enum stays that others are counted by."""
    lines = (sources.files[each.path].count(b"\n", 0, each.span.start) + 1 for each in shifted[:MOST_EXEMPLARS])
    places = (f"`{each.name}` ({each.path}:{line}: {each.change})" for each, line in zip(shifted, lines, strict=False))
    more = f" and {len(shifted) - MOST_EXEMPLARS} more" if len(shifted) > MOST_EXEMPLARS else ""
    return (
        f"{described(sources, target)} is before members with `auto()`, which would get other values: "
        f"{', '.join(places)}{more}; write their values down first, or --force deletes it all the same"
    )


def _place(sources: Sources, site: Site) -> str:
    line = sources.files[site.path].count(b"\n", 0, site.span.start) + 1
    return f"{site.path}:{line}"
