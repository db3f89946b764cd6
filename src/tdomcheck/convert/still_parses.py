"""Whether a file may be changed, and to what: Python accepts it, before and afterwards."""

from __future__ import annotations

from tdomcheck.convert.current import CurrentFile
from tdomcheck.model.suffixes import is_document


def rejection(path: str, data: bytes) -> str:
    """Why Python rejects a file, or nothing; such a file is not touched."""
    current = CurrentFile(data, path)
    error = current.rejection
    if error is None:
        return ""
    line = data.count(b"\n", 0, error.offset) + 1
    return f"line {line}: {error}"


def damage(path: str, before: bytes, after: bytes) -> str:
    """Why a content cannot take the place of another, or nothing."""
    if is_document(path):
        is_worse = CurrentFile(before, path).parts.blocks[1] < CurrentFile(after, path).parts.blocks[1]
        return "a code block would no longer be read as Python" if is_worse else ""
    return rejection(path, after)
