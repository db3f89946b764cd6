"""What all shards of a run came to, as the result of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from itertools import chain
from typing import TypeVar

from tdomcheck.app.conclude import code_of, summed
from tdomcheck.model import (
    BaselineOutcome,
    Dependents,
    Finding,
    Focus,
    RuleOutcome,
    RuleState,
    RunResult,
    StaleEntry,
)
from tdomcheck.model.shard import BudgetAccount, ShardAccount, Stage
from tdomcheck.report.as_shard import ShardRecord
from tdomcheck.report.budgets import advice, exceeded
from tdomcheck.report.summary import told_errors
from tdomcheck.values import replace

_RANKS = (RuleState.CRASHED, RuleState.RAN, RuleState.NOT_APPLICABLE)
_Item = TypeVar("_Item", bound=Hashable)


def joined_result(records: Sequence[ShardRecord]) -> RunResult:
    """The result of the run whose shards these are, in order."""
    results = [record.result for record in records]
    accounts = [record.account for record in records]
    every = reduce(_both, results)
    files = tuple(sorted(every.files))
    infos = {info.code: info for info in every.catalog}
    joined = replace(
        every,
        findings=_sorted(every.findings),
        suppressed=tuple(sorted(every.suppressed, key=lambda each: each.finding.sort_key)),
        files=files,
        rules=_rules(every.rules),
        catalog=tuple(infos[code] for code in sorted(infos)),
        errors=told_errors(_errors(accounts), files),
        warnings=woven([result.warnings for result in results]),
        fixes=None,
        timings=summed(every.timings),
        baseline=_baseline(records),
        focus=_focus(results),
        unfollowed=tuple(sorted(every.unfollowed)),
    )
    joined = _within_budgets(joined, _summed([account.budgets for account in accounts]))
    first = accounts[0]
    code = code_of(joined, exits_zero=first.exits_zero, fails_on_stale=first.fails_on_stale)
    return replace(joined, exit_code=code)


def _both(one: RunResult, other: RunResult) -> RunResult:
    """What two shards tell of their own files, one after the other."""
    counts, more = one.dependents, other.dependents
    return replace(
        one,
        findings=(*one.findings, *other.findings),
        suppressed=(*one.suppressed, *other.suppressed),
        files=(*one.files, *other.files),
        rules=(*one.rules, *other.rules),
        catalog=(*one.catalog, *other.catalog),
        timings=(*one.timings, *other.timings),
        known=one.known + other.known,
        blocks=(one.blocks[0] + other.blocks[0], one.blocks[1] + other.blocks[1]),
        dependents=Dependents(
            counts.judged + more.judged,
            counts.unjudged + more.unjudged,
            counts.reason or more.reason,
            counts.unread + more.unread,
        ),
        foreign=one.foreign + other.foreign,
        idle=one.idle and other.idle,
        unfollowed=(*one.unfollowed, *other.unfollowed),
    )


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.sort_key))


def _rules(rules: Iterable[RuleOutcome]) -> tuple[RuleOutcome, ...]:
    """Where each rule ended where it came furthest; the first shard knows best why one did not run."""
    found: dict[str, RuleOutcome] = {}
    for rule in rules:
        known = found.setdefault(rule.code, rule)
        if _RANKS.index(rule.state) < _RANKS.index(known.state):
            found[rule.code] = rule
    return tuple(found[code] for code in sorted(found))


def _errors(accounts: Sequence[ShardAccount]) -> list[tuple[Stage, str]]:
    """What could not be read is told by name, whichever shard could not."""
    errors = woven([account.errors for account in accounts])
    unreadable = sorted(each for each in errors if each[0] is Stage.UNREADABLE)
    return [*(each for each in errors if each[0] is not Stage.UNREADABLE), *unreadable]


def woven(lists: Sequence[Sequence[_Item]]) -> tuple[_Item, ...]:
    """All that any shard says, each once, in the order in which they say it."""
    following: dict[_Item | None, _Item | None] = {None: None}
    for items in lists:
        place: _Item | None = None
        for item in items:
            if item not in following:
                following[item], following[place] = following[place], item
            place = item
    found: list[_Item] = []
    upcoming = following[None]
    while upcoming is not None:
        found.append(upcoming)
        upcoming = following[upcoming]
    return tuple(found)


def _baseline(records: Sequence[ShardRecord]) -> BaselineOutcome | None:
    """What the baselines did for all files: an entry is stale as far as no shard needs it."""
    outcomes = [record.result.baseline for record in records if record.result.baseline is not None]
    if not outcomes:
        return None
    used: Counter[tuple[str, str]] = Counter()
    entries: dict[tuple[str, str], StaleEntry] = {}
    for each in chain.from_iterable(record.account.entries for record in records):
        used[each.baseline, each.line] += each.used
        entries[each.baseline, each.line] = each.entry
    left = ((entries[key], entries[key].count - used[key]) for key in sorted(entries))
    return BaselineOutcome(
        matched=sum(outcome.matched for outcome in outcomes),
        new=sum(outcome.new for outcome in outcomes),
        stale=tuple(replace(entry, count=count) for entry, count in left if count > 0),
    )


def _focus(results: Sequence[RunResult]) -> Focus | None:
    """The changes that the run was about, with the findings that they do not concern."""
    asked = [result.focus for result in results if result.focus is not None]
    if not asked:
        return None
    lines = {path: numbers for focus in asked for path, numbers in focus.lines.items()}
    return Focus(asked[0].files, lines, _sorted(chain.from_iterable(focus.beside for focus in asked)))


def _summed(shards: Sequence[Sequence[BudgetAccount]]) -> list[BudgetAccount]:
    """The budgets of each configuration, with what all shards have counted."""
    return [_sum_of(accounts) for accounts in zip(*shards, strict=True)]


def _sum_of(accounts: Sequence[BudgetAccount]) -> BudgetAccount:
    rows = zip(*(account.counts for account in accounts), strict=True)
    counts = (
        replace(row[0], count=sum(each.count for each in row), before=sum(each.before for each in row)) for row in rows
    )
    return replace(accounts[0], counts=tuple(counts))


def _within_budgets(result: RunResult, accounts: Sequence[BudgetAccount]) -> RunResult:
    """With what can be said of budgets only now; what was exceeded before is counted, or with a focus set apart."""
    ran = {rule.code for rule in result.rules if rule.state is RuleState.RAN}
    new = [finding for account in accounts for finding in exceeded(account)]
    known = [finding for account in accounts for finding in exceeded(account, before=True)]
    warnings = (sentence for account in accounts for sentence in advice(account, ran))
    result = replace(result, findings=_sorted((*result.findings, *new)), warnings=(*result.warnings, *warnings))
    if result.focus is None:
        return replace(result, known=result.known + len(known))
    return replace(result, focus=replace(result.focus, beside=_sorted((*result.focus.beside, *known))))
