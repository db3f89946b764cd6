"""Findings as events, and the account of a check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tdomcheck.model import Bucket, Finding, RuleState, RunResult, Severity
from tdomcheck.model.events import FindingReported, LedgerByBucket
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.fingerprint import fingerprints
from tdomcheck.report.places import Places


def reported(findings: Sequence[Finding], context: ReportContext) -> list[FindingReported]:
    """An event for each."""
    places = context.places
    prints = fingerprints(findings, places, context)
    return [_reported(finding, mark, places, context) for finding, mark in zip(findings, prints, strict=True)]


def _reported(finding: Finding, mark: str, places: Places, context: ReportContext) -> FindingReported:
    at = places.region(finding.path, finding.span)
    return FindingReported(
        context.rooted(finding.path),
        at.line,
        at.column,
        finding.code,
        finding.slug,
        finding.severity,
        mark,
        visible(finding.message),
    )


def counted(severities: Iterable[Severity]) -> dict[str, int]:
    """How many findings there are of each severity."""
    levels = list(severities)
    return {
        "findings": len(levels),
        "errors": levels.count(Severity.ERROR),
        "warnings": levels.count(Severity.WARNING),
        "infos": levels.count(Severity.INFO),
    }


def ledger_of(result: RunResult) -> LedgerByBucket:
    """Where every file and every rule ended."""
    files: dict[str, list[str]] = {bucket.value: [] for bucket in Bucket}
    for outcome in result.files:
        files[outcome.bucket.value].append(outcome.path)
    rules: dict[str, list[str]] = {state.value.replace(" ", "_"): [] for state in RuleState}
    for rule in result.rules:
        rules[rule.state.value.replace(" ", "_")].append(rule.code)
    return LedgerByBucket(
        {name: tuple(paths) for name, paths in files.items()}, {name: tuple(codes) for name, codes in rules.items()}
    )
