"""What the report of a shard says of itself, so that all of them can become the report of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import quote_from_bytes

from tdomcheck.model import BaselineOutcome, Bucket, Finding, Focus, RunResult, Severity, Unfollowed
from tdomcheck.model.shard import BudgetAccount, BudgetCount, ShardAccount
from tdomcheck.report import records
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import path_bytes
from tdomcheck.report.jsontext import Json, JsonObject
from tdomcheck.report.summary import files_of


def shard_record(
    result: RunResult, account: ShardAccount, context: ReportContext, *listed: Sequence[Finding], not_shown: int = 0
) -> JsonObject:
    """The account of a shard; `listed` are the findings of the report, in its order."""
    threshold, dependents = result.threshold, result.dependents
    paths = {path: number for number, path in enumerate(sorted({each.path for each in _all(listed)}))}
    severities = Counter(finding.severity for finding in result.findings)
    return {
        "shard": str(account.shard),
        "version": context.version,
        "configuration": account.configuration,
        "fail_on": threshold.fail_on.value,
        "max_warnings": threshold.max_warnings,
        "exit_zero": account.exits_zero,
        "fail_on_stale": account.fails_on_stale,
        "severities": {severity.value: severities[severity] for severity in Severity},
        "files": {bucket.value: _files(result, bucket) for bucket in Bucket},
        "rules": _rules(result),
        "errors": [{"stage": stage.value, "message": packed(text)} for stage, text in account.errors],
        "warnings": [packed(sentence) for sentence in result.warnings],
        "blocks": list(result.blocks),
        "dependents": [dependents.judged, dependents.unjudged, dependents.unread],
        "foreign": result.foreign,
        "unfollowed": list(map(_unfollowed, result.unfollowed)),
        "left_out": [{"path": packed(each.path), "kind": packed(each.reason)} for each in result.left_out],
        "known": result.known,
        "focus": _focus(result.focus),
        "baseline": _baseline(result.baseline, account),
        "moved": [[packed(old), packed(new)] for old, new in account.moved],
        "budgets": [_budgets(each) for each in account.budgets],
        "prefix": packed(context.root_prefix),
        "shows_suppressed": context.shows_suppressed,
        "has_timings": context.profile,
        "timings": records.timings(result) if context.profile else [],
        "paths": [packed(path) for path in paths],
        "not_shown": not_shown,
        "places": [_places(findings, paths) for findings in listed],
    }


def _unfollowed(each: Unfollowed) -> JsonObject:
    named = {"path": each.path, "component": each.tag, "module": each.module, "reason": each.reason.value}
    return {name: packed(text) for name, text in named.items()}


def _all(listed: Iterable[Iterable[Finding]]) -> Iterable[Finding]:
    return (finding for findings in listed for finding in findings)


def _places(findings: Sequence[Finding], paths: dict[str, int]) -> list[Json]:
    """Where findings are in bytes, which not every format tells, and what they are sorted by."""
    return [[paths[finding.path], finding.span.start, finding.span.end] for finding in findings]


def _files(result: RunResult, bucket: Bucket) -> list[Json]:
    return [{"path": packed(file.path), "reason": packed(file.reason)} for file in files_of(result, bucket)]


def _baseline(outcome: BaselineOutcome | None, account: ShardAccount) -> JsonObject | None:
    if outcome is None:
        return None
    return {
        "matched": outcome.matched,
        "new": outcome.new,
        "stale": sum(entry.count for entry in outcome.stale),
        "shared": [[packed(entry.line), entry.count, entry.unused] for entry in account.shared],
    }


def _rules(result: RunResult) -> list[Json]:
    return [
        {"code": packed(rule.code), "state": rule.state.value, "detail": packed(rule.detail)} for rule in result.rules
    ]


def _focus(focus: Focus | None) -> list[Json] | None:
    return None if focus is None else [focus.files, focus.count]


def _budgets(account: BudgetAccount) -> JsonObject:
    return {
        "path": packed(account.path),
        "source": packed(account.source),
        "severity": None if account.severity is None else account.severity.value,
        "is_whole": account.is_whole,
        "counts": [_budget(each) for each in account.counts],
        "sha256": account.sha256,
    }


def _budget(each: BudgetCount) -> JsonObject:
    line = each.line
    quoted: JsonObject | None = (
        None
        if line is None
        else {"number": line.number, "start": line.start, "text": packed(line.text), "hash": line.hash}
    )
    place: list[Json] = [each.span.start, each.span.end]
    return {
        "code": packed(each.code),
        "most": each.most,
        "count": each.count,
        "before": each.before,
        "place": place,
        "line": quoted,
    }


def packed(text: str) -> str:
    """Text that any JSON parser takes, and that can be read back; names of files need not be UTF-8."""
    if text.isascii():
        return text.replace("%", "%25")
    return "".join(
        quote_from_bytes(path_bytes(char)) if char == "%" or "\ud800" <= char <= "\udfff" else char for char in text
    )
