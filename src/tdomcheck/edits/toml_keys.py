"""A key that comes into a TOML file: what needs no grammar, as reading the result proves it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tdomcheck.source.toml import TomlText


def with_text(data: bytes, table: Sequence[str], key: str, value: str) -> bytes | None:
    """A document that says one thing more, in a table that need not be there; None where that takes a second look."""
    document = TomlText(data)
    text = document.source.text
    wanted: dict[str, Any] = deepcopy(document.values)
    inner: Any = wanted
    for step in table:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or key in inner:
        return None
    inner[key] = value
    after = _inserted(text, table, f"{key} = {_quoted(value)}")
    try:
        is_sound = tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        return None
    return document.source.mark + after.encode() if is_sound else None


def _inserted(text: str, table: Sequence[str], line: str) -> str:
    """Below the head of the table, which may have to be written; without one at the top."""
    end = "\r\n" if "\r\n" in text else "\n"
    if not table:
        return f"{line}{end}{text}"
    name = r"[ \t]*\.[ \t]*".join(map(re.escape, table))
    head = re.search(rf"(?m)^[ \t]*\[[ \t]*{name}[ \t]*\][^\r\n]*\r?\n?", text)
    if head is not None:
        before, rest = text[: head.end()], text[head.end() :]
        return f"{before}{'' if before.endswith(end) else end}{line}{end}{rest}"
    gap = "" if not text else end if text.endswith(end) else end * 2
    return f"{text}{gap}[{'.'.join(table)}]{end}{line}{end}"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
