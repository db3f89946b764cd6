"""The piece of source that a finding is about, with carets under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.model import Finding, Severity
from tdomcheck.report.cells import Row, row
from tdomcheck.report.escape import visible
from tdomcheck.report.palette import Palette
from tdomcheck.report.places import Places, Region, TextView
from tdomcheck.values import dataclass

_AROUND = 2
_RAIL_LINES = 8  # a longer range is shown by its ends


@dataclass(frozen=True, slots=True)
class Underline:
    """A range within one line, as indexes of characters."""

    line: int
    start: int
    end: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is drawn: the lines of one file, the range of the finding, the places that explain it."""

    view: TextView
    primary: Region | None
    related: tuple[Underline, ...]
    severity: Severity
    width: int
    paint: Palette

    @property
    def rail(self) -> Region | None:
        """The primary range, if it has several lines."""
        region = self.primary
        return region if region and region.end_line > region.line else None

    def lines(self) -> list[int]:
        """Numbers of the lines to show, with what surrounds the primary range."""
        shown = {mark.line for mark in self.related}
        if self.primary:
            shown.update(_lines_around(self.primary, self._last_line()))
        return sorted(shown | {number + 1 for number in shown if number + 2 in shown})

    def _last_line(self) -> int:
        """The last line that has text: the empty one behind a final newline is no context."""
        last = self.view.line_count
        return last - 1 if last > 1 and not self.view.line(last) else last

    def draw(self, margin: int) -> Iterator[str]:
        """The lines of the frame; `margin` is how wide line numbers are."""
        previous = 0
        for number in self.lines():
            if previous and number > previous + 1:
                yield self._gap(previous, margin)
            yield from self._line(number, margin)
            previous = number

    def _gap(self, previous: int, margin: int) -> str:
        rail = self.rail
        if rail is None or not rail.line <= previous < rail.end_line:
            return self.paint("gutter", "...")
        return self.paint("gutter", "...") + " " * margin + self.paint.severity(self.severity, "|")

    def _line(self, number: int, margin: int) -> Iterator[str]:
        text = self.view.line(number)
        marks = [mark for mark in self.related if mark.line == number]
        shown = row(text, self._focus(number, marks), self.width - margin - (5 if self.rail else 3))
        yield self._gutter(f"{number:>{margin}}", self._sign(number, text) + shown.text)
        for under in self._carets(number, text, shown):
            yield self._gutter(" " * margin, under)
        for mark in marks:
            dashes = _underline(shown, mark.start, mark.end, "-") + (f" {mark.label}" if mark.label else "")
            yield self._gutter(" " * margin, self._passing(number, after=True) + self.paint("gutter", dashes))

    def _focus(self, number: int, marks: Sequence[Underline]) -> int:
        """Which character of a line must be visible if the line is too long."""
        primary = self.primary
        if primary and number == primary.line:
            return primary.column - 1
        if primary and number == primary.end_line:
            return primary.end_column - 1
        return marks[0].start if marks else 0

    def _gutter(self, left: str, right: str) -> str:
        return f"{self.paint('gutter', f'{left} |')} {right}".rstrip()

    def _sign(self, number: int, text: str) -> str:
        """The rail beside a line of source; a range that begins a line needs no caret below it."""
        rail = self.rail
        if rail and number == rail.line and _begins_line(rail, text):
            return self.paint.severity(self.severity, "/") + " "
        return self._passing(number, after=False)

    def _passing(self, number: int, *, after: bool) -> str:
        """Room for the rail, or the rail itself where the range goes on."""
        rail = self.rail
        if rail is None:
            return ""
        inside = rail.line <= number < rail.end_line if after else rail.line < number <= rail.end_line
        return self.paint.severity(self.severity, "|") + " " if inside else "  "

    def _carets(self, number: int, text: str, shown: Row) -> Iterator[str]:
        primary, rail = self.primary, self.rail
        if primary is None:
            return
        if rail is None and number == primary.line:
            carets = _underline(shown, primary.column - 1, primary.end_column - 1, "^")
            yield self.paint.severity(self.severity, carets)
        if rail and number == rail.line and not _begins_line(rail, text):
            line = " " + "_" * (1 + shown.column(rail.column - 1)) + "^"
            yield self.paint.severity(self.severity, line)
        if rail and number == rail.end_line:
            line = "|" + "_" * (1 + shown.column(max(rail.end_column - 2, 0))) + "^"
            yield self.paint.severity(self.severity, line)


def _underline(shown: Row, start: int, end: int, sign: str) -> str:
    first = shown.column(start)
    return " " * first + sign * max(shown.column(end) - first, 1)


def _begins_line(region: Region, text: str) -> bool:
    return not text[: region.column - 1].strip()


def _lines_around(region: Region, last: int) -> set[int]:
    start, end = region.line, region.end_line
    shown = {*range(max(start - _AROUND, 1), start + 1), *range(end, min(end + _AROUND, last) + 1)}
    if end - start < _RAIL_LINES:
        return shown | set(range(start, end + 1))
    return shown | {start + 1, start + 2, end - 1}


def _mark(region: Region, view: TextView, label: str) -> Underline:
    """A related place on its first line."""
    end = region.end_column if region.end_line == region.line else len(view.line(region.line)) + 1
    return Underline(region.line, region.column - 1, end - 1, visible(label))


def frames(finding: Finding, places: Places, width: int, paint: Palette) -> list[str]:
    """The place of a finding, its source, and the related places of other files in smaller frames."""
    own = [related for related in finding.related if related.path == finding.path]
    other = [related for related in finding.related if related.path != finding.path]
    view = places.view(finding.path)
    marks = tuple(_mark(places.shown(finding.path, item.span), view, item.label) for item in own)
    region = places.region(finding.path, finding.span)
    main = Frame(view, places.shown(finding.path, finding.span), marks, finding.severity, width, paint)
    shown = [(finding.path, region, main, "-->")]
    for item in other:
        view, region = places.view(item.path), places.region(item.path, item.span)
        mark = _mark(places.shown(item.path, item.span), view, item.label)
        shown.append((item.path, region, Frame(view, None, (mark,), finding.severity, width, paint), ":::"))
    numbers = [number for path, _, frame, _ in shown if places.is_known(path) for number in frame.lines()]
    margin = len(str(max(numbers, default=0)))
    return [line for path, at, frame, sign in shown for line in _framed(path, at, frame, sign, margin, places)]


def _framed(path: str, at: Region, frame: Frame, sign: str, margin: int, places: Places) -> Iterator[str]:
    is_known = places.is_known(path)
    where = f"{visible(path)}:{at.line}:{at.column}" if is_known else visible(path)
    labels = "" if is_known else ", ".join(mark.label for mark in frame.related if mark.label)
    yield f"{' ' * margin}{frame.paint('gutter', sign)} {where}{f' ({labels})' if labels else ''}"
    if is_known and frame.view.data:
        bar = frame.paint("gutter", f"{' ' * margin} |")
        yield bar
        yield from frame.draw(margin)
        yield bar
