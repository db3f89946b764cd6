"""GitLab Code Quality."""

from __future__ import annotations

from tdomcheck.model import RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.fingerprint import fingerprints
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.places import ordered

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(result: RunResult, context: ReportContext) -> str:
    """An array of issues; GitLab shows issues with equal fingerprints once, so each has its own."""
    places = context.places
    findings = ordered(result.findings)
    issues: list[JsonObject] = []
    for finding, fingerprint in zip(findings, fingerprints(findings, places, context), strict=True):
        at = places.region(finding.path, finding.span)
        code = visible(finding.code)
        issues.append(
            {
                "description": f"{code}: {visible(finding.message)}",
                "check_name": code,
                "fingerprint": fingerprint,
                "severity": _SEVERITIES[finding.severity],
                "location": {
                    "path": visible(context.rooted(finding.path)).removeprefix("./"),
                    "lines": {"begin": at.line, "end": at.end_line},
                },
            }
        )
    return dump(issues)
