"""Splicing edits into the original bytes: what lies outside an edit is never touched."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText


def apply_edits(source: SourceText, edits: Sequence[Edit]) -> bytes:
    """The bytes of a file after its edits.

    Raises ValueError where edits overlap or leave the file, UnicodeEncodeError where its encoding lacks a letter.
    """
    pieces: list[bytes] = []
    position = 0
    for edit in sorted(edits):
        if edit.start < position:
            raise ValueError(f"the edit at {edit.start} overlaps the one before it")
        if not edit.start <= edit.end <= len(source.data):
            raise ValueError(f"the edit from {edit.start} to {edit.end} is no range of the file")
        pieces.append(source.data[position : edit.start])
        pieces.append(source.encode(edit.text))
        position = edit.end
    pieces.append(source.data[position:])
    return b"".join(pieces)
