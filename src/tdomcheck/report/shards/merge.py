"""Reports of all shards to the report of one run; which format they are in is told by what they hold."""

from __future__ import annotations

import json
import typing as t
from collections.abc import Callable, Sequence

from tdomcheck.model import RunResult
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.shards.joining import in_order, joined_result
from tdomcheck.report.shards.of_json import is_json_report, merged_json, read_json_report
from tdomcheck.report.shards.of_junit import merged_junit, read_junit
from tdomcheck.report.shards.of_sarif import is_sarif, merged_sarif, read_sarif
from tdomcheck.report.shards.reading import NotMergeable, ShardRecord
from tdomcheck.values import dataclass

FORMATS = ("json", "sarif", "junit")
"""What can be merged."""
_BOM = b"\xef\xbb\xbf"


class _Report(t.Protocol):
    @property
    def record(self) -> ShardRecord: ...


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


def read_shard(name: str, data: bytes) -> ShardReport:
    """Raises NotMergeable for what is no report of a shard."""
    body = data.removeprefix(_BOM).lstrip()
    if body.startswith(b"<"):
        return ShardReport(name, "junit", read_junit(data))
    value = _json(body)
    if is_sarif(value):
        return ShardReport(name, "sarif", read_sarif(value))
    if is_json_report(value):
        return ShardReport(name, "json", read_json_report(value))
    raise NotMergeable("is no report that can be merged: those are JSON, SARIF and JUnit of `check --shard`")


def _json(body: bytes) -> object:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refused)
    except UnicodeDecodeError:
        raise NotMergeable("is no text in UTF-8") from None
    except RecursionError:
        raise NotMergeable("is nested too deep for a report") from None
    except ValueError as error:
        raise NotMergeable(_why_no_json(body, error)) from None


def _refused(word: str) -> t.NoReturn:
    raise ValueError(f"{word} is no number")


def _why_no_json(body: bytes, error: ValueError) -> str:
    """Lines of JSON are told apart by the key of their records; neither kind is merged."""
    first = body.split(b"\n", 1)[0]
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict) and "event" in record:
        return "is a stream of events, which is not merged; streams of several runs may be one after the other"
    if isinstance(record, dict) and record.get("type") == "start":
        return "is a report in JSON lines, which is not merged; let the shards write json, sarif or junit"
    return f"is no report: it can be read neither as JSON nor as XML ({error})"


_RENDERERS: dict[str, Callable[[t.Any, RunResult, ReportContext], str]] = {
    "json": merged_json,
    "sarif": merged_sarif,
    "junit": merged_junit,
}


def merged(reports: Sequence[ShardReport]) -> MergedReport:
    """The report of the whole run; raises NotMergeable where the reports are not those of all its shards."""
    first = reports[0]
    for other in reports[1:]:
        if other.format != first.format:
            raise NotMergeable(f"{first.name} is {first.format}, and {other.name} is {other.format}: merge one format")
    records = in_order([(each.name, each.report.record) for each in reports])
    by_number = {each.report.record.shard.number: each.report for each in reports}
    whole = [by_number[record.shard.number] for record in records]
    try:
        result, budgets = joined_result(records)
        context = ReportContext(
            sources=budgets.sources,
            version=records[0].version,
            profile=any(each.timings for each in records),
            root_prefix=records[0].prefix,
            shows_suppressed=records[0].shows_suppressed,
            line_hashes=budgets.hashes,
        )
        return MergedReport(_RENDERERS[first.format](whole, result, context), result.exit_code)
    except (ValueError, RecursionError) as error:
        raise NotMergeable(f"the reports are damaged: {visible(str(error))}") from None
