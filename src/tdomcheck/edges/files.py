"""Report files: whole or not at all."""

from __future__ import annotations

import os

from tdomcheck.errors import WriteError
from tdomcheck.model.paths import is_of_git
from tdomcheck.model.suffixes import SOURCES, is_project_file
from tdomcheck.regex import regex

_STREAM = regex(rb'\{"schema": \d+, "event": "')
_BASELINE = regex(rb"(?m)^# tdomcheck baseline, version ")
_MOST_LOOKED_AT = 64 * 1024
_CONFIGURATION = (".cfg", ".ini", ".lock", ".toml", ".yaml", ".yml")
"""What is written by hand or by other tools, and by no report."""


def write_report(path: str, text: str) -> None:
    """Write a report beside its place and swap it in; devices and pipes are written directly."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        reason = _why_kept(path)
        if reason:
            raise WriteError(path, f"the report is not written over {reason}: name another file")
        folder = os.path.dirname(os.path.abspath(path))
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                file.write(data)
            return
        _swap_in(folder, os.path.realpath(path), data)
    except OSError as error:
        raise WriteError(path, f"the report could not be written: {error.strerror or error}") from None


def _why_kept(path: str) -> str:
    """What a file is that no report may take the place of; nothing where one may."""
    real = os.path.realpath(path)
    if is_of_git(real):
        return "what git keeps"
    if not os.path.isfile(real):
        return ""
    if real.endswith((*SOURCES, ".pyw")):
        return "source code"
    if real.endswith(_CONFIGURATION) or is_project_file(real):
        return "a configuration"
    with open(real, "rb") as file:
        beginning = file.read(_MOST_LOOKED_AT)
    if _STREAM.match(beginning) is not None:
        return "a stream of events"
    return "a baseline" if _BASELINE.search(beginning) is not None else ""


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
