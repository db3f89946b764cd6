"""One line for each finding, for editors, pagers and `grep`."""

from __future__ import annotations

from tdomcheck.model import RunResult
from tdomcheck.report.as_text import ending
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.palette import Palette
from tdomcheck.report.places import ordered


def render(result: RunResult, context: ReportContext) -> str:
    """`path:line:col: CODE [*] message`, then the summary."""
    places = context.places
    paint = Palette(context.color)
    lines = []
    for finding in ordered(context.listed(result)):
        at = places.region(finding.path, finding.span)
        code = paint.severity(finding.severity, visible(finding.code))
        where = f"{visible(finding.path)}:{at.line}:{at.column}"
        lines.append(f"{where}: {code} {context.badge(finding)}{visible(finding.message)}")
    lines += ending(result, context, paint)
    return "".join(f"{line}\n" for line in lines)
