"""Findings under the name of their file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tdomcheck.model import Finding, RunResult
from tdomcheck.report.as_text import ending
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.palette import Palette
from tdomcheck.report.places import Places, ordered


def render(result: RunResult, context: ReportContext) -> str:
    """Each file once, its findings indented, then the summary."""
    places = context.places
    paint = Palette(context.color)
    lines: list[str] = []
    for path, findings in groupby(ordered(context.listed(result)), key=lambda finding: finding.path):
        lines.append(paint("strong", f"{visible(path)}:"))
        lines += _rows(list(findings), places, context, paint)
        lines.append("")
    lines += ending(result, context, paint)
    return "".join(f"{line}\n" for line in lines)


def _rows(findings: Sequence[Finding], places: Places, context: ReportContext, paint: Palette) -> Iterator[str]:
    regions = [places.region(finding.path, finding.span) for finding in findings]
    wheres = [f"{region.line}:{region.column}" for region in regions]
    margin = max(map(len, wheres))
    for finding, where in zip(findings, wheres, strict=True):
        code = paint.severity(finding.severity, visible(finding.code))
        yield f"  {where:>{margin}}  {code} {context.badge(finding)}{visible(finding.message)}"
