"""Splicing edits into the original bytes: what lies outside an edit is never touched."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText


def apply_edits(source: SourceText, edits: Sequence[Edit]) -> bytes:
    """The bytes of a file after non-overlapping edits; raises UnicodeEncodeError where the encoding lacks a letter."""
    pieces: list[bytes] = []
    position = 0
    for edit in sorted(edits):
        if edit.start < position:
            raise ValueError(f"the edit at {edit.start} overlaps the one before it")
        pieces.append(source.data[position : edit.start])
        pieces.append(source.encode(edit.text))
        position = edit.end
    pieces.append(source.data[position:])
    return b"".join(pieces)
