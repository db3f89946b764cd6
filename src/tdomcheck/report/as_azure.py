"""Logging commands of Azure Pipelines, which annotate a build."""

from __future__ import annotations

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.places import Places, ordered
from tdomcheck.report.summary import troubles


def render(result: RunResult, context: ReportContext) -> str:
    """One command for each finding; there are two types of issue only, so an info is a warning."""
    places = context.places
    lines = [f"##vso[task.logissue type=error;]{_data(' '.join(paragraph(text)))}" for text in troubles(result)]
    lines += [_issue(finding, places, context) for finding in ordered(result.findings)]
    return "".join(f"{line}\n" for line in lines)


def _issue(finding: Finding, places: Places, context: ReportContext) -> str:
    at = places.region(finding.path, finding.span)
    properties = {
        "type": "error" if finding.severity is Severity.ERROR else "warning",
        "sourcepath": _property(visible(context.rooted(finding.path))),
        "linenumber": str(at.line),
        "columnnumber": str(at.column),
        "code": _property(visible(finding.code)),
    }
    said = "".join(f"{name}={value};" for name, value in properties.items())
    return f"##vso[task.logissue {said}]{_data(visible(finding.message))}"


def _data(text: str) -> str:
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")
