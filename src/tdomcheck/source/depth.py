"""Room for what recurses: LibCST takes a few frames for every level, and a sum of 300 terms is 300 levels deep."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 20_000


@contextmanager
def room_for_depth() -> Iterator[None]:
    """Inside of it Python's stack may be as deep as LibCST needs it below our own limits."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
