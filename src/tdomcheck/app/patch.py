"""`patch` as the command line calls it: a document in, text and an exit code out."""

from __future__ import annotations

from tdomcheck.app.patching.apply import PatchOptions, PatchOutcome, apply_document
from tdomcheck.app.patching.places import Grounds
from tdomcheck.app.patching.present import diff_of, json_of, notice_of, text_of
from tdomcheck.app.progress import end
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.files import write_report
from tdomcheck.errors import UsageError
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class PatchView:
    """How the outcome is shown."""

    is_diff: bool = False
    is_json: bool = False
    delta: str = ""
    """Where the delta goes as well; `-` is standard output."""


def read_document(path: str) -> bytes:
    """The document that is named; raises UsageError."""
    try:
        return read_regular(path)
    except OSError as error:
        raise UsageError(f"{path}: the document cannot be read: {error.strerror}") from None


def run_patch(
    request: Request, document: bytes, name: str, options: PatchOptions, view: PatchView
) -> tuple[str, int, str]:
    """Text for standard output, the exit code, and text for standard error."""
    session = Session(request)
    try:
        outcome = apply_document(session, document, name, options)
    finally:
        end()
        session.close()
    return _shown(session, outcome, view, is_written=options.writes)


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
