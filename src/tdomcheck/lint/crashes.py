"""A rule's exception as one line that tells where it came from."""

from __future__ import annotations

import os
import traceback


def described(error: BaseException) -> str:
    """Type, text and the innermost place in a rule."""
    frames = traceback.extract_tb(error.__traceback__)
    place = "".join(f" (line {frame.lineno} of {os.path.basename(frame.filename)})" for frame in frames[-1:])
    return f"{type(error).__name__}: {error}{place}"
