"""An event as one line for people."""

from __future__ import annotations

from tdomcheck.model.events import (
    BatchStarted,
    BranchClosed,
    BranchMerged,
    CodemodApplied,
    CommitMade,
    DomainValidation,
    Event,
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
    UserConfirmation,
    UserCorrection,
)
from tdomcheck.report.escape import visible

_WIDTH = max(len("domain_validation"), len("test_batch_started"))


def told_event(recorded: RecordedEvent) -> str:
    """As in `2026-11-19T23:48:31Z 3f8a4c72 finding  shop.py:5:25 TDC121 ...`."""
    time = recorded.time.partition(".")[0].removesuffix("Z")
    head = f"{time}Z {recorded.identity.run[:8]} {recorded.body.NAME:<{_WIDTH}}"
    return visible(f"{head} {_details(recorded.body)}".rstrip())


def _details(event: Event) -> str:
    match event:
        case RunStarted():
            return " ".join((event.command, *event.arguments))
        case RunFinished():
            return f"exit {event.exit_code} after {event.seconds:.2f} s"
        case FindingReported():
            return f"{event.path}:{event.line}:{event.column} {event.code} {event.message}"
        case DomainValidation():
            return f"{event.path} {event.validator}: {'passed' if event.passed else f'{len(event.errors)} errors'}"
        case FixApplied():
            return f"{event.path} {event.code}"
        case FixRejected():
            return f"{event.path} {event.code}: {event.reason}"
        case Retry():
            return f"{event.path} {event.validator} passes now"
    return _further(event)


def _further(event: Event) -> str:
    match event:
        case CodemodApplied():
            return f"{event.delta.new_path or event.delta.path} {event.codemod}"
        case SemanticChange():
            return f"{event.path} {event.name}: {event.change} ({event.severity})"
        case TargetsSelected():
            return f"{len(event.targets)} targets"
        case BatchStarted():
            return f"batch {event.batch}: {len(event.targets)} targets"
        case TargetFinished():
            return f"{event.target} {event.outcome.value} after {event.duration:.2f} s"
        case TargetsFinished():
            return f"{event.outcome.value} after {event.duration:.2f} s"
        case CommitMade() | BranchMerged() | BranchClosed() | UserCorrection() | UserConfirmation():
            return event.text or ""
    raise AssertionError(f"unreachable: {event}")
