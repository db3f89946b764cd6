"""The account of a shard, read from a report that anybody may have written."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping
from enum import Enum
from urllib.parse import unquote_to_bytes

from tdomcheck.model import (
    BaselineOutcome,
    Bucket,
    Dependents,
    FailOn,
    FileOutcome,
    RuleOutcome,
    RuleState,
    RuleTiming,
    Severity,
    Span,
    StaleEntry,
    Threshold,
)
from tdomcheck.model.shard import BudgetAccount, BudgetCount, QuotedLine, Shard, SharedEntry, Stage
from tdomcheck.report.jsontext import JsonObject
from tdomcheck.report.summary import plural
from tdomcheck.values import dataclass

MOST_BYTES = 64 << 20
"""Of a configuration: a line that begins behind them is none."""


class NotMergeable(Exception):
    """A report that is none of a shard, or is damaged; the text is a sentence about it."""


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
    left_out: tuple[FileOutcome, ...]
    known: int
    baseline: BaselineOutcome | None
    shared: tuple[SharedEntry, ...]
    moved: tuple[tuple[str, str], ...]
    budgets: BudgetAccount | None
    prefix: str
    """What makes a path of the report one from the root of the repository."""
    shows_suppressed: bool
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


_Member = t.TypeVar("_Member", bound=Enum)


class Shape:
    """A JSON value whose shape is asked for step by step; what is otherwise is told with its place."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self.place = place

    def _as(self, kind: type[t.Any], noun: str) -> t.Any:
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise NotMergeable(f"is damaged: `{self.place}` is no {noun}")
        return self.value

    def __getitem__(self, key: str) -> Shape:
        found = self._as(dict, "object")
        if key not in found:
            raise NotMergeable(f"is damaged: `{self.place}` has no `{key}`")
        return Shape(found[key], f"{self.place}.{key}")

    def items(self) -> list[Shape]:
        values = self._as(list, "list")
        return [Shape(value, f"{self.place}[{index}]") for index, value in enumerate(values)]

    def row(self, length: int) -> list[Shape]:
        found = self.items()
        if len(found) != length:
            raise NotMergeable(f"is damaged: `{self.place}` has {len(found)} items instead of {length}")
        return found

    def entries(self) -> JsonObject:
        """The value as it is to be shown again."""
        return t.cast("JsonObject", self._as(dict, "object"))

    def raw(self) -> str:
        return t.cast("str", self._as(str, "text"))

    def text(self) -> str:
        """The inverse of `packed`."""
        text = self.raw()
        return unquote_to_bytes(text).decode("utf-8", "surrogateescape") if "%" in text else text

    def count(self) -> int:
        value = t.cast("int", self._as(int, "number"))
        if not 0 <= value < 1 << 53:
            raise NotMergeable(f"is damaged: `{self.place}` is no count")
        return value

    def flag(self) -> bool:
        return t.cast("bool", self._as(bool, "truth value"))

    def one_of(self, kind: type[_Member]) -> _Member:
        text = self.raw()
        try:
            return kind(text)
        except ValueError:
            raise NotMergeable(
                f"is damaged: `{self.place}` is none of {', '.join(each.value for each in kind)}"
            ) from None


def record_of(given: Shape) -> ShardRecord:
    """What a shard says of itself; raises NotMergeable."""
    outcome, shared = _baseline(given["baseline"])
    judged, unjudged, unread = (each.count() for each in given["dependents"].row(3))
    read, skipped = (each.count() for each in given["blocks"].row(2))
    return ShardRecord(
        shard=_shard(given["shard"]),
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
        left_out=tuple(
            FileOutcome(each["path"].text(), Bucket.EXCLUDED, each["kind"].text()) for each in given["left_out"].items()
        ),
        known=given["known"].count(),
        baseline=outcome,
        shared=shared,
        moved=tuple((old.text(), new.text()) for old, new in (each.row(2) for each in given["moved"].items())),
        budgets=None if given["budgets"].value is None else _budgets(given["budgets"]),
        prefix=given["prefix"].text(),
        shows_suppressed=given["shows_suppressed"].flag(),
        timings=tuple(_timing(each) for each in given["timings"].items()),
        not_shown=given["not_shown"].count(),
        places=_places(given),
    )


def _shard(given: Shape) -> Shard:
    try:
        return Shard.of(given.raw())
    except ValueError as error:
        raise NotMergeable(f"is damaged: {error}") from None


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
    )


def _budget(given: Shape) -> BudgetCount:
    start, end = (each.count() for each in given["place"].row(2))
    line = None if given["line"].value is None else _line(given["line"])
    return BudgetCount(given["code"].text(), given["most"].count(), given["count"].count(), Span(start, end), line)


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
