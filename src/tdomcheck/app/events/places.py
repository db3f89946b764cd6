"""Where the stream and the ledger of a session are; neither leads out of a project that did not type it."""

from __future__ import annotations

import os

from tdomcheck.app.session import Session
from tdomcheck.edges.event_stream import EventStream, FileStream, PrintedStream
from tdomcheck.edges.ledger import Ledger
from tdomcheck.errors import LedgerError, WriteError
from tdomcheck.model.paths import is_of_git, is_within

PRINTED = "-"


def stream_path(session: Session) -> str:
    """The absolute path of the stream that was asked for, or else is configured; `-`, or nothing."""
    if session.request.events:
        return _absolute(session.cwd, session.request.events)
    return configured_path(session)


def configured_path(session: Session) -> str:
    """The stream of the configuration; raises WriteError where it leads out of the project."""
    settings = session.settings
    if not settings.events.path:
        return ""
    path = os.path.normpath(os.path.join(settings.root, settings.events.path))
    real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    project = os.path.realpath(settings.project or settings.root)
    if not is_within(real, project) or is_of_git(os.path.relpath(real, project)):
        raise WriteError(settings.events.path, "`events.path` leads out of the project: only --events may do that")
    return real


def open_stream(session: Session) -> EventStream | None:
    """The stream of a run, ready to be written; None: nobody wants one. Raises WriteError."""
    path = stream_path(session)
    if not path:
        return None
    if path == PRINTED:
        return PrintedStream()
    is_typed = bool(session.request.events)
    if not is_typed:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    return FileStream(path, session.shown(path), is_trusted=is_typed)


def open_ledger(session: Session) -> Ledger:
    """The ledger of the project; raises LedgerError."""
    settings = session.settings
    folder = session.state_folder(settings)
    shown = session.shown(folder.path)
    reason = folder.stray_reason(shown)
    if reason:
        raise LedgerError(shown, reason)
    return Ledger(folder.path, shown)


def _absolute(cwd: str, path: str) -> str:
    return path if path == PRINTED else os.path.join(cwd, path)
