"""A rule's exception: whether it is one, and as one line that tells where it came from."""

from __future__ import annotations

import os
import signal
import traceback

from tdomcheck.errors import BadOption, TookLongError
from tdomcheck.lint.plan import RuleCrash


def crash_of(code: str, error: BaseException) -> RuleCrash:
    """What a rule raised, as the run tells it."""
    if isinstance(error, BadOption):
        return RuleCrash(code, str(error), is_option=True)
    return RuleCrash(code, described(error))


def described(error: BaseException) -> str:
    """Type, text and the innermost place in a rule."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not _is_ours(frame.filename)] or frames
    place = "".join(f" (line {frame.lineno} of {os.path.basename(frame.filename)})" for frame in own[-1:])
    return f"{type(error).__name__}: {error}{place}"


def is_fault(error: BaseException) -> bool:
    """Whether a rule is to blame: a real Ctrl-C is not its fault, and neither workers nor `nohup` get to see one."""
    if isinstance(error, TookLongError):
        return False
    return not isinstance(error, KeyboardInterrupt) or signal.getsignal(signal.SIGINT) is signal.SIG_IGN


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def _is_ours(path: str) -> bool:
    """Whether a file is part of the engine; our rules are judged like anybody's."""
    return path.startswith(_PACKAGE) and not path.startswith(f"{_PACKAGE}rules{os.sep}")
