"""Programs that the user names: formatters and tests. Started without a shell, never longer than they may."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """What a program came to."""

    status: int
    output: str
    """Both of its streams."""
    trouble: str = ""
    """Why it did not come to an end: it is not there, or took too long."""


def run_command(
    words: Sequence[str], cwd: str, seconds: float, environ: Mapping[str, str] | None = None
) -> CommandAnswer:
    """Run a program and whatever it starts."""
    import subprocess  # a hundredth of a second, for those who ask

    try:
        process = subprocess.Popen(
            words,
            cwd=cwd,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return CommandAnswer(127, "", f"`{words[0]}` could not be started: {reason}")
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process.pid)
        process.communicate()
        return CommandAnswer(124, "", f"it took longer than {seconds:g} seconds and was ended")
    except BaseException:
        _end(process.pid)
        process.wait()
        raise
    return CommandAnswer(process.returncode, output.decode("utf-8", "replace"))


def _end(pid: int) -> None:
    """The program and all that it started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)
    except ProcessLookupError:
        return
