"""The accounts of all shards as that of one run, and what keeps them from being one."""

from __future__ import annotations

import typing as t
from collections import Counter
from collections.abc import Iterable, Sequence

from tdomcheck.errors import ExitCode
from tdomcheck.model import (
    BaselineOutcome,
    Dependents,
    RuleOutcome,
    RuleState,
    RuleTiming,
    RunResult,
    StaleEntry,
)
from tdomcheck.model.shard import Stage
from tdomcheck.report.escape import visible
from tdomcheck.report.shards.of_budgets import JudgedBudgets, judged_budgets
from tdomcheck.report.shards.reading import NotMergeable, ShardRecord
from tdomcheck.report.summary import told_errors
from tdomcheck.values import replace

_Item = t.TypeVar("_Item", str, tuple[Stage, str])
_RANKS = (RuleState.CRASHED, RuleState.RAN, RuleState.NOT_APPLICABLE)


def in_order(named: Sequence[tuple[str, ShardRecord]]) -> list[ShardRecord]:
    """The accounts by number; raises NotMergeable where they are not all shards of one run, each once."""
    first, record = named[0]
    seen: dict[int, str] = {}
    for name, other in named:
        _check_same(first, record, name, other)
        earlier = seen.setdefault(other.shard.number, name)
        if earlier != name:
            raise NotMergeable(f"shard {other.shard} is there twice: {earlier} and {name}")
    count = record.shard.count
    missing = [f"{number}/{count}" for number in range(1, count + 1) if number not in seen]
    if missing:
        shown = ", ".join(missing[:10]) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        noun, verb = ("shard", "is") if len(missing) == 1 else ("shards", "are")
        raise NotMergeable(f"{noun} {shown} {verb} missing; name the reports of all {count}")
    _check_moved(named)
    return sorted((record for _, record in named), key=lambda record: record.shard.number)


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


def _check_same(first: str, record: ShardRecord, name: str, other: ShardRecord) -> None:
    """Raise NotMergeable where two shards are not of one run."""
    versions = f"{first} is of tdomcheck {record.version}, and {name} of {other.version}"
    differences = (
        (record.shard.count != other.shard.count, f"{first} is shard {record.shard}, and {name} is {other.shard}"),
        (record.version != other.version, f"{versions}: run all shards with one version"),
        (
            record.configuration != other.configuration,
            f"{first} and {name} were asked for different things: files, options or configuration are not the same",
        ),
        (_terms(record) != _terms(other), f"{first} and {name} do not fail by the same rule: see --fail-on"),
    )
    for is_different, sentence in differences:
        if is_different:
            raise NotMergeable(sentence)


def _terms(record: ShardRecord) -> tuple[object, ...]:
    return record.threshold, record.exits_zero, record.fails_on_stale


def joined_result(records: Sequence[ShardRecord]) -> tuple[RunResult, JudgedBudgets]:
    """What all shards came to, without their findings, and what it says of budgets; those findings are among it."""
    files = tuple(sorted(file for record in records for file in record.files))
    errors = _woven([record.errors for record in records])
    result = RunResult(
        files=files,
        rules=_rules(records),
        errors=told_errors(_sorted(errors), files),
        warnings=_woven([record.warnings for record in records]),
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
        left_out=records[0].left_out,
    )
    budgets = judged_budgets(records, result)
    result = replace(result, findings=budgets.findings, warnings=(*result.warnings, *budgets.warnings))
    return replace(result, exit_code=_exit_code(records, result)), budgets


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


def _woven(lists: Sequence[Sequence[_Item]]) -> tuple[_Item, ...]:
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
