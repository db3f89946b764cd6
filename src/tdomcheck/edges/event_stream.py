"""Where events go: lines at the end of a file that several runs may share, a pipe, or standard output."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
import typing as t

from tdomcheck.edges.locks import release, take
from tdomcheck.errors import WriteError

PATIENCE = 30.0
"""Seconds to wait for another run, which holds the lock for one line."""
_PAUSE = 0.0005
_STANDS = "what the run did stands, and its events are not all there"


class EventStream(t.Protocol):
    """Takes lines; what goes wrong is told once, at the end of the run."""

    problem: str
    """Why a line could not be written; nothing is written from then on."""

    @property
    def is_prompt(self) -> bool:
        """Whether a line is written in no time, and not when somebody reads it."""
        ...

    def write(self, lines: str) -> None:
        """Whole lines, which are there when this returns."""
        ...

    def close(self) -> None: ...


class PrintedStream:
    """Standard output, in place of the report."""

    is_prompt = False

    def __init__(self) -> None:
        self.problem = ""

    def write(self, lines: str) -> None:
        if self.problem:
            return
        try:
            sys.stdout.write(lines)
            sys.stdout.flush()
        except (OSError, ValueError) as error:
            self.problem = f"standard output: events could not be written: {_reason(error)}; {_STANDS}"

    def close(self) -> None:
        """Standard output is not ours."""


class FileStream:
    """A file, or a pipe or device that somebody named."""

    def __init__(self, path: str, shown: str, *, is_trusted: bool) -> None:
        """Open it; raises WriteError. A path that was not typed may lead to a file of the project alone."""
        self.problem = ""
        self._shown = shown
        try:
            if is_trusted:
                os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
            self._descriptor, self._is_file = _opened(path, is_trusted=is_trusted)
        except OSError as error:
            raise WriteError(shown, f"events cannot be written there: {_reason(error)}") from None

    @property
    def is_prompt(self) -> bool:
        return self._is_file

    def write(self, lines: str) -> None:
        if self.problem:
            return
        try:
            self._write(lines.encode("ascii", "backslashreplace"))
        except OSError as error:
            self.problem = f"{self._shown}: events could not be written: {_reason(error)}; {_STANDS}"

    def _write(self, data: bytes) -> None:
        if not self._is_file:
            while data:
                data = data[os.write(self._descriptor, data) :]
            return
        self._lock()
        try:
            self._append(data)
        finally:
            release(self._descriptor)

    def _append(self, data: bytes) -> None:
        """All of it or nothing, on lines of its own even where a run was killed within one."""
        size = os.fstat(self._descriptor).st_size
        start = b"" if not size or _last_byte(self._descriptor, size) == b"\n" else b"\n"
        is_whole = False
        try:
            is_whole = os.write(self._descriptor, start + data) == len(start) + len(data)
        finally:
            if not is_whole:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._descriptor, size)
        if not is_whole:
            raise OSError("there is no room left")

    def _lock(self) -> None:
        end = time.monotonic() + PATIENCE
        while not take(self._descriptor):
            if time.monotonic() >= end:
                raise OSError(f"another process has kept it locked for {PATIENCE:g} seconds")
            time.sleep(_PAUSE)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._descriptor)


def check_no_link(path: str) -> None:
    """An OSError where the stream of a configuration is a link: it comes with the checkout, and would lead anywhere."""
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "it is a link, which the stream of a configuration may not be", path)


def _opened(path: str, *, is_trusted: bool) -> tuple[int, bool]:
    """A descriptor, and whether it is of a file; to wait for the reader of a pipe would be to wait for ever."""
    flags = os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    known = os.stat(path) if os.path.exists(path) else None
    if is_trusted and known is not None and not stat.S_ISREG(known.st_mode):
        return _opened_device(path, flags), False
    if not is_trusted:
        check_no_link(path)
    no_link = 0 if is_trusted else getattr(os, "O_NOFOLLOW", 0)  # it may have become one since
    descriptor = os.open(path, flags | os.O_RDWR | os.O_CREAT | no_link | getattr(os, "O_NONBLOCK", 0), 0o666)
    reason = _unfit(descriptor, is_trusted=is_trusted)
    if reason:
        os.close(descriptor)
        raise OSError(reason)
    return descriptor, True


def _unfit(descriptor: int, *, is_trusted: bool) -> str:
    """Why nothing is appended to a file."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    if not is_trusted and status.st_nlink > 1:
        return "it has a second name, which may be that of a file elsewhere"
    if status.st_size and _first_byte(descriptor) not in {b"{", b"\n"}:
        return "it holds something else than events; nothing was written to it"
    return ""


def _opened_device(path: str, flags: int) -> int:
    try:
        descriptor = os.open(path, flags | os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if stat.S_ISFIFO(os.stat(path).st_mode):
            raise OSError("it is a pipe that nobody reads") from error
        raise
    os.set_blocking(descriptor, True)
    return descriptor


def _first_byte(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, 1)


def _last_byte(descriptor: int, size: int) -> bytes:
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, BrokenPipeError):
        return "its reader has closed it"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
