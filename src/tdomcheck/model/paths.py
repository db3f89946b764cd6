"""What can be said of a path by its spelling."""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet

STATE_FOLDER = ".tdomcheck"


def is_within(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def path_from(folder: str, path: str) -> str:
    """A path relative to a folder, with `/` on every system."""
    return os.path.relpath(path, folder).replace(os.sep, "/")


def is_of_git(inner: str) -> bool:
    """Whether a relative path leads into a folder of git, however a file system lets its name be spelled."""
    return _leads_into(inner, {".git", "git~1"})


def is_of_state(inner: str) -> bool:
    """Whether a relative path leads into a folder in which we keep what we know, in any spelling."""
    return _leads_into(inner, {STATE_FOLDER, "tdomch~1"})


def _leads_into(inner: str, folders: AbstractSet[str]) -> bool:
    names = inner.replace("\\", "/").split("/") if os.sep == "\\" else inner.split("/")
    return any(_plain(name) in folders for name in names)


def _plain(name: str) -> str:
    """Windows drops dots and blanks from the end, macOS some letters that nobody sees, and neither minds the case."""
    return name.encode("ascii", "ignore").decode().lower().partition(":")[0].rstrip(". ")
