"""What must not come in between: another run that writes, and signals that would stop this one half-way."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Self

from tdomcheck.errors import WriteError
from tdomcheck.values import dataclass, field

NAME = "lock"
PATIENCE = 60.0
"""Seconds to wait for another run; writing takes far less than analysing."""
PAUSE = 0.05
FAR = 1 << 20
"""On Windows a locked byte cannot be read, so that it is one behind the text."""


@contextmanager
def folder_lock(folder: str, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a folder, which is made if need be; the system frees it even if the process is killed.

    The lock file stays: to remove it would let two runs hold the lock of two files of the same name.
    """
    path = os.path.join(folder, NAME)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        reason = f"the journal of changes cannot be opened ({error.strerror}); nothing was written"
        raise WriteError(path, f"{reason}. Make the folder writable or choose another cache-dir") from error
    try:
        _wait(descriptor, path, patience)
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, path: str, patience: float) -> None:
    end = time.monotonic() + patience
    while not take(descriptor):
        if time.monotonic() >= end:
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            raise WriteError(
                path,
                f"another tdomcheck (process {holder}) has been writing for {patience:g} seconds; "
                "wait for it or stop it, then run again. Nothing was written",
            )
        time.sleep(PAUSE)


def _sign(descriptor: int) -> None:
    with suppress(OSError):  # a full disk: the name of the holder is a courtesy
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, b"%d\n" % os.getpid())


if sys.platform == "win32":
    import msvcrt

    def take(descriptor: int) -> bool:
        """Whether the lock of a file is ours now."""
        os.lseek(descriptor, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Give it back."""
        os.lseek(descriptor, FAR, os.SEEK_SET)
        with suppress(OSError):
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def take(descriptor: int) -> bool:
        """Whether the lock of a file is ours now."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Give it back."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)


@dataclass(slots=True)
class HeldSignals:
    """Requests to stop wait until the end of the block, where they are delivered as if they had just come.

    Only the main thread can hold them; elsewhere none arrive.
    """

    pending: int | None = None
    _before: dict[int, signal.Handlers] = field(default_factory=dict)

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
                number = getattr(signal, name, None)
                # None belongs to a handler that was not installed from Python and could not be put back
                if number is not None and signal.getsignal(number) not in {None, signal.SIG_IGN}:
                    self._before[number] = signal.signal(number, self._note)  # type: ignore[assignment]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self.pending is not None:
            signal.raise_signal(self.pending)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.pending = number

    def check(self) -> None:
        """Between two steps: stop here if a signal waits."""
        if self.pending is not None:
            raise KeyboardInterrupt
