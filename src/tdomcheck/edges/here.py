"""Short work done in this process, as long as it is short: to start a worker takes as long as to judge five files."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import typing as t
from collections.abc import Callable, Iterator, Sequence

SECONDS = 1.0
"""What has not come back by then is started again where it can be killed."""

Item = t.TypeVar("Item")
Answer = t.TypeVar("Answer")


class TookLongError(KeyboardInterrupt):
    """Raised into work that is at it for too long; whoever tells what a rule raised lets an interrupt pass."""


def answers_here(work: Callable[[Item], Answer], items: Sequence[Item]) -> dict[int, Answer]:
    """The answers by the index of their item, as far as they come in time."""
    answers: dict[int, Answer] = {}
    with contextlib.suppress(TookLongError), _limited(SECONDS):
        for index, item in enumerate(items):
            with contextlib.suppress(Exception):  # whatever a file or a codec makes us raise
                answers[index] = work(item)
    return answers


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TookLongError in the middle of what takes longer, or at once where nobody could."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        raise TookLongError
    before = signal.signal(signal.SIGALRM, _raise)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise(_number: int, _frame: object) -> None:
    # What traces a process may hold a lock just now: interrupted, coverage would wait for itself for ever.
    if sys.gettrace() is None:
        raise TookLongError  # pragma: no cover - coverage traces
