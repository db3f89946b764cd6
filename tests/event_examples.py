"""Streams for tests: one event of every kind, and what makes more of them."""

from __future__ import annotations

import typing as t
from collections.abc import Sequence

from tdomcheck.model import Safety, Severity
from tdomcheck.model.events import (
    AppliedDelta,
    BatchStarted,
    BranchClosed,
    BranchMerged,
    CodemodApplied,
    CommitMade,
    DomainValidation,
    Event,
    EventEdit,
    FindingReported,
    FixApplied,
    FixRejected,
    LedgerByBucket,
    RecordedEvent,
    Retry,
    RunFinished,
    RunIdentity,
    RunStarted,
    SelectedTarget,
    SemanticChange,
    TargetFinished,
    TargetOutcome,
    TargetsFinished,
    TargetsSelected,
    UserConfirmation,
    UserCorrection,
)
from tdomcheck.report.events.lines import line

OLD, NEW = "0" * 64, "1" * 64
EDIT = EventEdit(3, 5, "x")
EVERY: tuple[Event, ...] = (
    RunStarted("check", ("--events", "e.jsonl"), {"tdomcheck": "0.1.0"}, 2),
    FindingReported("shop.py", 5, 25, "TDC121", "nested-html-call", Severity.WARNING, "ab" * 16, "it is nested"),
    DomainValidation("shop.py", "values", False, ("TDC121: it is nested",), OLD),
    FixApplied("shop.py", "TDC121", Safety.SAFE, (EDIT,), OLD, NEW),
    FixRejected("shop.py", "TDC122", "it overlaps the fix of TDC121", "TDC121"),
    Retry("shop.py", "values", ("TDC121: it is nested",), "before = 1\n", "after = 1\n"),
    CodemodApplied("rename", {"from": "a.B", "to": "C"}, AppliedDelta("a.py", None, OLD, NEW, (EDIT,), ("a.B",))),
    SemanticChange("a.py", "a.B", "removed", "breaking", "class B", ("b.py",)),
    TargetsSelected((SelectedTarget("tests/test_a.py", "proven", ("a.py", "tests/test_a.py")),), "main", 4),
    BatchStarted(0, ("tests/test_a.py",), "gw0", 1.5),
    TargetFinished("tests/test_a.py", TargetOutcome.FAILED, 0.25, "gw0", True, "f" * 8),
    TargetsFinished(TargetOutcome.FAILED, 0.5, {"failed": 1}, "f" * 8, 12.5),
    RunFinished(1, 0.75, {"findings": 1}, LedgerByBucket({"checked": ("shop.py",)}, {"ran": ("TDC121",)})),
)
"""One run that tells everything that a run can tell."""
MARKED: tuple[Event, ...] = (
    CommitMade(),
    BranchMerged("shipped"),
    BranchClosed(),
    UserCorrection("no, the other one"),
    UserConfirmation("yes"),
)


def run_id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012x}"


def at(second: float) -> str:
    """A time of the nineteenth of November; 86,400 seconds later is the twentieth."""
    day, rest = divmod(second, 86_400)
    return f"2026-11-{19 + int(day):02}T{int(rest // 3600):02}:{int(rest % 3600 // 60):02}:{rest % 60:09.6f}Z"


def run_of(
    *bodies: Event,
    number: int = 1,
    second: float = 0.0,
    session: str | None = None,
    branch: str | None = "main",
    **further: t.Any,
) -> list[RecordedEvent]:
    """The events of one run, a thousandth of a second apart."""
    identity = RunIdentity(run_id(number), session, branch, **further)
    return [RecordedEvent(seq, at(second + seq / 1000), identity, body) for seq, body in enumerate(bodies)]


def mark(body: Event, *, number: int, second: float, **further: t.Any) -> list[RecordedEvent]:
    return run_of(body, number=number, second=second, **further)


def stream(events: Sequence[RecordedEvent]) -> bytes:
    return "".join(map(line, events)).encode("ascii")


def whole_stream() -> list[RecordedEvent]:
    """A run that tells everything, then every mark."""
    marks = [mark(body, number=10 + place, second=60 + place) for place, body in enumerate(MARKED)]
    return [*run_of(*EVERY), *(event for events in marks for event in events)]
