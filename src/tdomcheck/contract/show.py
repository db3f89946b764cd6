"""A place of a source, framed, and the difference of two texts."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from tdomcheck.errors import Undecodable
from tdomcheck.model import Finding, Span
from tdomcheck.source.text import Position, SourceText

_AROUND = 2
_SHOWN = str.maketrans({"\f": "\u240c", "\r": "\u240d", "\ufeff": "\u2402"})


def framed(label: str, path: str, data: bytes, span: Span) -> str:
    """The lines around a place, with carets under it."""
    try:
        source = SourceText(data)
    except Undecodable as error:
        return f"{label}: {path}: {error}"
    start, end = source.position(span.start), source.position(span.end)
    margin = len(str(end.line + _AROUND))
    rows = [f"{label}: {path}:{start.line}:{start.column}-{end.line}:{end.column}"]
    for number in range(max(start.line - _AROUND, 1), min(end.line + _AROUND, source.line_count) + 1):
        text = source.line(number)
        rows.append(f"{number:>{margin}} | {_visible(text)}".rstrip())
        if start.line <= number <= end.line:
            rows.append(f"{' ' * margin} | {_carets(text, number, start, end)}".rstrip())
    return "\n".join(rows)


def _visible(text: str) -> str:
    return text.expandtabs(4).translate(_SHOWN)


def _carets(text: str, line: int, start: Position, end: Position) -> str:
    first = start.column - 1 if line == start.line else len(text) - len(text.lstrip())
    last = end.column - 1 if line == end.line else len(text)
    before = len(text[:first].expandtabs(4))
    return " " * before + "^" * max(len(text[:last].expandtabs(4)) - before, 1)


def found_frames(findings: Sequence[Finding], files: dict[str, bytes]) -> list[str]:
    """Every finding with its place; of many, the first few."""
    shown = [
        framed(f"found {finding.code} {finding.message!r}", finding.path, files[finding.path], finding.span)
        for finding in findings[:5]
    ]
    return [*shown, f"... and {len(findings) - 5} more"] if len(findings) > 5 else shown


def whole(files: dict[str, bytes]) -> str:
    """All files, for a difference that has no place."""
    return "\n".join(f"{path}:\n{_indented(data)}" for path, data in files.items())


def _indented(data: bytes) -> str:
    lines = data.decode("utf-8", "replace").splitlines()
    return "\n".join(f"  | {_visible(line)}".rstrip() for line in lines)


def text_difference(path: str, expected: str, found: str) -> str:
    """A unified diff from what was expected to what came, with line ends that can be seen."""
    rows = difflib.unified_diff(_rows(expected), _rows(found), f"{path} (expected)", f"{path} (found)", lineterm="")
    return "\n".join(rows)


def _rows(text: str) -> list[str]:
    rows = text.split("\n")
    marked = [row.translate(_SHOWN).replace("\t", "\u2192") for row in rows]
    return marked if not marked[-1] else [*marked[:-1], f"{marked[-1]} (no newline at the end)"]
