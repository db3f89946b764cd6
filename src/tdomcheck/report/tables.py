"""Tables for people: findings by rule, and the time each rule took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tdomcheck.model import Finding, RunResult
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How often a rule fired, and how many of its findings can be fixed."""

    code: str
    slug: str
    findings: int
    fixable: int


def by_rule(findings: Sequence[Finding], context: ReportContext) -> list[RuleCount]:
    """Rules that fired, the busiest first."""
    total = Counter(finding.code for finding in findings)
    fixable = Counter(finding.code for finding in findings if context.is_fixable(finding))
    slugs = {finding.code: finding.slug for finding in sorted(findings, key=lambda finding: finding.slug)}
    rules = [RuleCount(code, slugs[code], total[code], fixable[code]) for code in total]
    return sorted(rules, key=lambda rule: (-rule.findings, rule.code))


def statistics(result: RunResult, context: ReportContext) -> Iterator[str]:
    """Findings by rule, with `[*]` where all can be fixed now and `[ ]` where none can."""
    rows = []
    for rule in by_rule(result.findings, context):
        badge = "[ ]" if not rule.fixable else "[*]" if rule.fixable == rule.findings else f"[{rule.fixable}*]"
        rows.append((str(rule.findings), visible(rule.code), badge, visible(rule.slug)))
    yield from _aligned(rows, right=(0,))


def profile(result: RunResult) -> Iterator[str]:
    """Time by rule, the slowest first."""
    total = sum(timing.seconds for timing in result.timings) or 1.0
    rows = [("rule", "files", "ms", "share")]
    for timing in sorted(result.timings, key=lambda item: (-item.seconds, item.code)):
        share = f"{100 * timing.seconds / total:.1f}%"
        rows.append((visible(timing.code), str(timing.files), f"{1000 * timing.seconds:.1f}", share))
    yield from _aligned(rows, right=(1, 2, 3))


def _aligned(rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        shown = (
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(shown).rstrip()
