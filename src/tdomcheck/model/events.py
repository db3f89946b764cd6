"""What a run tells of itself while it goes on: one value an event, and the names of their fields are the contract."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping
from enum import Enum

from tdomcheck.model.finding import Severity
from tdomcheck.model.fix import Safety
from tdomcheck.values import dataclass, field

SCHEMA = 1
"""What a reader has to know; a change of the fields makes it another one."""


class TargetOutcome(Enum):
    """How a test, or all of them, came out."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins; arguments that may be secrets are `***`."""

    NAME: t.ClassVar = "run_started"
    command: str
    arguments: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    planned_files: int | None = None
    """None where the run ended before it knew."""


@dataclass(frozen=True, slots=True)
class LedgerByBucket:
    """Where every planned file and every enabled rule ended."""

    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunFinished:
    """A run ends; a run without this event was cut off."""

    NAME: t.ClassVar = "run_finished"
    exit_code: int
    seconds: float
    counts: Mapping[str, int] = field(default_factory=dict)
    ledger: LedgerByBucket = field(default_factory=LedgerByBucket)


@dataclass(frozen=True, slots=True)
class FindingReported:
    """One finding of a rule that no comment accepts."""

    NAME: t.ClassVar = "finding"
    path: str
    line: int
    column: int
    code: str
    rule: str
    severity: Severity
    fingerprint: str
    message: str


@dataclass(frozen=True, slots=True)
class DomainValidation:
    """What a group of rules says of a file that has changed, and in which it found a candidate."""

    NAME: t.ClassVar = "domain_validation"
    path: str
    validator: str
    passed: bool
    errors: tuple[str, ...]
    content_sha256: str


@dataclass(frozen=True, slots=True)
class EventEdit:
    """A range of bytes and what takes its place."""

    start_byte: int
    end_byte: int
    text: str


@dataclass(frozen=True, slots=True)
class FixApplied:
    """A fix that is in the file now; the hashes are those of the file before and after the round that it was in."""

    NAME: t.ClassVar = "fix_applied"
    path: str
    code: str
    safety: Safety
    edits: tuple[EventEdit, ...]
    old_sha256: str
    new_sha256: str


@dataclass(frozen=True, slots=True)
class FixRejected:
    """A fix that was tried and not applied, with the code of the fix that won."""

    NAME: t.ClassVar = "fix_rejected"
    path: str
    code: str
    reason: str
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Retry:
    """A file that failed passes; the codes are told only where the configuration says `events.capture = true`."""

    NAME: t.ClassVar = "retry"
    path: str
    validator: str
    errors: tuple[str, ...]
    original_code: str | None = None
    corrected_code: str | None = None


@dataclass(frozen=True, slots=True)
class AppliedDelta:
    """What was done to one file."""

    path: str
    new_path: str | None
    old_sha256: str | None
    new_sha256: str | None
    edits: tuple[EventEdit, ...] = ()
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CodemodApplied:
    """A file that codemods, a refactoring or a patch changed."""

    NAME: t.ClassVar = "codemod_applied"
    codemod: str
    options: Mapping[str, object]
    delta: AppliedDelta


@dataclass(frozen=True, slots=True)
class SemanticChange:
    """One structural change between two revisions, with what shows it and the files that it reaches."""

    NAME: t.ClassVar = "semantic_change"
    path: str
    name: str
    change: str
    severity: str
    witness: str = ""
    blast_radius: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectedTarget:
    """One target with how certain it is that the change reaches it, and the chain that it does so by."""

    target: str
    certainty: str
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetsSelected:
    """The tests that a change touches."""

    NAME: t.ClassVar = "tests_selected"
    targets: tuple[SelectedTarget, ...]
    base: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class BatchStarted:
    """Some tests begin."""

    NAME: t.ClassVar = "test_batch_started"
    batch: int
    targets: tuple[str, ...]
    worker: str | None = None
    estimated_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class TargetFinished:
    """One test has come out."""

    NAME: t.ClassVar = "test_result"
    target: str
    outcome: TargetOutcome
    duration: float
    worker: str | None = None
    flaky: bool = False
    failure_fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class TargetsFinished:
    """All tests have come out; what was saved is what the tests that were not selected take."""

    NAME: t.ClassVar = "tests_finished"
    outcome: TargetOutcome
    duration: float
    counts: Mapping[str, int] = field(default_factory=dict)
    failure_fingerprint: str | None = None
    saved_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class CommitMade:
    """Work was committed."""

    NAME: t.ClassVar = "commit"
    text: str | None = None


@dataclass(frozen=True, slots=True)
class BranchMerged:
    """A branch was merged: what was done on it was right."""

    NAME: t.ClassVar = "branch_merged"
    text: str | None = None


@dataclass(frozen=True, slots=True)
class BranchClosed:
    """A branch was closed and not merged."""

    NAME: t.ClassVar = "branch_closed"
    text: str | None = None


@dataclass(frozen=True, slots=True)
class UserCorrection:
    """Somebody said what was wrong."""

    NAME: t.ClassVar = "user_correction"
    text: str | None = None


@dataclass(frozen=True, slots=True)
class UserConfirmation:
    """Somebody said that it was right."""

    NAME: t.ClassVar = "user_confirmation"
    text: str | None = None


Mark: t.TypeAlias = CommitMade | BranchMerged | BranchClosed | UserCorrection | UserConfirmation
Event: t.TypeAlias = (
    RunStarted
    | RunFinished
    | FindingReported
    | DomainValidation
    | FixApplied
    | FixRejected
    | Retry
    | CodemodApplied
    | SemanticChange
    | TargetsSelected
    | BatchStarted
    | TargetFinished
    | TargetsFinished
    | Mark
)
EVENTS: Mapping[str, type[Event]] = {kind.NAME: kind for kind in t.get_args(Event)}
"""By name, in the order in which a run tells them."""
MARKS: Mapping[str, type[Mark]] = {kind.NAME: kind for kind in t.get_args(Mark)}
"""What `events mark` tells."""


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """Which run tells it, and what that run is about."""

    run: str
    session: str | None = None
    branch: str | None = None
    commit: str | None = None
    spec_ref: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event with when, where and by whom it was told."""

    seq: int
    time: str
    """RFC 3339, UTC."""
    identity: RunIdentity
    body: Event

    @property
    def sort_key(self) -> tuple[str, str, int]:
        return self.time, self.identity.run, self.seq
