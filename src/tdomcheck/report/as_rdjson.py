"""The Reviewdog Diagnostic Format, which can suggest fixes in a pull request."""

from __future__ import annotations

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import encodable, visible
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.places import Places, Region, ordered
from tdomcheck.report.suggestion import ready_edits

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}
_MOST_LINES = 20  # a longer suggestion hides what it changes


def render(result: RunResult, context: ReportContext) -> str:
    """One object with all diagnostics."""
    places = context.places
    diagnostics = [_diagnostic(finding, places, context) for finding in ordered(result.findings)]
    source: JsonObject = {"name": "tdomcheck", "url": context.home}
    return dump({"source": source, "severity": _worst(result), "diagnostics": diagnostics})


def _worst(result: RunResult) -> str:
    present = {finding.severity for finding in result.findings}
    return next((_SEVERITIES[severity] for severity in Severity if severity in present), "INFO")


def _diagnostic(finding: Finding, places: Places, context: ReportContext) -> JsonObject:
    address = context.rule_url(finding.slug)
    region = places.region(finding.path, finding.span)
    related: list[JsonObject] = [
        {
            "message": visible(item.label),
            "location": _location(item.path, places.region(item.path, item.span), places, context),
        }
        for item in finding.related
    ]
    suggestions = _suggestions(finding, places, context)
    return {
        "message": visible(finding.message),
        "location": _location(finding.path, region, places, context),
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": visible(finding.code), **({"url": address} if address else {})},
        **({"relatedLocations": related} if related else {}),
        **({"suggestions": suggestions} if suggestions else {}),
    }


def _location(path: str, region: Region, places: Places, context: ReportContext) -> JsonObject:
    return {"path": visible(context.rooted(path)), "range": _range(path, region, places)}


def _range(path: str, region: Region, places: Places) -> JsonObject:
    return {
        "start": {"line": region.line, "column": _bytes(path, region.line, region.column, places)},
        "end": {"line": region.end_line, "column": _bytes(path, region.end_line, region.end_column, places)},
    }


def _bytes(path: str, line: int, column: int, places: Places) -> int:
    """A column as this format counts: bytes in UTF-8, from one."""
    before = places.view(path).line(line)[: column - 1]
    return len(before.encode("utf-8", "surrogateescape")) + 1


def _suggestions(finding: Finding, places: Places, context: ReportContext) -> list[JsonObject]:
    """The fix as one suggestion: each is taken or left alone, and half a fix is none."""
    edits = ready_edits(finding, places, context)
    if not edits:
        return []
    region = places.span(finding.path, edits[0].start, edits[-1].end)
    if region.end_line - region.line >= _MOST_LINES:
        return []
    view = places.view(finding.path)
    pieces = []
    position = edits[0].start
    for edit in edits:
        pieces += [view.slice(position, edit.start), places.content(finding.path, edit)]
        position = edit.end
    return [{"range": _range(finding.path, region, places), "text": encodable("".join(pieces))}]
