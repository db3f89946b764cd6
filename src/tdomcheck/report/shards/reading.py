"""The account of a shard, read from a report that anybody may have written."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck.model import (
    BaselineOutcome,
    Bucket,
    Dependents,
    Doubt,
    FailOn,
    FileOutcome,
    Focus,
    RuleOutcome,
    RuleState,
    RuleTiming,
    Severity,
    Span,
    StaleEntry,
    Threshold,
    Unfollowed,
)
from tdomcheck.model.shard import BudgetAccount, BudgetCount, QuotedLine, Shard, SharedEntry, Stage
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.report.summary import plural
from tdomcheck.values import dataclass

MOST_BYTES = 64 << 20
"""Of a configuration: a line that begins behind them is none."""


@dataclass(frozen=True, slots=True)
class ShardPlace:
    """Where a finding is: what it is sorted by."""

    path: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """What a shard says of itself."""

    shard: Shard
    version: str
    configuration: str
    threshold: Threshold
    exits_zero: bool
    fails_on_stale: bool
    severities: Mapping[Severity, int]
    files: tuple[FileOutcome, ...]
    rules: tuple[RuleOutcome, ...]
    errors: tuple[tuple[Stage, str], ...]
    warnings: tuple[str, ...]
    blocks: tuple[int, int]
    dependents: Dependents
    foreign: int
    unfollowed: tuple[Unfollowed, ...]
    left_out: tuple[FileOutcome, ...]
    known: int
    focus: Focus | None
    baseline: BaselineOutcome | None
    shared: tuple[SharedEntry, ...]
    moved: tuple[tuple[str, str], ...]
    budgets: tuple[BudgetAccount, ...]
    prefix: str
    """What makes a path of the report one from the root of the repository."""
    shows_suppressed: bool
    has_timings: bool
    timings: tuple[RuleTiming, ...]
    not_shown: int
    """Findings that the report had no room for."""
    places: tuple[tuple[ShardPlace, ...], ...]
    """Those of each list of findings in the report."""

    def placed(self, number: int, items: list[t.Any]) -> tuple[ShardPlace, ...]:
        """Those of one list, which has as many."""
        places = self.places[number] if number < len(self.places) else ()
        if len(places) != len(items):
            raise NotMergeable(f"has {plural(len(items), 'finding')}, and the places of {len(places)}")
        return places


def _unfollowed(given: Shape) -> Unfollowed:
    path, tag, module = (given[name].text() for name in ("path", "component", "module"))
    return Unfollowed(path, tag, module, given["reason"].one_of(Doubt))


def record_of(given: Shape) -> ShardRecord:
    """What a shard says of itself; raises NotMergeable."""
    outcome, shared = _baseline(given["baseline"])
    judged, unjudged, unread = (each.count() for each in given["dependents"].row(3))
    read, skipped = (each.count() for each in given["blocks"].row(2))
    return ShardRecord(
        shard=shard_in(given["shard"]),
        version=given["version"].raw(),
        configuration=given["configuration"].raw(),
        threshold=Threshold(given["fail_on"].one_of(FailOn), _count_or_none(given["max_warnings"])),
        exits_zero=given["exit_zero"].flag(),
        fails_on_stale=given["fail_on_stale"].flag(),
        severities={severity: given["severities"][severity.value].count() for severity in Severity},
        files=tuple(
            FileOutcome(file["path"].text(), bucket, file["reason"].text())
            for bucket in Bucket
            for file in given["files"][bucket.value].items()
        ),
        rules=tuple(
            RuleOutcome(rule["code"].text(), rule["state"].one_of(RuleState), rule["detail"].text())
            for rule in given["rules"].items()
        ),
        errors=tuple((each["stage"].one_of(Stage), each["message"].text()) for each in given["errors"].items()),
        warnings=tuple(each.text() for each in given["warnings"].items()),
        blocks=(read, skipped),
        dependents=Dependents(judged=judged, unjudged=unjudged, unread=unread),
        foreign=given["foreign"].count(),
        unfollowed=tuple(map(_unfollowed, given["unfollowed"].items())),
        left_out=tuple(
            FileOutcome(each["path"].text(), Bucket.EXCLUDED, each["kind"].text()) for each in given["left_out"].items()
        ),
        known=given["known"].count(),
        focus=None if given["focus"].value is None else _focus(given["focus"]),
        baseline=outcome,
        shared=shared,
        moved=tuple((old.text(), new.text()) for old, new in (each.row(2) for each in given["moved"].items())),
        budgets=tuple(_budgets(each) for each in given["budgets"].items()),
        prefix=given["prefix"].text(),
        shows_suppressed=given["shows_suppressed"].flag(),
        has_timings=given["has_timings"].flag(),
        timings=tuple(_timing(each) for each in given["timings"].items()),
        not_shown=given["not_shown"].count(),
        places=_places(given),
    )


def shard_in(given: Shape) -> Shard:
    """Which shard a text names."""
    try:
        return Shard.of(given.raw())
    except ValueError as error:
        raise NotMergeable(f"is damaged: {error}") from None


def _focus(given: Shape) -> Focus:
    files, beside = (each.count() for each in given.row(2))
    return Focus(files, {}, more=beside)


def _count_or_none(given: Shape) -> int | None:
    return None if given.value is None else given.count()


def _baseline(given: Shape) -> tuple[BaselineOutcome | None, tuple[SharedEntry, ...]]:
    if given.value is None:
        return None, ()
    stale = given["stale"].count()
    shared = []
    for each in given["shared"].items():
        line, count, unused = each.row(3)
        shared.append(SharedEntry(line.text(), count.count(), unused.count()))
    entries = (StaleEntry("", "", "", stale),) if stale else ()
    return BaselineOutcome(given["matched"].count(), given["new"].count(), entries), tuple(shared)


def _budgets(given: Shape) -> BudgetAccount:
    return BudgetAccount(
        given["path"].text(),
        given["source"].text(),
        None if given["severity"].value is None else given["severity"].one_of(Severity),
        given["is_whole"].flag(),
        tuple(_budget(each) for each in given["counts"].items()),
        given["sha256"].raw(),
    )


def _budget(given: Shape) -> BudgetCount:
    start, end = (each.count() for each in given["place"].row(2))
    line = None if given["line"].value is None else _line(given["line"])
    most, count, before = (given[name].count() for name in ("most", "count", "before"))
    return BudgetCount(given["code"].text(), most, count, Span(start, end), line, before)


def _line(given: Shape) -> QuotedLine:
    line = QuotedLine(given["number"].count(), given["start"].count(), given["text"].text(), given["hash"].raw())
    if not 1 <= line.number <= line.start + 1 <= MOST_BYTES:
        raise NotMergeable(f"is damaged: `{given.place}` is no line of a configuration")
    return line


def _timing(given: Shape) -> RuleTiming:
    seconds = given["seconds"].value
    if not isinstance(seconds, (int, float)):
        raise NotMergeable(f"is damaged: `{given.place}.seconds` is no number")
    return RuleTiming(given["code"].raw(), given["files"].count(), float(seconds))


def _places(given: Shape) -> tuple[tuple[ShardPlace, ...], ...]:
    paths = [path.text() for path in given["paths"].items()]
    return tuple(tuple(_place(each, paths) for each in findings.items()) for findings in given["places"].items())


def _place(given: Shape, paths: list[str]) -> ShardPlace:
    number, start, end = (each.count() for each in given.row(3))
    if number >= len(paths):
        raise NotMergeable(f"is damaged: `{given.place}` names a path that is not there")
    return ShardPlace(paths[number], start, end)
