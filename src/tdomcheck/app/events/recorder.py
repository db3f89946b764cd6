"""One run as it tells of itself: its events, and its place in the ledger."""

from __future__ import annotations

import contextlib
import datetime
import sys
import time
from collections.abc import Callable, Mapping, Sequence

import tdomcheck
from tdomcheck.app.events.identity import identity_of
from tdomcheck.app.events.places import open_ledger, open_stream
from tdomcheck.app.events.tasks import refusal_of
from tdomcheck.app.plan_files import RunPlan
from tdomcheck.app.session import Session
from tdomcheck.edges.event_stream import PrintedStream
from tdomcheck.edges.ledger import Ledger
from tdomcheck.edges.locks import HeldSignals
from tdomcheck.errors import ExitCode, LedgerError, TaskRefusal, TdomcheckError
from tdomcheck.model.events import Event, LedgerByBucket, RecordedEvent, RunFinished, RunStarted
from tdomcheck.model.ledger import DiffStats, Flag, LedgerRun, RunKind, RunOutcome
from tdomcheck.report.escape import told
from tdomcheck.report.events.lines import line
from tdomcheck.report.events.masking import masked_arguments
from tdomcheck.report.jsontext import dump
from tdomcheck.values import dataclass, field, replace

Answer = tuple[str, int, str]
"""Text for standard output, the exit code, text for standard error."""
TOGETHER = 50
"""Events that are written at once."""


@dataclass(frozen=True, slots=True)
class RecordingOrder:
    """What is recorded."""

    command: str
    kind: RunKind = RunKind.LOOK
    is_json: bool = False
    """A refusal is told as JSON, too."""


@dataclass(slots=True)
class RunAccount:
    """What a run came to, told at its end."""

    counts: dict[str, int] = field(default_factory=dict)
    ledger: LedgerByBucket = field(default_factory=LedgerByBucket)
    changed_paths: tuple[str, ...] = ()
    stats: DiffStats = DiffStats()
    repo_before: str | None = None
    repo_after: str | None = None
    mutation_fingerprint: str | None = None
    failure_fingerprint: str | None = None


