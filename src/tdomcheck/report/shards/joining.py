"""The accounts of all shards as that of one run, and what keeps them from being one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tdomcheck.errors import ExitCode
from tdomcheck.model import (
    BaselineOutcome,
    Dependents,
    Finding,
    Focus,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    StaleEntry,
)
from tdomcheck.model.shard import Stage
from tdomcheck.report.escape import visible
from tdomcheck.report.shards.of_budgets import JudgedBudgets, judged_budgets
from tdomcheck.report.shards.ordering import woven
from tdomcheck.report.shards.reading import ShardRecord
from tdomcheck.report.shards.shapes import NotMergeable
from tdomcheck.report.summary import told_errors
from tdomcheck.values import replace

_RANKS = (RuleState.CRASHED, RuleState.RAN, RuleState.NOT_APPLICABLE)
_OPTIONS = ("--sarif-suppressed", "--profile-rules")


def check_account(named: Sequence[tuple[str, ShardRecord]]) -> None:
    """Raise NotMergeable where the accounts of the shards do not fit together."""
    first, record = named[0]
    for name, other in named:
        if _terms(record) != _terms(other):
            raise NotMergeable(f"{first} and {name} do not fail by the same rule: see --fail-on")
        for option, is_given, is_given_too in zip(_OPTIONS, _shown(record), _shown(other), strict=True):
            if is_given is not is_given_too:
                has, has_not = (first, name) if is_given else (name, first)
                raise NotMergeable(
                    f"{has} was made with {option} and {has_not} without: run all shards with it, or none"
                )
    _check_moved(named)


def _check_moved(named: Sequence[tuple[str, ShardRecord]]) -> None:
    """Raise NotMergeable where shards have found what was in a lost file in different places."""
    found: dict[str, str] = {}
    for _, record in named:
        for old, new in record.moved:
            earlier = found.setdefault(old, new)
            if earlier != new:
                raise NotMergeable(
                    f"{visible(old)} is gone, and what was accepted there is both in {visible(earlier)} and in "
                    f"{visible(new)}, of different shards; check without --shard, which sees where more of it is"
                )


def _terms(record: ShardRecord) -> tuple[object, ...]:
    return record.threshold, record.exits_zero, record.fails_on_stale


def _shown(record: ShardRecord) -> tuple[bool, ...]:
    """What a report has only where it was asked for, in the order of the options."""
    return record.shows_suppressed, record.has_timings


def joined_result(records: Sequence[ShardRecord]) -> tuple[RunResult, JudgedBudgets]:
    """What all shards came to, without their findings, and what it says of budgets; those findings are among it."""
    files = tuple(sorted(file for record in records for file in record.files))
    errors = woven([record.errors for record in records])
    result = RunResult(
        files=files,
        rules=_rules(records),
        errors=told_errors(_sorted(errors), files),
        warnings=woven([record.warnings for record in records]),
        timings=_timings(records),
        threshold=records[0].threshold,
        baseline=_baseline(records),
        known=sum(record.known for record in records),
        blocks=(sum(record.blocks[0] for record in records), sum(record.blocks[1] for record in records)),
        dependents=Dependents(
            judged=sum(record.dependents.judged for record in records),
            unjudged=sum(record.dependents.unjudged for record in records),
            unread=sum(record.dependents.unread for record in records),
        ),
        foreign=sum(record.foreign for record in records),
        unfollowed=tuple(sorted(each for record in records for each in record.unfollowed)),
        left_out=records[0].left_out,
        focus=_focus(records),
    )
    budgets = judged_budgets(records, result)
    result = _without_known(result, budgets.known)
    result = replace(result, findings=budgets.findings, warnings=(*result.warnings, *budgets.warnings))
    return replace(result, exit_code=_exit_code(records, result)), budgets


def _without_known(result: RunResult, known: tuple[Finding, ...]) -> RunResult:
    """What was there before is counted, or with a focus set apart."""
    if result.focus is None:
        return replace(result, known=result.known + len(known))
    return replace(result, focus=replace(result.focus, beside=known))


def _focus(records: Sequence[ShardRecord]) -> Focus | None:
    """The changes that the run was about, with the findings that they do not concern."""
    asked = [record.focus for record in records if record.focus is not None]
    return Focus(asked[0].files, {}, more=sum(focus.count for focus in asked)) if asked else None


def _sorted(errors: Iterable[tuple[Stage, str]]) -> list[tuple[Stage, str]]:
    """What could not be read is told by name, whichever shard could not."""
    found = list(errors)
    unreadable = sorted(text for stage, text in found if stage is Stage.UNREADABLE)
    return [
        *(each for each in found if each[0] is not Stage.UNREADABLE),
        *((Stage.UNREADABLE, text) for text in unreadable),
    ]


def _exit_code(records: Sequence[ShardRecord], result: RunResult) -> int:
    if result.errors:
        return ExitCode.UNTRUSTWORTHY
    counts = Counter(finding.severity for finding in result.findings)
    for record in records:
        counts.update(record.severities)
    is_stale = records[0].fails_on_stale and result.baseline is not None and bool(result.baseline.stale)
    is_failing = result.threshold.is_crossed_by(counts) or is_stale
    return ExitCode.FINDINGS if is_failing and not records[0].exits_zero else ExitCode.CLEAN


def _rules(records: Sequence[ShardRecord]) -> tuple[RuleOutcome, ...]:
    """Where each rule ended where it came furthest; the first shard knows best why one did not run."""
    found: dict[str, RuleOutcome] = {}
    for record in records:
        for rule in record.rules:
            known = found.get(rule.code)
            if known is None or _RANKS.index(rule.state) < _RANKS.index(known.state):
                found[rule.code] = rule
    return tuple(found[code] for code in sorted(found))


def _timings(records: Sequence[ShardRecord]) -> tuple[RuleTiming, ...]:
    totals: dict[str, RuleTiming] = {}
    for record in records:
        for timing in record.timings:
            known = totals.get(timing.code, RuleTiming(timing.code, 0, 0.0))
            totals[timing.code] = RuleTiming(timing.code, known.files + timing.files, known.seconds + timing.seconds)
    return tuple(totals.values())


def _baseline(records: Sequence[ShardRecord]) -> BaselineOutcome | None:
    """What the baselines did for all files; what several shards could need is stale if no shard does."""
    outcomes = [record.baseline for record in records if record.baseline is not None]
    if not outcomes:
        return None
    left: dict[str, int] = {}
    for record in records:
        for entry in record.shared:
            used = entry.count - entry.unused
            left[entry.line] = left.get(entry.line, entry.count) - used
    stale = sum(entry.count for outcome in outcomes for entry in outcome.stale)
    stale += sum(max(count, 0) for count in left.values())
    return BaselineOutcome(
        matched=sum(outcome.matched for outcome in outcomes),
        new=sum(outcome.new for outcome in outcomes),
        stale=(StaleEntry("", "", "", stale),) if stale else (),
    )
