"""A value in a TOML file, put there by tomlkit; all else stays as it is, byte for byte."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tdomcheck.source.toml import TomlText


def with_value(data: bytes, steps: Sequence[str], value: str | int) -> bytes | None:
    """A document with a value at a path, whose tables need not be there; None where that takes a second look."""
    from tomlkit.exceptions import TOMLKitError  # 20 ms

    file = TomlText(data)
    wanted, text = deepcopy(file.values), file.source.text
    is_dos = "\n" in text and text.count("\r\n") == text.count("\n")  # tomlkit ends its own lines with LF
    try:
        _put(wanted, steps, value)
        after = _written(text.replace("\r\n", "\n") if is_dos else text, steps, value)
        after = after.replace("\n", "\r\n") if is_dos else after
        is_sound = tomllib.loads(after) == wanted
    except (TOMLKitError, tomllib.TOMLDecodeError, AttributeError, TypeError, RecursionError):
        return None  # as of a path through what is not a table
    return file.source.mark + after.encode() if is_sound else None


def _put(values: Any, steps: Sequence[str], value: str | int) -> None:
    for step in steps[:-1]:
        values = values.setdefault(step, {})
    values[steps[-1]] = value


def _written(text: str, steps: Sequence[str], value: str | int) -> str:
    """The text with the value; a new key is behind the last one of its table, above comments that are on the next."""
    import tomlkit
    from tomlkit.items import Table

    document = tomlkit.parse(text)
    if document.as_string() != text:
        return ""
    table: Any = document
    for step in steps[:-1]:
        table = table.setdefault(step, {})
    body = table.value.body if isinstance(table, Table) else getattr(table, "body", [])
    is_value = [key is not None and not isinstance(item, Table) for key, item in body]
    end = len(body) - is_value[::-1].index(True) if True in is_value else 0
    below = body[end:] if steps[-1] not in table else []
    del body[len(body) - len(below) :]
    table[steps[-1]] = value
    body += below
    return document.as_string()
