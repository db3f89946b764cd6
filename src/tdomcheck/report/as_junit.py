"""JUnit XML, which nearly every CI server shows as tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.places import ordered
from tdomcheck.report.summary import all_clear, troubles
from tdomcheck.report.xmltext import escaped, quoted


def render(result: RunResult, context: ReportContext) -> str:
    """A failed test for each error and warning, a passed one for each info, an error for what stopped the run."""
    findings = ordered(result.findings)
    errors = list(troubles(result))
    cases = [*_findings(findings, context), *_errors(errors)]
    failures = sum(finding.severity is not Severity.INFO for finding in findings)
    numbers = f'tests="{max(len(cases), 1)}" failures="{failures}" errors="{len(errors)}"'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="tdomcheck" {numbers}>',
        f'  <testsuite name="tdomcheck" {numbers} skipped="0">',
        *(cases or [_clean(result)]),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _clean(result: RunResult) -> str:
    return f'    <testcase classname="tdomcheck" name={quoted(all_clear(result))}/>'


def _findings(findings: list[Finding], context: ReportContext) -> Iterator[str]:
    places = context.places
    seen: Counter[str] = Counter()
    for finding in findings:
        at = places.region(finding.path, finding.span)
        path = visible(context.rooted(finding.path))
        name = f"{path}:{at.line}:{at.column} {visible(finding.code)}"
        seen[name] += 1  # GitLab keeps only the first of equal names
        full = f"{name} ({seen[name]})" if seen[name] > 1 else name
        where = f"classname={quoted(path)} name={quoted(full)} file={quoted(path)} line={quoted(str(at.line))}"
        yield f"    <testcase {where}>{_outcome(finding, name)}</testcase>"


def _outcome(finding: Finding, where: str) -> str:
    lines = [f"{where} {visible(finding.message)}"]
    lines += paragraph(finding.note) if finding.note else []
    advice = finding.fix.title if finding.fix else finding.help
    lines += paragraph(f"help: {advice}") if advice else []
    text = escaped("\n".join(lines))
    if finding.severity is Severity.INFO:
        return f"<system-out>{text}</system-out>"
    kind = f"message={quoted(visible(finding.message))} type={quoted(finding.severity.value)}"
    return f"<failure {kind}>{text}</failure>"


def _errors(errors: list[str]) -> Iterator[str]:
    for number, text in enumerate(errors, 1):
        shown = escaped(visible(text))
        where = f'classname="tdomcheck" name="error {number}"'
        yield f"    <testcase {where}><error message={quoted(visible(text))}>{shown}</error></testcase>"
