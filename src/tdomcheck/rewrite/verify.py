"""Whether a round of fixes kept its promises: the findings are gone and no error has come."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from tdomcheck.model import Edit, Finding, Severity, Span


class Moves:
    """Where the bytes of a file went when edits were applied."""

    def __init__(self, edits: Sequence[Edit], lengths: Sequence[int]) -> None:
        pairs = sorted(zip(edits, lengths, strict=True), key=lambda pair: pair[0])
        self._edits = [edit for edit, _ in pairs]
        self._starts = [edit.start for edit in self._edits]
        self._grown = [0, *accumulate(length - (edit.end - edit.start) for edit, length in pairs)]
        """By how much all edits before one make the file longer."""

    def moved(self, span: Span) -> Span:
        """The range that a range became: grown by what was put at its edges."""
        return Span(self._offset(span.start, is_end=False), self._offset(span.end, is_end=True))

    def _offset(self, offset: int, *, is_end: bool) -> int:
        count = (bisect_right if is_end else bisect_left)(self._starts, offset)
        # Edits do not overlap, so only the last one that begins before the offset can reach beyond it.
        beyond = max(self._edits[count - 1].end - offset, 0) if count else 0
        return offset + self._grown[count] + beyond


def broken_promise(
    applied: Sequence[Finding], before: Sequence[Finding], after: Sequence[Finding], moves: Moves
) -> str:
    """Why a round cannot stay, or nothing."""
    left: dict[tuple[str, str], list[Finding]] = {}
    for finding in after:
        left.setdefault(_kind(finding), []).append(finding)
    places = {kind: _Places(found) for kind, found in left.items()}
    for finding in applied:
        same = places.get(_kind(finding))
        if same is not None and same.any_touches(moves.moved(finding.span)):
            return "the finding did not go away"
    known = Counter(_kind(finding) for finding in before)
    for finding in after:
        if finding.severity is Severity.ERROR and known[_kind(finding)] < 1:
            return f"it brings a new error: {finding.code} {finding.message}"
        known[_kind(finding)] -= 1
    return ""


class _Places:
    """Where findings are, asked by bisection: a file may have as many of one kind as it has lines."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        spans = sorted(finding.span for finding in findings)
        self._starts = [span.start for span in spans]
        self._furthest = list(accumulate((span.end for span in spans), max))
        """The furthest end of a span and of all that begin before it."""

    def any_touches(self, place: Span) -> bool:
        count = bisect_right(self._starts, place.end)
        return count > 0 and self._furthest[count - 1] >= place.start


def _kind(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
