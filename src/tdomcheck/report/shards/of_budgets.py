"""The budgets of a run, judged by what all of its shards have counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from tdomcheck.model import Finding, RuleState, RunResult
from tdomcheck.model.shard import BudgetAccount, QuotedLine
from tdomcheck.report.budgets import advice, exceeded
from tdomcheck.report.shards.reading import ShardRecord
from tdomcheck.report.shards.shapes import NotMergeable
from tdomcheck.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class JudgedBudgets:
    """What the run says of its budgets, and as much of the configuration as a report shows."""

    findings: tuple[Finding, ...] = ()
    known: tuple[Finding, ...] = ()
    """Of budgets that were exceeded before by as much."""
    warnings: tuple[str, ...] = ()
    sources: Mapping[str, bytes] = field(default_factory=dict)
    hashes: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """Of its lines, by path and number."""
    sha256: Mapping[str, str] = field(default_factory=dict)
    """Of each configuration as a whole, by path."""


def judged_budgets(records: Sequence[ShardRecord], result: RunResult) -> JudgedBudgets:
    """Raises NotMergeable where the shards do not know of the same budgets."""
    if len({tuple(map(_promised, record.budgets)) for record in records}) > 1:
        raise NotMergeable("the shards do not have the same budgets: run all of them with one configuration")
    accounts = [_summed(each) for each in zip(*(record.budgets for record in records), strict=True)]
    return _judged(accounts, {rule.code for rule in result.rules if rule.state is RuleState.RAN})


def _judged(accounts: Sequence[BudgetAccount], ran: Collection[str]) -> JudgedBudgets:
    lines = [(each.path, line) for each in accounts for line in _lines(each)]
    return JudgedBudgets(
        _told(accounts, before=False),
        _told(accounts, before=True),
        tuple(sentence for each in accounts for sentence in advice(each, ran)),
        {each.path: sketched(each) for each in accounts if _lines(each)},
        {(path, line.number): line.hash for path, line in lines if line.hash},
        {each.path: each.sha256 for each in accounts},
    )


def _told(accounts: Sequence[BudgetAccount], *, before: bool) -> tuple[Finding, ...]:
    findings = (finding for each in accounts for finding in exceeded(each, before=before))
    return tuple(sorted(findings, key=lambda finding: finding.sort_key))


def _lines(account: BudgetAccount) -> list[QuotedLine]:
    return [each.line for each in account.counts if each.line is not None]


def _summed(accounts: Sequence[BudgetAccount]) -> BudgetAccount:
    now: Counter[str] = Counter()
    before: Counter[str] = Counter()
    for account in accounts:
        now.update({each.code: each.count for each in account.counts})
        before.update({each.code: each.before for each in account.counts})
    first = accounts[0]
    counts = (replace(each, count=now[each.code], before=before[each.code]) for each in first.counts)
    return replace(first, counts=tuple(counts))


def _promised(account: BudgetAccount) -> tuple[object, ...]:
    return (
        account.path,
        account.severity,
        tuple((each.code, each.most, each.span, each.line) for each in account.counts),
    )


def sketched(account: BudgetAccount) -> bytes:
    """A file that has the quoted lines where the configuration has them, and nothing else."""
    data = b""
    number = 1
    lines = {line.number: line for line in _lines(account)}
    for line in (lines[number] for number in sorted(lines)):
        blank, feeds = line.start - len(data), line.number - number
        if blank < feeds or (blank and not feeds):
            raise NotMergeable("the reports are damaged: lines of the configuration overlap")
        feed = b"\r" if data.endswith(b"\r") else b"\n"  # both together would be one end of a line
        data += b" " * (blank - feeds) + feed * feeds
        data += line.text.encode("utf-8", "surrogateescape")
        number = line.number + 1
    return data
