"""Files as bytes, and nothing but files: a pipe would be waited for, and a device may never end.

What is checked may hold either under any name; a link to `/dev/zero` even comes with a checkout.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

MOST_BYTES = 64 << 20
"""Of a file that says how a project is checked; a larger one is not read."""


def open_regular(path: str) -> BinaryIO:
    """A file, or what a link leads to, ready to be read; an OSError where that is not a regular file."""
    _check(os.stat(path), path)  # to open a device may do something already
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    file = open(os.open(path, flags), "rb")  # noqa: SIM115  # whoever asked closes it
    try:
        _check(os.fstat(file.fileno()), path)  # it may have been swapped since
    except OSError:
        file.close()
        raise
    return file


def read_regular(path: str, most: int = MOST_BYTES) -> bytes:
    """All of a file; an OSError where it is larger than it may be."""
    with open_regular(path) as file:
        data = file.read(most + 1) or b""  # a file of the kernel may have nothing to say yet
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MB", path)
    return data


def _check(status: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", path)
