"""Where a command line is run, and the one place that turns trouble into an exit code."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence

from tdomcheck.errors import ExitCode, TdomcheckError


def run(arguments: Sequence[str]) -> int:
    """Run one command line; never raises but for bugs under `--debug`."""
    _prepare()
    is_debug = "--debug" in arguments
    try:
        code = _invoked(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _interrupted()
    except (BrokenPipeError, SystemExit):  # click ends the process itself when its output is not read
        _drop_output()
        return ExitCode.UNTRUSTWORTHY
    except Exception as error:
        if is_debug:
            raise
        if _is_full(error):
            _drop_output()
        sys.stderr.write(f"{_told(error)}\n")
        return ExitCode.UNTRUSTWORTHY
    return code


def _drop_output() -> None:
    """What is left to print goes nowhere: the interpreter would try once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_full(error: Exception) -> bool:
    """Whether it is standard output that has no room; trouble with a file is told with its path."""
    no_room = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
    return isinstance(error, OSError) and error.filename is None and error.errno in no_room


def _invoked(arguments: Sequence[str]) -> int:
    from tdomcheck.cli.hook import run_hook

    code = run_hook(arguments)
    if code is None:
        from tdomcheck.cli.commands import invoke

        return invoke(arguments)
    return code


def _prepare() -> None:
    """Names of files may hold anything, and being ended from outside is being interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _told(error: Exception) -> str:
    """Expected trouble is a sentence; a fault of ours says where it is."""
    from tdomcheck.report.escape import harmless

    if isinstance(error, TdomcheckError):
        return harmless(f"error: {error}")
    if isinstance(error, OSError) and _is_full(error):
        return f"error: standard output could not be written: {error.strerror}"
    return harmless(f"error: tdomcheck itself failed: {type(error).__name__}: {error}\n{_place(error)}")


def _place(error: Exception) -> str:
    import traceback  # 1 ms, for faults of ours

    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"
    return f"  at {where}; nothing was written. Please report it with the output of the same command and --debug."


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _interrupted() -> int:
    from tdomcheck.app.progress import interruption

    sys.stderr.write(f"{interruption()}\n")
    return ExitCode.INTERRUPTED
