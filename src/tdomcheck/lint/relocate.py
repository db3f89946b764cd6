"""Files go by two names: what they are in their project, which rules judge by, and what reports call them."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Finding
from tdomcheck.values import replace


def relocated(analysis: FileAnalysis, names: Mapping[str, str]) -> FileAnalysis:
    """The same said of files under other names; those that are not named keep theirs."""
    return replace(
        analysis,
        findings=tuple(moved(finding, names) for finding in analysis.findings),
        directives=tuple(replace(one, path=names.get(one.path, one.path)) for one in analysis.directives),
        conditional=tuple(moved(finding, names) for finding in analysis.conditional),
    )


def moved(finding: Finding, names: Mapping[str, str]) -> Finding:
    """A finding with the names of its files and of its related places."""
    related = tuple(replace(place, path=names.get(place.path, place.path)) for place in finding.related)
    return replace(finding, path=names.get(finding.path, finding.path), related=related)
