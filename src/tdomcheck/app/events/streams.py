"""Streams that are read: those that were named, else that of the configuration; and what the ledger adds."""

from __future__ import annotations

import errno
import os
import stat
import sys
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck.app.events.places import PRINTED, open_ledger, stream_path
from tdomcheck.app.session import Session
from tdomcheck.config.regular import open_regular
from tdomcheck.edges.event_stream import check_no_link
from tdomcheck.edges.ledger_file import NAME
from tdomcheck.errors import LedgerError, UsageError
from tdomcheck.model.events import RecordedEvent
from tdomcheck.report.events.figures import LedgerContent
from tdomcheck.report.events.reading import MOST_BYTES, StreamReading, read_stream
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class NamedStream:
    """A stream as it was named, with what it says."""

    name: str
    reading: StreamReading


def read_streams(session: Session, names: Sequence[str]) -> list[NamedStream]:
    """Every stream; raises UsageError where one cannot be read, or none is known."""
    return [NamedStream(name, _read(session, name, names)) for name in names or [default_name(session)]]


def default_name(session: Session) -> str:
    """The stream that runs write to."""
    path = stream_path(session)
    if path in {"", PRINTED}:
        raise UsageError("there is no stream: name a file, or set `events.path` in the configuration")
    return session.shown(path)


def _read(session: Session, name: str, names: Sequence[str]) -> StreamReading:
    try:
        with opened(session, name, is_named=bool(names)) as file:
            return read_stream(lines_of(file))
    except OSError as error:
        raise UsageError(f"{name}: the stream cannot be read: {error.strerror or error}") from None


def opened(session: Session, name: str, *, is_named: bool) -> t.BinaryIO:
    """A stream to be read; `-` is standard input, and a pipe that somebody named is waited for.

    What only the configuration names comes with the checkout: it is a file, and no link, as where it is written."""
    if name == PRINTED:
        return t.cast("t.BinaryIO", open(sys.stdin.fileno(), "rb", closefd=False))
    path = os.path.join(session.cwd, name)
    if is_named or session.request.events:
        return _open_named(path)
    check_no_link(path)
    return open_regular(path)


def _open_named(path: str) -> t.BinaryIO:
    """A file, a pipe or a terminal; a device such as `/dev/zero` has no end."""
    status = os.stat(path)
    if stat.S_ISREG(status.st_mode):
        return open_regular(path)
    is_null = stat.S_ISCHR(status.st_mode) and status.st_rdev == os.stat(os.devnull).st_rdev
    file = open(path, "rb")  # noqa: SIM115  # whoever asked closes it
    if is_null or stat.S_ISFIFO(status.st_mode) or file.isatty():
        return file
    file.close()
    raise OSError(errno.EINVAL, "it is a device, which has no end", path)


def lines_of(file: t.BinaryIO) -> Iterator[bytes]:
    """Lines, none of them longer than can be kept."""
    return iter(lambda: file.readline(MOST_BYTES + 2), b"")


def events_of(streams: Sequence[NamedStream]) -> list[RecordedEvent]:
    """The events of all of them in the order of time; what stands in two of them counts once."""
    events = {(event.identity.run, event.seq): event for stream in streams for event in stream.reading.events}
    return sorted(events.values(), key=lambda event: event.sort_key)


def troubles_of(streams: Sequence[NamedStream]) -> list[str]:
    """What could not be read of them, or was cut off: the numbers are of the rest."""
    return [
        f"{stream.name}:{problem.line}: {problem.reason}" for stream in streams for problem in stream.reading.problems
    ]


def has_ledger(session: Session) -> bool:
    """Whether something lies where the ledger would."""
    return os.path.lexists(os.path.join(session.state_folder(session.settings).path, NAME))


def ledger_content(session: Session) -> tuple[LedgerContent, list[str]]:
    """What the ledger holds, and why it could not be read; nothing where there is none, and none is made."""
    if not has_ledger(session):
        return LedgerContent(), []
    try:
        ledger = open_ledger(session)
    except LedgerError as error:
        return LedgerContent(), [str(error)]
    try:
        return LedgerContent(ledger.tasks(), ledger.runs(), ledger.repeated()), []
    except LedgerError as error:
        return LedgerContent(), [str(error)]
    finally:
        ledger.close()
