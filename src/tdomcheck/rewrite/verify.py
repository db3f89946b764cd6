"""Whether a round of fixes kept its promises: the findings are gone and no error has come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tdomcheck.model import Edit, Finding, Severity, Span


class Moves:
    """Where the bytes of a file went when edits were applied."""

    def __init__(self, edits: Sequence[Edit], lengths: Sequence[int]) -> None:
        self._edits = sorted(zip(edits, lengths, strict=True), key=lambda pair: pair[0])

    def moved(self, span: Span) -> Span:
        """The range that a range became: grown by what was put at its edges."""
        return Span(self._offset(span.start, is_end=False), self._offset(span.end, is_end=True))

    def _offset(self, offset: int, *, is_end: bool) -> int:
        delta = 0
        for edit, length in self._edits:
            if edit.start > offset or (edit.start == offset and not is_end):
                break
            delta += length - (min(edit.end, offset) - edit.start)
        return offset + delta


def broken_promise(
    applied: Sequence[Finding], before: Sequence[Finding], after: Sequence[Finding], moves: Moves
) -> str:
    """Why a round cannot stay, or nothing."""
    for finding in applied:
        place = moves.moved(finding.span)
        if any(_is_same(finding, place, other) for other in after):
            return "the finding did not go away"
    known = Counter(_kind(finding) for finding in before)
    for finding in after:
        if finding.severity is Severity.ERROR and known[_kind(finding)] < 1:
            return f"it brings a new error: {finding.code} {finding.message}"
        known[_kind(finding)] -= 1
    return ""


def _is_same(finding: Finding, place: Span, other: Finding) -> bool:
    return other.code == finding.code and other.message == finding.message and place.touches(other.span)


def _kind(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
