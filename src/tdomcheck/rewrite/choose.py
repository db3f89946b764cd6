"""The overlap policy: in which order fixes are applied, and which of them wait for the next round."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Sequence
from operator import itemgetter

from tdomcheck.model import Edit, Finding, Fix, Safety, Span
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class ChosenFixes:
    """The fixes of one round in one file."""

    applied: tuple[Finding, ...]
    waiting: tuple[tuple[Finding, Finding], ...]
    """Loser and winner."""


def applicable(
    findings: Sequence[Finding], is_fixable: Callable[[Finding], bool], *, takes_unsafe: bool
) -> list[Finding]:
    """The findings whose fix may be applied, in order."""
    return [
        finding
        for finding in sorted(findings, key=lambda finding: finding.sort_key)
        if finding.fix is not None and (takes_unsafe or finding.fix.safety is Safety.SAFE) and is_fixable(finding)
    ]


def choose(findings: Sequence[Finding]) -> ChosenFixes:
    """Take fixes from the top of the file; one that touches a taken one waits."""
    ranked = sorted(findings, key=lambda finding: (reach(finding.fix), finding.code, finding.message))
    applied: list[Finding] = []
    waiting: list[tuple[Finding, Finding]] = []
    edits: list[tuple[Span, Finding]] = []
    for finding in ranked:
        winner = _winner(finding, edits)
        if winner is not None:
            waiting.append((finding, winner))
            continue
        applied.append(finding)
        for edit in _edits(finding):
            insort(edits, (Span(edit.start, edit.end), finding), key=itemgetter(0))
    return ChosenFixes(tuple(applied), tuple(waiting))


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix is not None else ()


def reach(fix: Fix | None) -> tuple[int, int]:
    """From the first edited byte to the last."""
    if fix is None or not fix.edits:
        return (0, 0)
    return min(edit.start for edit in fix.edits), max(edit.end for edit in fix.edits)


def _winner(finding: Finding, edits: Sequence[tuple[Span, Finding]]) -> Finding | None:
    """Edits are taken in the order of the file, so only the last ones before this can touch it."""
    for edit in _edits(finding):
        span = Span(edit.start, edit.end)
        for other, owner in _near(span, edits):
            if span.touches(other):
                return owner
    return None


def _near(span: Span, edits: Sequence[tuple[Span, Finding]]) -> Sequence[tuple[Span, Finding]]:
    place = bisect_right(edits, span.end, key=lambda item: item[0].start)
    return edits[max(0, place - 8) : place]
