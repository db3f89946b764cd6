"""What can be said of a path by its spelling."""

from __future__ import annotations

import os


def is_within(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
