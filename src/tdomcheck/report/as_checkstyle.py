"""Checkstyle XML, which many CI servers and review tools read."""

from __future__ import annotations

from itertools import groupby

from tdomcheck.model import Finding, RunResult
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.places import Places, ordered
from tdomcheck.report.summary import troubles
from tdomcheck.report.xmltext import quoted


def render(result: RunResult, context: ReportContext) -> str:
    """The findings by file; what stopped the run stands in a file called `tdomcheck`."""
    places = context.places
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<checkstyle version="4.3">']
    errors = [_error(1, 1, "error", " ".join(paragraph(text)), "tdomcheck") for text in troubles(result)]
    lines += ['  <file name="tdomcheck">', *errors, "  </file>"] if errors else []
    for path, findings in groupby(ordered(result.findings), key=lambda finding: finding.path):
        lines.append(f"  <file name={quoted(visible(context.rooted(path)))}>")
        lines += [_finding(finding, places) for finding in findings]
        lines.append("  </file>")
    return "".join(f"{line}\n" for line in [*lines, "</checkstyle>"])


def _finding(finding: Finding, places: Places) -> str:
    at = places.region(finding.path, finding.span)
    source = f"tdomcheck.{visible(finding.code)}"
    return _error(at.line, at.column, finding.severity.value, visible(finding.message), source)


def _error(line: int, column: int, severity: str, message: str, source: str) -> str:
    where = f'line="{line}" column="{column}" severity="{severity}"'
    return f"    <error {where} message={quoted(message)} source={quoted(source)}/>"
