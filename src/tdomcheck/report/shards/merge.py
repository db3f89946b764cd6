"""Reports of all shards to the report of one run; which format they are in is told by what they hold."""

from __future__ import annotations

import json
import typing as t
from collections.abc import Callable, Sequence

from tdomcheck.model import RunResult
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.shards.joining import check_account, joined_result
from tdomcheck.report.shards.of_delta import is_delta, merged_delta, read_delta_report
from tdomcheck.report.shards.of_events import merged_events, read_event_stream
from tdomcheck.report.shards.of_json import (
    is_json_report,
    merged_json,
    merged_json_lines,
    read_json_lines,
    read_json_report,
)
from tdomcheck.report.shards.of_junit import merged_junit, read_junit
from tdomcheck.report.shards.of_sarif import is_sarif, merged_sarif, read_sarif
from tdomcheck.report.shards.ordering import OfShard, in_order
from tdomcheck.report.shards.reading import ShardRecord
from tdomcheck.report.shards.shapes import NotMergeable
from tdomcheck.values import dataclass

_BOM = b"\xef\xbb\xbf"


class _Report(t.Protocol):
    @property
    def record(self) -> OfShard: ...


@dataclass(frozen=True, slots=True)
class ShardReport:
    """The report of one shard."""

    name: str
    """Of its file."""
    format: str
    report: _Report


@dataclass(frozen=True, slots=True)
class MergedReport:
    """The report of the whole run, and what it exits with."""

    text: str
    exit_code: int
    warnings: tuple[str, ...] = ()
    """What the run would have said besides."""


def read_shard(name: str, data: bytes) -> ShardReport:
    """Raises NotMergeable for what is no report of a shard, and UsageError for a plan that is none."""
    body = data.removeprefix(_BOM).lstrip()
    if body.startswith(b"<"):
        return ShardReport(name, "junit", read_junit(data))
    first = _first_line(body)
    if "event" in first:
        return ShardReport(name, "events", read_event_stream(body))
    if first.get("type") == "start":
        return ShardReport(name, "jsonl", read_json_lines(_lines(body)))
    value = _json(body)
    if is_sarif(value):
        return ShardReport(name, "sarif", read_sarif(value))
    if is_delta(value):
        return ShardReport(name, "delta", read_delta_report(value, name))
    if is_json_report(value):
        return ShardReport(name, "json", read_json_report(value))
    raise NotMergeable(
        "is no report that can be merged: those are JSON, JSON lines, SARIF, JUnit, plans and events of `--shard`"
    )


def _first_line(body: bytes) -> dict[str, object]:
    """Lines of JSON are told apart by the keys of their records."""
    try:
        record = json.loads(body.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _lines(body: bytes) -> list[object]:
    *lines, last = body.split(b"\n")
    if last:
        raise NotMergeable("is cut off: its last line has no end")
    return [_json(line) for line in lines]


def _json(body: bytes) -> object:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refused)
    except UnicodeDecodeError:
        raise NotMergeable("is no text in UTF-8") from None
    except RecursionError:
        raise NotMergeable("is nested too deep for a report") from None
    except ValueError as error:
        raise NotMergeable(f"is no report: it can be read neither as JSON nor as XML ({error})") from None


def _refused(word: str) -> t.NoReturn:
    raise ValueError(f"{word} is no number")


_RENDERERS: dict[str, Callable[[t.Any, RunResult, ReportContext], str]] = {
    "json": merged_json,
    "jsonl": merged_json_lines,
    "sarif": merged_sarif,
    "junit": merged_junit,
}


def merged(reports: Sequence[ShardReport]) -> MergedReport:
    """The report of the whole run; raises NotMergeable where the reports are not those of all its shards."""
    first = reports[0]
    for other in reports[1:]:
        if other.format != first.format:
            raise NotMergeable(f"{first.name} is {first.format}, and {other.name} is {other.format}: merge one format")
    named: list[tuple[str, t.Any]] = in_order([(each.name, each.report.record, each.report) for each in reports])
    try:
        match first.format:
            case "delta":
                return MergedReport(*merged_delta(named))
            case "events":
                return MergedReport(*merged_events(named))
        return _merged_check(first.format, named)
    except (ValueError, RecursionError) as error:
        raise NotMergeable(f"the reports are damaged: {visible(str(error))}") from None


def _merged_check(form: str, named: Sequence[tuple[str, t.Any]]) -> MergedReport:
    """The report of a check, whose shards give an account of themselves."""
    accounts: list[tuple[str, ShardRecord]] = [(name, report.record) for name, report in named]
    check_account(accounts)
    records = [record for _, record in accounts]
    result, budgets = joined_result(records)
    context = ReportContext(
        sources=budgets.sources,
        version=records[0].version,
        profile=records[0].has_timings,
        root_prefix=records[0].prefix,
        shows_suppressed=records[0].shows_suppressed,
        line_hashes=budgets.hashes,
    )
    text = _RENDERERS[form]([report for _, report in named], result, context)
    return MergedReport(text, result.exit_code, result.warnings)
