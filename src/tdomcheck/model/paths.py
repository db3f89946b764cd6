"""What can be said of a path by its spelling."""

from __future__ import annotations

import os


def is_within(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def path_from(folder: str, path: str) -> str:
    """A path relative to a folder, with `/` on every system."""
    return os.path.relpath(path, folder).replace(os.sep, "/")


def is_of_git(inner: str) -> bool:
    """Whether a relative path leads into a folder of git, however a file system lets its name be spelled."""
    names = inner.replace("\\", "/").split("/") if os.sep == "\\" else inner.split("/")
    return any(_plain(name) in {".git", "git~1"} for name in names)


def _plain(name: str) -> str:
    """Windows drops dots and blanks from the end, macOS some letters that nobody sees, and neither minds the case."""
    return name.encode("ascii", "ignore").decode().lower().partition(":")[0].rstrip(". ")
