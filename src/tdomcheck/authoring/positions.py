"""Where a node of LibCST stands in the bytes of its file."""

from __future__ import annotations

from libcst.metadata import CodeRange

from tdomcheck.model import Span
from tdomcheck.source.text import SourceText


def span_in(source: SourceText, position: CodeRange) -> Span:
    """The bytes that lines and columns of LibCST mean."""
    start, end = position.start, position.end
    return Span(
        source.offset(start.line, start.column + 1 + _lost_letters(source, start.line)),
        source.offset(end.line, end.column + 1 + _lost_letters(source, end.line)),
    )


def _lost_letters(source: SourceText, line: int) -> int:
    """LibCST drops form feeds that begin a line of code."""
    text = source.line(line)
    lost = len(text) - len(text.lstrip("\f"))
    return lost if text.strip("\f \t") else 0
