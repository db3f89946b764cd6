"""Work counted in instructions: the same on every machine, and no loop hides from it."""

from __future__ import annotations

import sys
import typing as t
from collections.abc import Callable
from types import FrameType


def opcodes(work: Callable[[], object]) -> int:
    """The number of instructions that some work takes."""
    count = 0

    def trace(frame: FrameType, event: str, _: t.Any) -> t.Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
