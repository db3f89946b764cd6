"""`patch` as the command line calls it: a document in, text and an exit code out."""

from __future__ import annotations

import os
import typing as t

from tdomcheck.app.events.changes import note_writes, tell_deltas
from tdomcheck.app.events.recorder import Recorder, RecordingOrder, record
from tdomcheck.app.patching.apply import PatchOptions, PatchOutcome, apply_document, write_of
from tdomcheck.app.patching.places import Grounds
from tdomcheck.app.patching.present import deltas_of, diff_of, json_of, notice_of, text_of
from tdomcheck.app.progress import end
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.files import write_report
from tdomcheck.errors import UsageError
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import RunKind
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class PatchView:
    """How the outcome is shown."""

    is_diff: bool = False
    is_json: bool = False
    delta: str = ""
    """Where the delta goes as well; `-` is standard output."""


def _read(path: str) -> bytes:
    try:
        return read_regular(path)
    except OSError as error:
        raise UsageError(f"{path}: the document cannot be read: {error.strerror}") from None


def run_patch(
    request: Request, document: bytes | None, name: str, options: PatchOptions, view: PatchView
) -> tuple[str, int, str]:
    """Text for standard output, the exit code, and text for standard error; None is read from the file of that name."""
    session = Session(request)
    try:
        document = _read(name) if document is None else document
    except UsageError as error:
        return _not_begun(session, error, view)
    if options.writes or session.is_recorded:
        order = RecordingOrder("patch", RunKind.MUTATION if options.writes else RunKind.LOOK, view.is_json)
        return record(
            session, order, os.environ, lambda recorder: _applied(session, document, name, options, view, recorder)
        )
    return _applied(session, document, name, options, view)


def _not_begun(session: Session, error: UsageError, view: PatchView) -> tuple[str, int, str]:
    """Raise it, and whoever listens hears of it; what changes nothing uses up no budget."""

    def refuse(_: Recorder) -> t.NoReturn:
        raise error

    if not session.is_recorded:
        raise error
    return record(session, RecordingOrder("patch", RunKind.LOOK, view.is_json), os.environ, refuse)


def _applied(
    session: Session,
    document: bytes,
    name: str,
    options: PatchOptions,
    view: PatchView,
    recorder: Recorder | None = None,
) -> tuple[str, int, str]:
    try:
        outcome = apply_document(session, document, name, options)
    finally:
        end()
        session.close()
    if recorder is not None:
        _tell(recorder, session, outcome, name, is_written=options.writes and not outcome.refused)
    return _shown(session, outcome, view, is_written=options.writes)


def _tell(recorder: Recorder, session: Session, outcome: PatchOutcome, name: str, *, is_written: bool) -> None:
    """What a document changed, file by file; one that was refused changed nothing."""
    recorder.start(len({content.file.path for content in outcome.contents}))
    changes = outcome.changes if is_written else ()
    if recorder.order.kind is RunKind.MUTATION:
        writes = [write_of(change) for change in changes]
        note_writes(recorder, writes, (symbol for change in changes for symbol in change.symbols))
        tell_deltas(recorder, "patch", {"document": name}, deltas_of(changes, Grounds.around(session.cwd)))
    counts = {"blocks": len(outcome.blocks), "refused": len(outcome.refused)}
    recorder.account.counts |= {**counts, "findings": len(outcome.findings.findings)}
    if outcome.refused:
        reasons = [f"{refused.block}: {refused.reason}" for refused in outcome.refused]
        recorder.account.failure_fingerprint = failure_fingerprint(reasons, outcome.exit_code)


def _shown(session: Session, outcome: PatchOutcome, view: PatchView, *, is_written: bool) -> tuple[str, int, str]:
    grounds = Grounds.around(session.cwd)
    text = text_of(outcome, session, is_written=is_written)
    delta = json_of(outcome, session, grounds, is_written=is_written) if view.is_json or view.delta else ""
    if view.delta and view.delta != "-":
        write_report(view.delta, delta)
    notice = notice_of(outcome)
    if view.is_diff:
        return diff_of(outcome, grounds), outcome.exit_code, notice + text
    if view.is_json or view.delta == "-":
        return delta, outcome.exit_code, notice
    return text, outcome.exit_code, notice
