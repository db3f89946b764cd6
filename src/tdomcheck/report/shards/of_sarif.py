"""SARIF reports of shards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.model import Finding, RunResult, Severity
from tdomcheck.report.as_sarif import SarifBody, document, fitting, ranked_results
from tdomcheck.report.context import ReportContext
from tdomcheck.report.jsontext import Json, JsonObject
from tdomcheck.report.sarif_rules import LEVELS, descriptors
from tdomcheck.report.shards.reading import ShardPlace, ShardRecord, record_of
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.values import dataclass

_PROVENANCE = "versionControlProvenance"


@dataclass(frozen=True, slots=True)
class SarifResult:
    """One result with what it is sorted by."""

    shown: JsonObject
    rule: str
    severity: Severity
    is_accepted: bool
    rank: tuple[str, int, int, str]
    """How SARIF sorts."""
    key: tuple[str, int, int, str, str]
    """How findings are sorted."""


@dataclass(frozen=True, slots=True)
class SarifReport:
    """One report as far as a merge asks."""

    record: ShardRecord
    results: tuple[SarifResult, ...]
    rules: Mapping[str, JsonObject]
    provenance: JsonObject


def is_sarif(value: object) -> bool:
    """Whether it says that it is SARIF."""
    return isinstance(value, dict) and "runs" in value


def read_sarif(value: object) -> SarifReport:
    """Raises NotMergeable."""
    runs = Shape(value, "report")["runs"].items()
    if len(runs) != 1:
        raise NotMergeable("has more than one run, and a shard has one" if runs else "has no run")
    run = runs[0]
    properties = run.entries().get("properties")
    if not isinstance(properties, dict) or "shard" not in properties:
        raise NotMergeable("is the report of a whole run, or of another tool: there is nothing to merge")
    record = record_of(run["properties"]["shard"])
    items = run["results"].items()
    rules = {rule["id"].raw(): rule.entries() for rule in run["tool"]["driver"]["rules"].items()}
    results = [_result(item, place) for item, place in zip(items, record.placed(0, items), strict=True)]
    unknown = {each.rule for each in results} - rules.keys()
    if unknown:
        raise NotMergeable(f"is damaged: it describes no rule {min(unknown)}")
    provenance: JsonObject = {}
    if _PROVENANCE in run.entries():
        provenance[_PROVENANCE] = run.entries()[_PROVENANCE]
    return SarifReport(
        record,
        tuple(results),
        rules,
        provenance,
    )


_SEVERITIES = {level: severity for severity, level in LEVELS.items()}


def _result(item: Shape, place: ShardPlace) -> SarifResult:
    code, text, level = item["ruleId"].raw(), item["message"]["text"].raw(), item["level"].raw()
    if level not in _SEVERITIES:
        raise NotMergeable(f"is damaged: `{item.place}.level` is none that a shard writes")
    location = item["locations"].row(1)[0]["physicalLocation"]
    region = location["region"]
    uri = location["artifactLocation"]["uri"].raw()
    shown = item.entries()
    return SarifResult(
        shown,
        code,
        _SEVERITIES[level],
        bool(shown.get("suppressions")),
        (uri, region["startLine"].count(), region["startColumn"].count(), code),
        (place.path, place.start, place.end, code, text),
    )


def merged_sarif(reports: Sequence[SarifReport], result: RunResult, context: ReportContext) -> str:
    """The report of the whole run, cut by severity where it is too large, as any other."""
    own = _with_beside(result)
    rules = {str(rule["id"]): rule for rule in descriptors(own, result, context)}
    rules |= {code: rule for report in reports for code, rule in report.rules.items()}
    every = (*(each for report in reports for each in report.results), *_own(own, context))
    everything = sorted(every, key=lambda each: each.key)
    codes = sorted(rules)
    numbers = {code: number for number, code in enumerate(codes)}
    lost = sum(report.record.not_shown for report in reports)

    def shown(most: int) -> tuple[str, int]:
        kept = _most_severe(everything, most)
        known = [rules[code] for code in codes]
        ranked = sorted(kept, key=lambda each: each.rank)
        results: list[Json] = [{**each.shown, "ruleIndex": numbers[each.rule]} for each in ranked]
        left_out = lost + len(everything) - len(kept)
        return document(result, context, SarifBody(known, results, left_out, reports[0].provenance)), len(kept)

    return fitting(shown)


def _with_beside(result: RunResult) -> tuple[Finding, ...]:
    """The findings that no shard could tell."""
    beside = result.focus.beside if result.focus is not None else ()
    return tuple(sorted((*result.findings, *beside), key=lambda finding: finding.sort_key))


def _own(findings: Sequence[Finding], context: ReportContext) -> Iterator[SarifResult]:
    numbers = {finding.code: 0 for finding in findings}
    for finding, shown in ranked_results(findings, numbers, context):
        yield _result(Shape(shown, "budget"), ShardPlace(finding.path, finding.span.start, finding.span.end))


def _most_severe(everything: Iterable[SarifResult], most: int) -> list[SarifResult]:
    rank = list(Severity).index
    results = list(everything)
    if len(results) <= most:
        return results
    by_severity = sorted(results, key=lambda each: (each.is_accepted, rank(each.severity)))
    return sorted(by_severity[:most], key=lambda each: each.key)
