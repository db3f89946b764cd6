"""JSON that any terminal, log and strict parser takes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tdomcheck.report.escape import RUNNER_PREFIXES

Json: TypeAlias = Mapping[str, "Json"] | Sequence["Json"] | str | int | float | bool | None
JsonObject: TypeAlias = dict[str, Json]


def dump(value: Json, indent: int | None = 2) -> str:
    """JSON in ASCII, with one newline at its end; texts must hold no lone surrogates."""
    # `ensure_ascii` leaves one control character alone.
    text = json.dumps(value, indent=indent, allow_nan=False).replace("\x7f", "\\u007f")
    for prefix in RUNNER_PREFIXES:  # the edits of a fix are code, letter by letter
        text = text.replace(prefix, f"#\\u0023{prefix[2:]}")
    return f"{text}\n"
