"""JSON reports of shards."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model import Acceptance, AcceptedFinding, Finding, Fix, RunResult, Safety, Severity, Span
from tdomcheck.report import as_jsonl, records
from tdomcheck.report.as_json import document
from tdomcheck.report.context import ReportContext
from tdomcheck.report.jsontext import JsonObject
from tdomcheck.report.places import ordered
from tdomcheck.report.shards.reading import ShardPlace, ShardRecord, record_of
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class JsonReport:
    """One report as far as a merge asks."""

    record: ShardRecord
    findings: tuple[tuple[Finding, JsonObject], ...]
    """Each with how it is shown."""
    suppressed: tuple[tuple[AcceptedFinding, JsonObject], ...]


def is_json_report(value: object) -> bool:
    """Whether it says that it is a report of ours."""
    return isinstance(value, dict) and {"tool", "findings", "summary"} <= value.keys()


def read_json_report(value: object) -> JsonReport:
    """Raises NotMergeable."""
    report = Shape(value, "report")
    if isinstance(value, dict) and value.get("shard") is None:
        raise NotMergeable("is the report of a whole run: there is nothing to merge")
    record = record_of(report["shard"])
    findings, suppressed = report["findings"].items(), report["suppressed"].items()
    return JsonReport(
        record,
        tuple(
            (_finding(item, place), item.entries())
            for item, place in zip(findings, record.placed(0, findings), strict=True)
        ),
        tuple(
            (AcceptedFinding(_finding(item, place), item["suppression"]["kind"].one_of(Acceptance)), item.entries())
            for item, place in zip(suppressed, record.placed(1, suppressed), strict=True)
        ),
    )


def _finding(item: Shape, place: ShardPlace) -> Finding:
    """What a summary asks of a finding."""
    fix = None if item["fix"].value is None else Fix("", (), item["fix"]["safety"].one_of(Safety))
    return Finding(
        place.path,
        Span(place.start, place.end),
        item["code"].raw(),
        item["rule"].raw(),
        item["message"].raw(),
        item["severity"].one_of(Severity),
        fix,
    )


def read_json_lines(lines: Sequence[object]) -> JsonReport:
    """The same of a report in JSON lines; raises NotMergeable."""
    items: dict[str, list[JsonObject]] = {"start": [], "finding": [], "suppressed": [], "summary": []}
    for number, line in enumerate(lines, 1):
        record = Shape(line, f"line {number}")
        shown = dict(record.entries())
        items.setdefault(record["type"].raw(), []).append(shown)
        shown.pop("type")
    if not items["summary"] or Shape(lines[-1], "")["type"].raw() != "summary":
        raise NotMergeable("is cut off: the last line of a report is its summary")
    shard = items["start"][0].get("shard") if items["start"] else None
    return read_json_report({"shard": shard, "findings": items["finding"], "suppressed": items["suppressed"]})


def merged_json(reports: Sequence[JsonReport], result: RunResult, context: ReportContext) -> str:
    """The report of the whole run."""
    return document(*_merged(reports, result, context))


def merged_json_lines(reports: Sequence[JsonReport], result: RunResult, context: ReportContext) -> str:
    """The same, a line for each record."""
    return as_jsonl.document(*_merged(reports, result, context))


def _merged(
    reports: Sequence[JsonReport], result: RunResult, context: ReportContext
) -> tuple[RunResult, ReportContext, list[JsonObject], list[JsonObject]]:
    budgets = zip(ordered(result.findings), records.findings(result, context), strict=True)
    every = (*(pair for report in reports for pair in report.findings), *budgets)
    findings = sorted(every, key=lambda pair: pair[0].sort_key)
    suppressed = sorted(
        (pair for report in reports for pair in report.suppressed), key=lambda pair: pair[0].finding.sort_key
    )
    result = replace(
        result,
        findings=tuple(finding for finding, _ in findings),
        suppressed=tuple(accepted for accepted, _ in suppressed),
    )
    return result, context, [shown for _, shown in findings], [shown for _, shown in suppressed]
