"""The change that a fix makes, as a small diff of the lines that it touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from tdomcheck.model import Edit
from tdomcheck.report.cells import row
from tdomcheck.report.palette import Palette
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass

_MOST_LINES = 16
_COMPARABLE = 400  # beyond this, matching lines costs more than it tells


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line that goes or comes, with its number in the old or the new file."""

    sign: str
    number: int
    text: str


def changes(source: SourceText, edits: Sequence[Edit]) -> list[LineChange]:
    """The lines that differ after edits, which must not overlap; none if they do."""
    ranked = sorted(edits)
    if any(after.start < before.end for before, after in pairwise(ranked)):
        return []
    differences: list[LineChange] = []
    shift = 0
    for group in _groups(source, ranked):
        first, old, new = _lines(source, group)
        differences.extend(_differences(old, new, first, first + shift))
        shift += len(new) - len(old)
    return differences


def _groups(source: SourceText, edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """Edits whose lines meet."""
    group: list[Edit] = []
    for edit in edits:
        if group and source.position(edit.start).line > source.position(group[-1].end).line + 1:
            yield group
            group = []
        group.append(edit)
    if group:
        yield group


def _lines(source: SourceText, edits: Sequence[Edit]) -> tuple[int, list[str], list[str]]:
    """Number of the first line, and the touched lines before and after."""
    size = len(source.data)
    first = source.position(min(edits[0].start, size)).line
    last = source.position(min(edits[-1].end, size)).line
    begin = position = source.offset(first, 1)
    end = source.offset(last + 1, 1) if last < source.line_count else size
    pieces = []
    for edit in edits:
        pieces += [source.slice(position, edit.start), edit.text]
        position = max(edit.end, begin)
    pieces.append(source.slice(position, end))
    return first, _split(source.slice(begin, end)), _split("".join(pieces))


def _split(text: str) -> list[str]:
    # A minified file is one line, split again for each of its findings: an expression takes a millisecond for it.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def _differences(old: list[str], new: list[str], old_number: int, new_number: int) -> Iterator[LineChange]:
    for old_start, old_end, new_start, new_end in _unequal(old, new):
        for index in range(old_start, old_end):
            yield LineChange("-", old_number + index, old[index])
        for index in range(new_start, new_end):
            yield LineChange("+", new_number + index, new[index])


def _unequal(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    if max(len(old), len(new)) > _COMPARABLE:
        yield 0, len(old), 0, len(new)
        return
    for tag, *ends in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield (ends[0], ends[1], ends[2], ends[3])


def diff(source: SourceText, edits: Sequence[Edit], width: int, paint: Palette) -> Iterator[str]:
    """The changed lines, at most a dozen or so."""
    lines = changes(source, edits)
    margin = len(str(max((change.number for change in lines), default=0)))
    for change in lines[:_MOST_LINES]:
        gutter = paint("gutter", f"{change.number:>{margin}} |")
        shown = row(change.text, _first_difference(change, lines), width - margin - 5).text
        style = "removed" if change.sign == "-" else "added"
        yield f"{gutter} {paint(style, f'{change.sign} {shown}'.rstrip())}"
    if len(lines) > _MOST_LINES:
        yield paint("gutter", f"{'...':<{margin + 2}}") + f" {len(lines) - _MOST_LINES} more lines"


def _first_difference(change: LineChange, lines: Sequence[LineChange]) -> int:
    """Where a line that is too long differs from its counterpart."""
    others = [other.text for other in lines if other.sign != change.sign and other.number == change.number]
    shared = _common(change.text, others[0]) if others else 0
    return shared if others and shared < min(len(change.text), len(others[0])) else 0


def _common(one: str, two: str) -> int:
    """How many letters two texts begin with in common, by halves: a line may have a hundred thousand."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == two[low:middle] else (low, middle - 1)
    return low
