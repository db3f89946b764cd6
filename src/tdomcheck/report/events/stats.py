"""What many events come to, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tdomcheck.model.events import (
    MARKS,
    CodemodApplied,
    DomainValidation,
    FindingReported,
    FixApplied,
    FixRejected,
    RecordedEvent,
    Retry,
    RunFinished,
    RunStarted,
    SemanticChange,
    TargetFinished,
    TargetsFinished,
    TargetsSelected,
)
from tdomcheck.model.ledger import Flag, LedgerRun, RunOutcome, Task
from tdomcheck.report.events.figures import (
    ChangeStats,
    CodemodStats,
    FindingStats,
    FixStats,
    LedgerContent,
    Numbers,
    PassRate,
    RetryStats,
    RunStats,
    StreamStats,
    TargetStats,
    TaskStats,
    ValidationStats,
    share,
)
from tdomcheck.report.events.schema import week_of
from tdomcheck.report.summary import ranked


def _ranked(counts: Mapping[str, int]) -> Numbers:
    """The most frequent first."""
    return dict(ranked(counts))


def stats_of(events: Iterable[RecordedEvent], ledger: LedgerContent | None = None) -> StreamStats:
    """The numbers of some streams, with those of the ledger."""
    ledger = LedgerContent() if ledger is None else ledger
    told = list(events)
    names = Counter(event.body.NAME for event in told)
    validated = {event.body.path for event in told if isinstance(event.body, DomainValidation)}
    return StreamStats(
        events=_ranked(names),
        runs=_runs(told),
        findings=_findings(told),
        validations=_validations(told),
        retries=_retries(told, len(validated)),
        fixes=_fixes(told),
        codemods=_codemods(told),
        changes=_changes(told),
        tests=_tests(told),
        marks={name: names[name] for name in MARKS if names[name]},
        tasks=tuple(_task(task, ledger.runs) for task in ledger.tasks),
        repeated_fingerprints=tuple(ledger.repeated),
    )


def _in_order(counts: Mapping[str, int]) -> Numbers:
    return dict(sorted(counts.items()))


def week(event: RecordedEvent) -> str:
    return week_of(event.time) or "unknown"


def _runs(told: Sequence[RecordedEvent]) -> RunStats:
    started = [event for event in told if isinstance(event.body, RunStarted)]
    ends = [event.body for event in told if isinstance(event.body, RunFinished)]
    ended = {event.identity.run for event in told if isinstance(event.body, RunFinished)}
    commands = [event.body.command for event in started if isinstance(event.body, RunStarted)]
    return RunStats(
        count=len(started),
        finished=len(ends),
        cut_off=sum(event.identity.run not in ended for event in started),
        seconds=round(sum(end.seconds for end in ends), 3),
        by_command=_ranked(Counter(commands)),
        by_exit_code=_in_order(Counter(str(end.exit_code) for end in ends)),
        by_week=_in_order(Counter(map(week, started))),
    )


def _findings(told: Sequence[RecordedEvent]) -> FindingStats:
    found = [(event.body, week(event)) for event in told if isinstance(event.body, FindingReported)]
    by_both: dict[str, Counter[str]] = defaultdict(Counter)
    for finding, when in found:
        by_both[finding.code][when] += 1
    return FindingStats(
        count=len(found),
        distinct=len({finding.fingerprint for finding, _ in found}),
        by_rule=_ranked(Counter(finding.code for finding, _ in found)),
        by_severity=_ranked(Counter(finding.severity.value for finding, _ in found)),
        by_week=_in_order(Counter(when for _, when in found)),
        by_rule_and_week={code: _in_order(weeks) for code, weeks in sorted(by_both.items())},
    )


def _validations(told: Sequence[RecordedEvent]) -> ValidationStats:
    said = [(event.body, week(event)) for event in told if isinstance(event.body, DomainValidation)]
    all_of_them = _rates((("", validation.passed) for validation, _ in said)).get("", PassRate())
    return ValidationStats(
        count=len(said),
        passed=all_of_them.passed,
        failed=all_of_them.failed,
        pass_rate=all_of_them.rate,
        by_validator=_rates((validation.validator, validation.passed) for validation, _ in said),
        by_week=_rates((when, validation.passed) for validation, when in said),
    )


def _rates(verdicts: Iterable[tuple[str, bool]]) -> Mapping[str, PassRate]:
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    for name, is_passed in verdicts:
        counts[name][is_passed] += 1
    return {name: PassRate.of(counts[name][True], counts[name][False]) for name in sorted(counts)}


def _retries(told: Sequence[RecordedEvent], validated: int) -> RetryStats:
    retries = [(event.body, week(event)) for event in told if isinstance(event.body, Retry)]
    return RetryStats(
        count=len(retries),
        files=len({retry.path for retry, _ in retries}),
        per_file=share(len(retries), validated),
        by_validator=_ranked(Counter(retry.validator for retry, _ in retries)),
        by_week=_in_order(Counter(when for _, when in retries)),
    )


def _fixes(told: Sequence[RecordedEvent]) -> FixStats:
    tried = [event.body for event in told if isinstance(event.body, FixApplied | FixRejected)]
    by_rule = _rates((fix.code, isinstance(fix, FixApplied)) for fix in tried)
    applied = sum(rate.passed for rate in by_rule.values())
    return FixStats(applied, len(tried) - applied, share(applied, len(tried)), by_rule)


def _codemods(told: Sequence[RecordedEvent]) -> CodemodStats:
    names = [event.body.codemod for event in told if isinstance(event.body, CodemodApplied)]
    return CodemodStats(len(names), _ranked(Counter(names)))


def _changes(told: Sequence[RecordedEvent]) -> ChangeStats:
    severities = [event.body.severity for event in told if isinstance(event.body, SemanticChange)]
    return ChangeStats(len(severities), _ranked(Counter(severities)))


def _tests(told: Sequence[RecordedEvent]) -> TargetStats:
    selections = [event.body for event in told if isinstance(event.body, TargetsSelected)]
    results = [event.body for event in told if isinstance(event.body, TargetFinished)]
    ends = [event.body for event in told if isinstance(event.body, TargetsFinished)]
    return TargetStats(
        selected=sum(len(selection.targets) for selection in selections),
        total=sum(selection.total or len(selection.targets) for selection in selections),
        run=len(results),
        flaky=sum(result.flaky for result in results),
        seconds=round(sum(result.duration for result in results), 3),
        saved_seconds=round(sum(end.saved_seconds or 0.0 for end in ends), 3),
        by_outcome=_ranked(Counter(result.outcome.value for result in results)),
    )


def _task(task: Task, runs: Iterable[tuple[LedgerRun, RunOutcome | None]]) -> TaskStats:
    flags = Counter(operation.flag for run, operation in runs if run.task == task.name and operation is not None)
    budget = task.budget
    return TaskStats(
        task.name,
        task.state.value,
        task.mutations,
        budget.mutations,
        task.test_runs,
        budget.test_runs,
        round(task.seconds(task.closed), 3) if task.closed is not None else None,
        budget.seconds,
        flags[Flag.NO_PROGRESS] + task.forgotten.no_progress,
        flags[Flag.NO_OP] + task.forgotten.no_op,
    )
