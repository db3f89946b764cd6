"""JUnit XML, which nearly every CI server shows as tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.jsontext import dump
from tdomcheck.report.places import Places, ordered
from tdomcheck.report.summary import all_clear, troubles
from tdomcheck.report.xmltext import escaped, quoted

SHARD = "tdomcheck.shard"
"""The property of a suite in which a shard tells of itself."""


def render(result: RunResult, context: ReportContext) -> str:
    """A failed test for each error and warning, a passed one for each info, an error for what stopped the run."""
    findings = ordered(result.findings)
    return document(result, context, list(_findings(findings, context)))


def document(result: RunResult, context: ReportContext, cases: Sequence[str]) -> str:
    """The report with the cases of its findings as they are shown."""
    errors = list(troubles(result))
    cases = [*cases, *_errors(errors)]
    failures = sum(finding.severity is not Severity.INFO for finding in result.findings)
    numbers = f'tests="{max(len(cases), 1)}" failures="{failures}" errors="{len(errors)}"'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites name="tdomcheck" {numbers}>',
        f'  <testsuite name="tdomcheck" {numbers} skipped="0">',
        *_shard(result, context),
        *(cases or [_clean(result)]),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _shard(result: RunResult, context: ReportContext) -> Iterator[str]:
    if result.shard is None:
        return
    from tdomcheck.report.shards.record import shard_record  # only where several machines share the work

    record = shard_record(result, result.shard, context, ordered(result.findings))
    yield "    <properties>"
    yield f'      <property name="{SHARD}" value={quoted(dump(record, indent=None).rstrip())}/>'
    yield "    </properties>"


def _clean(result: RunResult) -> str:
    return f'    <testcase classname="tdomcheck" name={quoted(all_clear(result))}/>'


def _findings(findings: list[Finding], context: ReportContext) -> Iterator[str]:
    places = context.places
    seen: Counter[str] = Counter()
    for finding in findings:
        path, name, line, outcome = case_of(finding, places, context)
        yield case(path, numbered(name, seen), line, outcome)


def case_of(finding: Finding, places: Places, context: ReportContext) -> tuple[str, str, str, str]:
    """The file of a finding, the name of its test without a number, its line, and how the test ended."""
    at = places.region(finding.path, finding.span)
    path = visible(context.rooted(finding.path))
    name = f"{path}:{at.line}:{at.column} {visible(finding.code)}"
    return path, name, str(at.line), _outcome(finding, name)


def numbered(name: str, seen: Counter[str]) -> str:
    """A name of its own: of equal ones GitLab keeps only the first."""
    seen[name] += 1
    return f"{name} ({seen[name]})" if seen[name] > 1 else name


def case(path: str, name: str, line: str, outcome: str) -> str:
    """The test of one finding."""
    where = f"classname={quoted(path)} name={quoted(name)} file={quoted(path)} line={quoted(line)}"
    return f"    <testcase {where}>{outcome}</testcase>"


def _outcome(finding: Finding, where: str) -> str:
    lines = [f"{where} {visible(finding.message)}"]
    lines += paragraph(finding.note) if finding.note else []
    advice = finding.fix.title if finding.fix else finding.help
    lines += paragraph(f"help: {advice}") if advice else []
    text = "\n".join(lines)
    return (
        said(text)
        if finding.severity is Severity.INFO
        else failed(visible(finding.message), finding.severity.value, text)
    )


def said(text: str) -> str:
    """What a test that passes has to say."""
    return f"<system-out>{escaped(text)}</system-out>"


def failed(message: str, severity: str, text: str) -> str:
    """How a test failed."""
    return f"<failure message={quoted(message)} type={quoted(severity)}>{escaped(text)}</failure>"


def _errors(errors: list[str]) -> Iterator[str]:
    for number, text in enumerate(errors, 1):
        shown = escaped(visible(text))
        where = f'classname="tdomcheck" name="error {number}"'
        yield f"    <testcase {where}><error message={quoted(visible(text))}>{shown}</error></testcase>"
