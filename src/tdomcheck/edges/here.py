"""Short work done in this process, as long as it is short: to start a worker takes as long as to judge five files."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
import typing as t
from collections.abc import Callable, Sequence

from tdomcheck.errors import TookLongError
from tdomcheck.values import dataclass, field

SECONDS = 1.0
"""What has not come back by then is started again where it can be killed."""
AGAIN = 0.1
"""So long after an alarm the next one rings: Python drops what is raised in `__del__` or while it collects garbage."""

Item = t.TypeVar("Item")
Answer = t.TypeVar("Answer")


def answers_here(work: Callable[[Item], Answer], items: Sequence[Item]) -> dict[int, Answer]:
    """The answers by the index of their item, as far as they come in time."""
    answers: dict[int, Answer] = {}
    if not _can_be_limited():
        return answers
    limit = _Limit(SECONDS)
    try:
        try:
            limit.begin()
            for index, item in enumerate(items):
                with contextlib.suppress(Exception):  # whatever a file or a codec makes us raise
                    answers[index] = work(item)
        finally:
            limit.end()
    except TookLongError:
        limit.end()  # the alarm may have come just before the first one
    return answers


def _can_be_limited() -> bool:
    """Whether an alarm can be raised here, and afterwards everything be as it was."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGALRM) is not None  # else its handler is not Python's, and could not be put back


@dataclass(slots=True)
class _Limit:
    """Raises TookLongError in the middle of what takes longer; the timer and the handler of others wait meanwhile."""

    seconds: float
    _handler: t.Any = field(default_factory=lambda: signal.getsignal(signal.SIGALRM))
    _timer: tuple[float, float] = field(default_factory=lambda: signal.getitimer(signal.ITIMER_REAL))
    _begun: float = field(default_factory=time.monotonic)
    _is_over: bool = False

    def begin(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)

    def end(self) -> None:
        """Nothing is raised from here on. To do it twice does no harm."""
        if self._is_over:
            return
        self._is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        delay, interval = self._timer
        if delay:
            spent = time.monotonic() - self._begun
            signal.setitimer(signal.ITIMER_REAL, max(delay - spent, 1e-6), interval)  # 0 would be never

    def _ring(self, _number: int, _frame: object) -> None:
        # What traces a process may hold a lock just now: interrupted, coverage would wait for itself for ever.
        if not self._is_over and sys.gettrace() is None and not _is_interrupted():
            raise TookLongError  # pragma: no cover - coverage traces


def _is_interrupted() -> bool:
    """Whether a Ctrl-C is on its way out: it may have waited for the end of the same call as the alarm."""
    error = sys.exc_info()[1]
    while error is not None:
        if isinstance(error, KeyboardInterrupt) and not isinstance(error, TookLongError):
            return True
        error = error.__context__
    return False
