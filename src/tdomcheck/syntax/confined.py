"""The compiler in a process of its own, which may end: for sources of which nobody can tell what they cost it."""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
import typing as t
from pathlib import Path

_CHILD = Path(__file__).with_name("child.py")
_PATIENCE = 10.0
"""Seconds by the clock, where the platform does not count those of the processor."""


class Exhausted(Exception):
    """The process ended without an answer."""


def compile_confined(text: str) -> None:
    """Raise what `compile` raises, or Exhausted where that takes more than a limit."""
    if getattr(sys, "frozen", False) or not sys.executable:
        raise Exhausted  # what would be started is the program itself
    command = [sys.executable, "-I", "-S", str(_CHILD)]
    try:
        process = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_PATIENCE, check=False)
        answer: list[t.Any] = json.loads(process.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        raise Exhausted from None
    name, *arguments = answer or [""]
    if name == "SyntaxError":
        message, line, column, last_line, last_column = arguments
        raise SyntaxError(message, ("<checked>", line, column, None, last_line, last_column))
    if name:
        raise getattr(builtins, name)(*arguments)
