"""What the ledger holds: tasks with their budgets, runs, and what each run did."""

from __future__ import annotations

from enum import Enum

from tdomcheck.values import dataclass


class TaskState(Enum):
    """How a task stands; what is closed is never opened again."""

    OPEN = "open"
    SUCCESS = "closed_success"
    FAILED = "closed_failed"
    INTERRUPTED = "closed_interrupted"


class RunKind(Enum):
    """What a run may do, and so which budget it counts against."""

    LOOK = "look"
    MUTATION = "mutation"
    TEST = "test"


class Flag(Enum):
    """Going in circles, made visible."""

    NONE = ""
    NO_PROGRESS = "no_progress"
    """The same failure as before, though something was changed in between."""
    NO_OP = "no_op"
    """The same change as the one before."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a task may spend; None: as much as it takes."""

    mutations: int | None = None
    test_runs: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ForgottenRuns:
    """What the runs of a task came to that are no longer kept one by one."""

    runs: int = 0
    mutations: int = 0
    test_runs: int = 0
    no_progress: int = 0
    no_op: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """A task with what it has spent."""

    name: str
    opened: float
    budget: Budget = Budget()
    state: TaskState = TaskState.OPEN
    closed: float | None = None
    head: str | None = None
    """The commit that was checked out when it was opened."""
    mutations: int = 0
    test_runs: int = 0
    forgotten: ForgottenRuns = ForgottenRuns()
    """They are counted above."""

    def seconds(self, now: float) -> float:
        """How long it has been open."""
        return max(0.0, (self.closed if self.closed is not None else now) - self.opened)


@dataclass(frozen=True, slots=True)
class LedgerRun:
    """A run as it begins."""

    run: str
    kind: RunKind
    command: str
    started: float
    task: str | None = None
    session: str | None = None
    branch: str | None = None
    commit: str | None = None

    @property
    def circle(self) -> str | None:
        """Whose runs are compared with each other: those of a task, else of a session."""
        return f"task {self.task}" if self.task else f"session {self.session}" if self.session else None


@dataclass(frozen=True, slots=True)
class DiffStats:
    """How much was changed."""

    files: int = 0
    insertions: int = 0
    deletions: int = 0


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to."""

    run: str
    finished: float
    seconds: float
    exit_code: int
    changed_paths: tuple[str, ...] = ()
    stats: DiffStats = DiffStats()
    repo_before: str | None = None
    repo_after: str | None = None
    mutation_fingerprint: str | None = None
    failure_fingerprint: str | None = None
    flag: Flag = Flag.NONE

    @property
    def is_success(self) -> bool:
        return self.exit_code == 0


@dataclass(frozen=True, slots=True)
class FailedValidation:
    """What a file failed with, to be compared with what it is when it passes."""

    content_sha256: str
    errors: tuple[str, ...]
    code: str | None = None


@dataclass(frozen=True, slots=True)
class RepeatedFingerprint:
    """A change or a failure that came more than once."""

    kind: str
    fingerprint: str
    count: int
    task: str | None = None
