"""A script: compile what comes on standard input, within limits of time and memory, and say what became of it.

It runs in an interpreter of its own and imports nothing but the standard library; see `confined`.
"""

from __future__ import annotations

import json
import sys
import warnings

SECONDS = 1
BYTES = 400_000_000


def main() -> None:
    _limit()
    text = sys.stdin.buffer.read().decode()
    warnings.simplefilter("ignore")
    answer: list[object] = []
    try:
        compile(text, "<checked>", "exec", dont_inherit=True)
    except SyntaxError as error:
        place = (error.lineno, error.offset, error.end_lineno, error.end_offset)
        answer = ["SyntaxError", error.msg, *place]
    except (ValueError, OverflowError, SystemError, RecursionError) as error:
        answer = [type(error).__name__, str(error)]
    sys.stdout.write(json.dumps(answer))


def _limit() -> None:
    """As far as the platform lets a process limit itself; the one that started it has an eye on the clock."""
    try:
        import resource
    except ImportError:
        return
    for limit, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, BYTES), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(limit, (most, most))
        except (OSError, ValueError):
            continue


if __name__ == "__main__":
    main()
