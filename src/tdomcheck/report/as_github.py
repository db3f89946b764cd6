"""Workflow commands that annotate the files of a pull request."""

from __future__ import annotations

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.places import Places, ordered
from tdomcheck.report.summary import plural, troubles

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST_LETTERS = 4096  # the runner cuts there


def render(result: RunResult, context: ReportContext) -> str:
    """One command per finding, the most severe first; a step shows ten of each level, so the rest is counted."""
    errors = [_trouble(text) for text in troubles(result)]
    places = context.places
    ranked: dict[Severity, list[str]] = {severity: [] for severity in Severity}
    ranked[Severity.ERROR] += errors
    for finding in _nearest(result, places):
        ranked[finding.severity].append(_annotation(finding, places, context))
    lines, left_out = _capped(ranked, max(context.max_annotations, 1))
    if left_out:
        are = "is" if left_out == 1 else "are"
        text = f"{plural(left_out, 'more annotation')} {are} not shown; see the log or the job summary"
        lines.append(f"::notice title=tdomcheck::{escape_data(text)}")
    return "".join(f"{line}\n" for line in lines)


def _nearest(result: RunResult, places: Places) -> list[Finding]:
    """Those on changed lines first, as nobody wrote the others just now; then those in changed files."""
    findings = ordered(result.findings)
    if result.focus is None:
        return findings
    lines = result.focus.lines
    return sorted(
        findings,
        key=lambda each: (
            places.shown(each.path, each.span).line not in lines.get(each.path, ()),
            each.path not in lines,
        ),
    )


def _capped(ranked: dict[Severity, list[str]], limit: int) -> tuple[list[str], int]:
    """The commands within the limit of each level, and how many are beyond; telling so takes one notice."""
    limits = dict.fromkeys(Severity, limit)
    if any(len(commands) > limit for commands in ranked.values()):
        limits[Severity.INFO] = limit - 1
    shown = [command for severity in Severity for command in ranked[severity][: limits[severity]]]
    return shown, sum(map(len, ranked.values())) - len(shown)


def _annotation(finding: Finding, places: Places, context: ReportContext) -> str:
    at = places.shown(finding.path, finding.span)
    properties = [("file", visible(context.rooted(finding.path))), ("line", str(at.line))]
    if at.end_line == at.line:  # the runner drops columns of a range with several lines
        properties += [("col", str(at.column)), ("endLine", str(at.end_line)), ("endColumn", str(at.end_column))]
    else:
        properties.append(("endLine", str(at.end_line)))
    properties.append(("title", f"{finding.code} {finding.slug}".strip()))
    text = ",".join(f"{name}={escape_property(value)}" for name, value in properties)
    return f"::{_COMMANDS[finding.severity]} {text}::{escape_data(_message(finding, context))}"


def _message(finding: Finding, context: ReportContext) -> str:
    lines = [f"{context.badge(finding)}{visible(finding.message)}"]
    if finding.note:
        lines += paragraph(finding.note)
    advice = finding.fix.title if finding.fix else finding.help
    if advice:
        lines += paragraph(f"help: {advice}")
    return "\n".join(lines)


def _trouble(text: str) -> str:
    return f"::error title=tdomcheck::{escape_data(' '.join(paragraph(text)))}"


def escape_data(text: str) -> str:
    """The message of a command, cut before escaping so that no escape is halved."""
    cut = text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 3]}..."
    return cut.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A property of a command."""
    return escape_data(visible(text)).replace(":", "%3A").replace(",", "%2C")
