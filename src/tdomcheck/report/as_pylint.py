"""One line for each finding in the parseable format of pylint, which CI servers and editors read."""

from __future__ import annotations

from tdomcheck.model import RunResult
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.places import ordered
from tdomcheck.report.summary import troubles


def render(result: RunResult, context: ReportContext) -> str:
    """`path:line: [CODE] message`; what stopped the run has no place."""
    places = context.places
    lines = [f"tdomcheck:1: [error] {' '.join(paragraph(text))}" for text in troubles(result)]
    for finding in ordered(result.findings):
        line = places.region(finding.path, finding.span).line
        where = visible(context.rooted(finding.path))
        lines.append(f"{where}:{line}: [{visible(finding.code)}] {visible(finding.message)}")
    return "".join(f"{line}\n" for line in lines)
