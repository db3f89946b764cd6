"""Work counted in instructions: the same on every machine, and no loop hides from it."""

from __future__ import annotations

import sys
import typing as t
from collections.abc import Callable
from types import FrameType


def opcodes(work: Callable[[], object]) -> int:
    """The number of instructions that some work takes; never 0, which would prove anything."""
    count = 0

    def trace(frame: FrameType, event: str, _: t.Any) -> t.Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    # 3.12 counts instructions from the first `settrace` on that finds a frame which asks for them: it must be this one.
    sys._getframe().f_trace_opcodes = True  # the only way to a frame of one's own
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    assert count, "no instruction was counted, so no comparison would prove anything"
    return count
