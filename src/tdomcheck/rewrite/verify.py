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
    present, fixed, remaining = _places(before), _places(applied), _places(after)
    for finding in applied:
        kind = _kind(finding)
        if kind not in remaining:
            continue
        # Another match may hold this one or stand in it, so what must fall is their number.
        others = present[kind].touching(finding.span) if kind in present else 0
        others = max(others - fixed[kind].touching(finding.span), 0)
        if remaining[kind].touching(moves.moved(finding.span)) > others:
            return "the finding did not go away"
    counts = Counter(_kind(finding) for finding in before)
    for finding in after:
        if finding.severity is Severity.ERROR and counts[_kind(finding)] < 1:
            return f"it brings a new error: {finding.code} {finding.message}"
        counts[_kind(finding)] -= 1
    return ""


def _places(findings: Sequence[Finding]) -> dict[tuple[str, str], _Places]:
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        kinds.setdefault(_kind(finding), []).append(finding)
    return {kind: _Places(findings_of_kind) for kind, findings_of_kind in kinds.items()}


class _Places:
    """Where findings are, asked by bisection: a file may have as many of one kind as it has lines."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self._starts = sorted(finding.span.start for finding in findings)
        self._ends = sorted(finding.span.end for finding in findings)

    def touching(self, place: Span) -> int:
        """How many begin before the end of a place, but for those that end before its start."""
        return bisect_right(self._starts, place.end) - bisect_left(self._ends, place.start)


def _kind(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
