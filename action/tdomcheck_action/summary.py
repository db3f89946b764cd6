"""The summary of the job: what tdomcheck says in Markdown, and what it was compared with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tdomcheck_action.base import Base
from tdomcheck_action.commands import cut, visible

MOST_BYTES = 900 * 1024
"""GitHub throws a summary above 1 MiB away, all of it."""
_SPECIAL = re.compile(r"([\\`*_\[\]|~#!])")
_FOLD, _END = "<details>", "</details>"


def head(focus: str, base: Base, remarks: Sequence[str], problems: Sequence[str]) -> list[str]:
    """Lines on how the run came about."""
    return [
        *_about(focus, base),
        *(f"- {escape(cut(text))}" for text in problems),
        *(f"- {escape(cut(text))}" for text in remarks),
    ]


def _about(focus: str, base: Base) -> Iterator[str]:
    if focus:
        files = "" if base.files is None else f" ({base.files} changed file{'' if base.files == 1 else 's'})"
        yield f"- what has changed since `{focus[:12]}`{files}; SARIF has the rest, too"


def escape(text: str) -> str:
    """Text that is no markup."""
    shown = _SPECIAL.sub(r"\\\1", visible(text).replace("\n", " "))
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@<!-- -->")


def bounded(text: str, most: int = MOST_BYTES) -> str:
    """Whole lines within the limit, with no fold left open."""
    if len(text.encode()) <= most:
        return text
    room = most - len(f"\n{_END}\n\nThere is more than fits here.\n")
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        room -= len(line.encode())
        if room < 0:
            break
        lines.append(line)
    kept = "".join(lines)
    fold = f"\n{_END}\n" if kept.count(_FOLD) > kept.count(_END) else ""
    return f"{kept}{fold}\nThere is more than fits here.\n"


def append_summary(path: str, lines: Sequence[str], text: str) -> str:
    """Write the summary; why that was not possible, or nothing."""
    start = text or "## tdomcheck\n"
    notes = "".join(f"{line}\n" for line in lines)
    whole = f"{bounded(start, MOST_BYTES - len(notes.encode()) - 1)}\n{notes}"
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(whole)
    except OSError as error:
        return f"the summary of the job could not be written: {error.strerror}"
    return ""