def now() -> str:
    """The time as events have it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Recorder:
    """Tells events while a run goes on; nothing that goes wrong with that stops the run."""

    def __init__(self, session: Session, order: RecordingOrder, environ: Mapping[str, str]) -> None:
        """Open the stream; raises WriteError where that is not possible, before anything else is done."""
        self.session = session
        self.order = order
        self.account = RunAccount()
        self.warnings: list[str] = []
        self.flag = Flag.NONE
        self._stream = open_stream(session)
        self._begun_at = now()
        self.started = time.time()
        self._clock = time.monotonic()
        self.identity = identity_of(session.cwd, environ)
        self._ledger: Ledger | None = None
        self._is_noted = False
        self._seq = 0

    @property
    def author(self) -> str:
        """Whose failures are compared with whose passes."""
        identity = self.identity
        return f"session {identity.session}" if identity.session else f"branch {identity.branch or ''}"

    @property
    def is_printed(self) -> bool:
        """Whether events stand in place of the report."""
        return isinstance(self._stream, PrintedStream)

    @property
    def has_stream(self) -> bool:
        return self._stream is not None

    def admit(self) -> None:
        """Note the run in the ledger; raises TaskRefusal where its task does not let it go on."""
        is_changing = self.order.kind is not RunKind.LOOK
        task = self.session.request.task or None
        identity = self.identity
        run = LedgerRun(
            identity.run,
            self.order.kind,
            self.order.command,
            self.started,
            task,
            identity.session,
            identity.branch,
            identity.commit,
        )
        try:
            self._ledger = open_ledger(self.session)
            self._ledger.begin(run, lambda known: refusal_of(known, task or "", self.order.kind, self.started))
            self._is_noted = True
        except TaskRefusal as error:
            if is_changing:
                raise
            self.warnings.append(f"{error.message}; the run is not counted")
        except LedgerError as error:
            if is_changing and task is not None:
                raise TaskRefusal(6003, "LEDGER_UNUSABLE", f"the budget of task {task} is not known: {error}") from None
            self.warnings.append(str(error))

    def start(self, planned: int | None = None) -> None:
        """Tell that the run begins; only the first call counts."""
        if self._seq == 0:
            versions = {"tdomcheck": tdomcheck.__version__, "python": ".".join(map(str, sys.version_info[:3]))}
            if planned is not None:
                targets = self.session.targets(self.session.settings)
                versions |= {name: target.version for name, target in targets.items()}
            arguments = masked_arguments(self.session.request.arguments)
            self._tell([RunStarted(self.order.command, arguments, versions, planned)], self._begun_at)

    def start_plan(self, plan: RunPlan) -> None:
        """Tell that it begins, now that its files are known."""
        self.start(len(plan.files))

    def emit(self, *events: Event) -> None:
        """Tell events; many at once take the lock once for some of them together."""
        if self._stream is not None:
            self.start()
            at = now()
            for first in range(0, len(events), TOGETHER):
                self._tell(events[first : first + TOGETHER], at)

    def _tell(self, events: Sequence[Event], at: str) -> None:
        if self._stream is None:
            self._seq += len(events)
            return
        told = (RecordedEvent(self._seq + place, at, self.identity, event) for place, event in enumerate(events))
        text = "".join(map(line, told))
        # An interrupt in between would leave a number out, or tell it twice; a pipe may be waited for without end.
        with HeldSignals() if self._stream.is_prompt else contextlib.nullcontext():
            self._seq += len(events)
            self._stream.write(text)

    def with_ledger(self, work: Callable[[Ledger], None]) -> None:
        """Do something with the ledger; where it cannot be used that is said at the end."""
        if self._ledger is None:
            return
        try:
            work(self._ledger)
        except LedgerError as error:
            self.warnings.append(str(error))
            self._close_ledger()

    def _close_ledger(self) -> None:
        if self._ledger is not None:
            self._ledger.close()
        self._ledger = None

    def finish(self, code: int) -> str:
        """Tell that the run ends, and close everything; why the stream is not whole, if it is not."""
        self.start()
        seconds = round(time.monotonic() - self._clock, 6)
        if self._is_noted:
            self.with_ledger(lambda ledger: self._note(ledger, code, seconds))
        account = self.account
        self._tell([RunFinished(code, seconds, account.counts, account.ledger)], now())
        self._close_ledger()
        if self._stream is None:
            return ""
        self._stream.close()
        return self._stream.problem

    def _note(self, ledger: Ledger, code: int, seconds: float) -> None:
        account, run = self.account, self._run_of_ledger()
        operation = RunOutcome(
            run.run,
            time.time(),
            seconds,
            int(code),
            account.changed_paths,
            account.stats,
            account.repo_before,
            account.repo_after,
            account.mutation_fingerprint,
            account.failure_fingerprint,
        )
        self.flag = ledger.flag_of(run, operation)
        ledger.finish(replace(operation, flag=self.flag))
        kept = self.session.settings.events
        ledger.prune(self.started - kept.retention_days * 86_400, kept.retention_runs)

    def _run_of_ledger(self) -> LedgerRun:
        request, identity = self.session.request, self.identity
        return LedgerRun(
            identity.run, self.order.kind, self.order.command, self.started, request.task or None, identity.session
        )

    def answer(self, answer: Answer) -> Answer:
        """What a run says, once it is recorded."""
        text, code, notice = answer
        problem = self.finish(code)
        is_asked = self.session.is_recorded or bool(self.account.changed_paths)
        notice += told("warning", self.warnings if is_asked else ()) + told("note", _circles(self.flag))
        if problem:
            notice += told("error", [problem])
            code = max(code, ExitCode.UNTRUSTWORTHY)
        return "" if self.is_printed else text, code, notice


def _circles(flag: Flag) -> Sequence[str]:
    match flag:
        case Flag.NO_PROGRESS:
            return ("no progress: this is the failure of the last run, though something was changed in between",)
        case Flag.NO_OP:
            return ("no-op: this is the change of the last run that changed something",)
    return ()


def record(
    session: Session, order: RecordingOrder, environ: Mapping[str, str], body: Callable[[Recorder], Answer]
) -> Answer:
    """A run with its events and its place in the ledger, however it ends."""
    recorder = Recorder(session, order, environ)
    try:
        recorder.admit()
        answer = body(recorder)
    except TaskRefusal as error:
        recorder.finish(ExitCode.UNTRUSTWORTHY)
        if not order.is_json:
            raise
        return "" if recorder.is_printed else _refusal(error), ExitCode.UNTRUSTWORTHY, told("error", [str(error)])
    except BaseException as error:
        with contextlib.suppress(TdomcheckError):  # of a configuration that cannot be read: that is what is raised
            recorder.finish(ExitCode.INTERRUPTED if isinstance(error, KeyboardInterrupt) else ExitCode.UNTRUSTWORTHY)
        raise
    return recorder.answer(answer)


def _refusal(error: TaskRefusal) -> str:
    return dump(
        {
            "error": {
                "code": error.code,
                "name": error.name,
                "message": error.message,
                "retryable": error.retryable,
                "details": dict(error.details),
            }
        }
    )
