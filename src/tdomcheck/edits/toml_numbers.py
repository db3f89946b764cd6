"""A number in a TOML file that becomes another one: what needs no grammar, as reading it again proves it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

from tdomcheck.source.toml import TomlText

_MOST_TRIED = 20


def with_number(data: bytes, steps: Sequence[str], number: int) -> bytes | None:
    """A document in which only the number at a path is another; None where no line of the usual form has it."""
    document = TomlText(data)
    text = document.source.text
    wanted = deepcopy(document.values)
    table: Any = wanted
    for step in steps[:-1]:
        table = table[step]
    table[steps[-1]] = number
    name = re.escape(steps[-1])
    key = rf"(?:[\w-]+[ \t]*\.[ \t]*)*(?:{name}|\"{name}\"|'{name}')"
    line = re.compile(rf"^([ \t]*{key}[ \t]*=[ \t]*)[0-9_]+\b", re.MULTILINE)
    for match in islice(line.finditer(text), _MOST_TRIED):
        after = f"{text[: match.end(1)]}{number}{text[match.end() :]}"
        if _reads(after, wanted):
            return document.source.mark + after.encode()
    return None


def _reads(text: str, wanted: object) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False
