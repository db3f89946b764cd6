"""The budgets of a run, judged by what all of its shards have counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tdomcheck.model import Finding, RuleState, RunResult
from tdomcheck.model.shard import BudgetAccount
from tdomcheck.report.budgets import advice, exceeded
from tdomcheck.report.shards.reading import ShardRecord
from tdomcheck.report.shards.shapes import NotMergeable
from tdomcheck.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class JudgedBudgets:
    """What the run says of its budgets, and as much of the configuration as a report shows."""

    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    sources: Mapping[str, bytes] = field(default_factory=dict)
    hashes: Mapping[int, str] = field(default_factory=dict)
    """Of its lines, by number."""
    sha256: str = ""
    """Of the configuration as a whole."""


def judged_budgets(records: Sequence[ShardRecord], result: RunResult) -> JudgedBudgets:
    """Raises NotMergeable where only some of the shards know of budgets."""
    accounts = [record.budgets for record in records if record.budgets is not None]
    if not accounts:
        return JudgedBudgets()
    if len(accounts) != len(records) or len({_promised(each) for each in accounts}) > 1:
        raise NotMergeable("the shards do not have the same budgets: run all of them with one configuration")
    whole = _summed(accounts)
    ran = {rule.code for rule in result.rules if rule.state is RuleState.RAN}
    lines = [each.line for each in whole.counts if each.line is not None]
    return JudgedBudgets(
        tuple(exceeded(whole)),
        tuple(advice(whole, ran)),
        {whole.path: sketched(whole)} if lines else {},
        {line.number: line.hash for line in lines if line.hash},
        whole.sha256,
    )


def _summed(accounts: Sequence[BudgetAccount]) -> BudgetAccount:
    counts: Counter[str] = Counter()
    for account in accounts:
        counts.update({each.code: each.count for each in account.counts})
    first = accounts[0]
    return replace(first, counts=tuple(replace(each, count=counts[each.code]) for each in first.counts))


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
    lines = {each.line.number: each.line for each in account.counts if each.line is not None}
    for line in (lines[number] for number in sorted(lines)):
        blank, feeds = line.start - len(data), line.number - number
        if blank < feeds or (blank and not feeds):
            raise NotMergeable("the reports are damaged: lines of the configuration overlap")
        feed = b"\r" if data.endswith(b"\r") else b"\n"  # both together would be one end of a line
        data += b" " * (blank - feeds) + feed * feeds
        data += line.text.encode("utf-8", "surrogateescape")
        number = line.number + 1
    return data
