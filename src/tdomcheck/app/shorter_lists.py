"""Lists of TOML without one of their names: everything around it stays as somebody wrote it."""

from __future__ import annotations

import re
import tomllib
import typing as t
from collections.abc import Sequence

from tdomcheck.source.toml import TomlText


def without_name(data: bytes, steps: Sequence[str], name: str) -> bytes:
    """A list of a configuration without a name, with all comments that it has; the same where it has not got it."""
    document = TomlText(data)
    text = document.source.text
    wanted = _names(document.values, steps)
    if name not in wanted:
        return data
    said = rf"([\"']){re.escape(name)}\1"
    left = [each for each in wanted if each != name]
    for pattern in (rf"(?m)^[ \t]*{said}[ \t]*,?[ \t]*\r?\n", rf"{said}[ \t]*,[ \t]*", rf",[ \t]*{said}", said):
        for match in re.finditer(pattern, text):
            shorter = text[: match.start()] + text[match.end() :]
            if _is_same_but(text, shorter, steps, left):
                return document.source.mark + shorter.encode()
    return data


def _is_same_but(before: str, after: str, steps: Sequence[str], left: Sequence[str]) -> bool:
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        return False
    inner: t.Any = old
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = list(left)
    return bool(old == new)


def _names(values: t.Any, steps: Sequence[str]) -> list[str]:
    value = values
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, list) else []
