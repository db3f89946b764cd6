"""The numbers of many events: what the table, the page and the scraper show alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.model.ledger import LedgerRun, RepeatedFingerprint, RunOutcome, Task
from tdomcheck.values import dataclass, field

Numbers = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RunStats:
    """Runs: of those that did not finish nothing else is known."""

    count: int = 0
    finished: int = 0
    cut_off: int = 0
    seconds: float = 0.0
    by_command: Numbers = field(default_factory=dict)
    by_exit_code: Numbers = field(default_factory=dict)
    by_week: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FindingStats:
    """Findings: `count` is how often one was told, `distinct` how many there are."""

    count: int = 0
    distinct: int = 0
    by_rule: Numbers = field(default_factory=dict)
    by_severity: Numbers = field(default_factory=dict)
    by_week: Numbers = field(default_factory=dict)
    by_rule_and_week: Mapping[str, Numbers] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PassRate:
    """How many passed, of how many."""

    passed: int = 0
    failed: int = 0
    rate: float | None = None

    @classmethod
    def of(cls, passed: int, failed: int) -> PassRate:
        return cls(passed, failed, share(passed, passed + failed))


@dataclass(frozen=True, slots=True)
class ValidationStats:
    """What groups of rules said of files."""

    count: int = 0
    passed: int = 0
    failed: int = 0
    pass_rate: float | None = None
    by_validator: Mapping[str, PassRate] = field(default_factory=dict)
    by_week: Mapping[str, PassRate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RetryStats:
    """Corrections; `per_file` is by the files that were validated."""

    count: int = 0
    files: int = 0
    per_file: float | None = None
    by_validator: Numbers = field(default_factory=dict)
    by_week: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FixStats:
    """Fixes that were tried."""

    applied: int = 0
    rejected: int = 0
    fix_rate: float | None = None
    by_rule: Mapping[str, PassRate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CodemodStats:
    """Files that codemods changed."""

    files: int = 0
    by_codemod: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChangeStats:
    """Structural changes between revisions."""

    count: int = 0
    by_severity: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TargetStats:
    """Tests that were selected, of how many, and how those that ran came out."""

    selected: int = 0
    total: int = 0
    run: int = 0
    flaky: int = 0
    seconds: float = 0.0
    saved_seconds: float = 0.0
    by_outcome: Numbers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskStats:
    """A task and what is left of its budgets."""

    task: str
    state: str
    mutations: int
    max_mutations: int | None
    test_runs: int
    max_test_runs: int | None
    seconds: float | None
    """Until it was closed; None while it is open."""
    max_seconds: float | None
    no_progress: int = 0
    no_op: int = 0


@dataclass(frozen=True, slots=True)
class StreamStats:
    """All of it."""

    events: Numbers = field(default_factory=dict)
    runs: RunStats = field(default_factory=RunStats)
    findings: FindingStats = field(default_factory=FindingStats)
    validations: ValidationStats = field(default_factory=ValidationStats)
    retries: RetryStats = field(default_factory=RetryStats)
    fixes: FixStats = field(default_factory=FixStats)
    codemods: CodemodStats = field(default_factory=CodemodStats)
    changes: ChangeStats = field(default_factory=ChangeStats)
    tests: TargetStats = field(default_factory=TargetStats)
    marks: Numbers = field(default_factory=dict)
    tasks: tuple[TaskStats, ...] = ()
    repeated_fingerprints: tuple[RepeatedFingerprint, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerContent:
    """What the ledger adds to the streams."""

    tasks: Sequence[Task] = ()
    runs: Sequence[tuple[LedgerRun, RunOutcome | None]] = ()
    repeated: Sequence[RepeatedFingerprint] = ()


def share(part: int, whole: int) -> float | None:
    """A part of a whole to four digits; None of nothing."""
    return round(part / whole, 4) if whole else None
