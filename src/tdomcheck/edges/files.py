"""Report files: whole or not at all."""

from __future__ import annotations

import os

from tdomcheck.errors import WriteError


def write_report(path: str, text: str) -> None:
    """Write a report beside its place and swap it in; devices and pipes are written directly."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        folder = os.path.dirname(os.path.abspath(path))
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                file.write(data)
            return
        _swap_in(folder, os.path.realpath(path), data)
    except OSError as error:
        raise WriteError(path, f"the report could not be written: {error.strerror or error}") from None


def _swap_in(folder: str, path: str, data: bytes) -> None:
    import tempfile  # 1 ms, for reports into files

    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".tdomcheck-")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
