"""Fixes that other tools may apply."""

from __future__ import annotations

from itertools import pairwise

from tdomcheck.model import Edit, Finding
from tdomcheck.report.context import ReportContext
from tdomcheck.report.places import Places


def ready_edits(finding: Finding, places: Places, context: ReportContext) -> list[Edit]:
    """The edits of a fix that applies now and is whole without the engine, which alone knows where imports go."""
    fix = finding.fix
    if fix is None or fix.imports or not context.is_fixable(finding) or not places.is_known(finding.path):
        return []
    edits = sorted(fix.edits)
    overlap = any(after.start < before.end for before, after in pairwise(edits))
    return [] if overlap else edits
