"""Room for what recurses: LibCST takes a few frames for every level, and a sum of 300 terms is 300 levels deep."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 20_000


class _Room:
    """How many threads need it, and what was there before the first of them: the limit is that of the process."""

    lock = threading.Lock()
    users = 0
    before = 0


@contextmanager
def room_for_depth() -> Iterator[None]:
    """Inside of it Python's stack may be as deep as LibCST needs it below our own limits."""
    with _Room.lock:
        if not _Room.users:
            _Room.before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_Room.before, FRAMES))
        _Room.users += 1
    try:
        yield
    finally:
        with _Room.lock:
            _Room.users -= 1
            if not _Room.users:
                sys.setrecursionlimit(_Room.before)
