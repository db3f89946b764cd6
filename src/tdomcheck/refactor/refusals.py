"""Why something is not deleted, with the places that keep it."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model.changes import Tier
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
            shown = ", ".join(sources.place(site.path, site.span.start) for site in sites[:MOST_EXEMPLARS])
            more = f" and {len(sites) - MOST_EXEMPLARS} more" if len(sites) > MOST_EXEMPLARS else ""
            reasons = "; ".join(sorted({site.reason for site in sites} - {""}))
            lines.append(f"  {tier.value} ({len(sites)}): {shown}{more}" + (f" ({reasons})" if reasons else ""))
    return "\n".join(lines)
