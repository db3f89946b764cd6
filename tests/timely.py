"""What would wait for ever, or take till tomorrow, is ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 20


@contextmanager
def ended() -> Iterator[None]:
    """An AssertionError where what stands below is not done after a while."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"it has not ended after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
