"""Findings, fixes and the account of a run as JSON values, for the formats of our own."""

from __future__ import annotations

from tdomcheck.model import Acceptance, AcceptedFinding, Bucket, Edit, Finding, FixSummary, Related, RunResult, Span
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import encodable, paragraph, visible
from tdomcheck.report.fingerprint import fingerprints
from tdomcheck.report.jsontext import JsonObject
from tdomcheck.report.places import Places, ordered
from tdomcheck.report.summary import files_of, tally
from tdomcheck.report.tables import by_rule

SCHEMA_VERSION = 1


def tool(context: ReportContext) -> JsonObject:
    return {"name": "tdomcheck", "version": context.version}


def shard(result: RunResult) -> JsonObject:
    """Which part of the files the run is about; nothing where it is all."""
    return {} if result.shard is None else {"shard": str(result.shard.shard)}


def findings(result: RunResult, context: ReportContext) -> list[JsonObject]:
    """All findings, sorted."""
    places = context.places
    shown = ordered(result.findings)
    prints = fingerprints(shown, places, context)
    return [_finding(item, mark, places, context) for item, mark in zip(shown, prints, strict=True)]


def suppressed(result: RunResult, context: ReportContext) -> list[JsonObject]:
    """Findings that somebody accepts, with who does, why and until when."""
    places = context.places
    accepted = {id(each.finding): each for each in result.suppressed}
    shown = ordered([each.finding for each in result.suppressed])
    prints = fingerprints(shown, places, context)
    return [
        {**_finding(item, mark, places, context), "suppression": _suppression(accepted[id(item)], places)}
        for item, mark in zip(shown, prints, strict=True)
    ]


def _suppression(accepted: AcceptedFinding, places: Places) -> JsonObject:
    span = accepted.span
    return {
        "kind": accepted.kind.value,
        "reason": visible(accepted.reason),
        "owner": visible(accepted.owner),
        "until": visible(accepted.until),
        "line": places.region(accepted.finding.path, span).line if span is not None else None,
    }


def _finding(finding: Finding, fingerprint: str, places: Places, context: ReportContext) -> JsonObject:
    return {
        "path": visible(finding.path),
        **_place(finding.path, finding.span, places),
        "code": visible(finding.code),
        "rule": visible(finding.slug),
        "severity": finding.severity.value,
        "message": visible(finding.message),
        "note": "\n".join(paragraph(finding.note)),
        "help": "\n".join(paragraph(finding.help)),
        "fingerprint": fingerprint,
        "related": [_related(item, places) for item in finding.related],
        "fix": _fix(finding, places, context),
    }


def _place(path: str, span: Span, places: Places) -> JsonObject:
    at = places.region(path, span)
    return {
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
        "start_byte": span.start,
        "end_byte": span.end,
    }


def _related(item: Related, places: Places) -> JsonObject:
    return {"path": visible(item.path), **_place(item.path, item.span, places), "label": visible(item.label)}


def _fix(finding: Finding, places: Places, context: ReportContext) -> JsonObject | None:
    fix = finding.fix
    if fix is None:
        return None
    return {
        "title": visible(fix.title),
        "safety": fix.safety.value,
        "applicable": context.is_fixable(finding),
        "unsafe_because": visible(fix.unsafe_because),
        "edits": [_edit(finding.path, edit, places) for edit in sorted(fix.edits)],
        "imports": [{"module": visible(item.module), "name": visible(item.name)} for item in sorted(fix.imports)],
    }


def _edit(path: str, edit: Edit, places: Places) -> JsonObject:
    place = _place(path, Span(edit.start, edit.end), places)
    return {**place, "content": encodable(places.content(path, edit))}


def applied(fixes: FixSummary | None) -> list[JsonObject]:
    """Fixes that were written, by file and rule, then those that were not."""
    if fixes is None:
        return []
    records: list[JsonObject] = [
        {"path": visible(path), "code": visible(code), "applied": True, "count": count}
        for path, code, count in sorted(fixes.applied)
    ]
    lost = sorted(fixes.lost, key=lambda item: (item.path, item.code, item.winner, item.reason))
    for item in lost:
        named: JsonObject = {"path": visible(item.path), "code": visible(item.code), "applied": False}
        records.append({**named, "reason": visible(item.reason), "winner": visible(item.winner)})
    return records


def summary(result: RunResult, context: ReportContext) -> JsonObject:
    """Numbers, and the ledger: where every planned file and every enabled rule ended."""
    counted = tally(result.findings)
    return {
        "findings": len(result.findings),
        "errors": counted.errors,
        "warnings": counted.warnings,
        "infos": counted.infos,
        "fixable": counted.safe,
        "fixable_unsafe": counted.unsafe,
        "fixed": result.fixes.count if result.fixes else 0,
        "suppressed": sum(each.kind is Acceptance.COMMENT for each in result.suppressed),
        "baseline": _baseline(result),
        "known": result.known,
        "focus": _focus(result),
        "exit_code": result.exit_code,
        "fail_on": result.threshold.fail_on.value,
        "max_warnings": result.threshold.max_warnings,
        "by_rule": {visible(rule.code): rule.findings for rule in by_rule(result.findings, context)},
        "ledger": {
            "counts": counts(result),
            "files": _files(result),
            "rules": rules(result),
            "blocks": {"checked": result.blocks[0], "skipped": result.blocks[1]},
            "dependents": dependents(result),
            "templates": {"not_judged": result.foreign},
            "components": {"not_judged": unfollowed(result)},
            "left_out": left_out(result),
        },
    }


def _baseline(result: RunResult) -> JsonObject | None:
    outcome = result.baseline
    if outcome is None:
        return None
    return {"matched": outcome.matched, "new": outcome.new, "stale": sum(entry.count for entry in outcome.stale)}


def _focus(result: RunResult) -> JsonObject | None:
    if result.focus is None:
        return None
    return {"changed_files": result.focus.files, "beside": len(result.focus.beside)}


def counts(result: RunResult) -> JsonObject:
    """How many files were planned, and how many ended in each bucket."""
    buckets = result.counts()
    return {"planned": len(result.files), **{bucket.value: buckets[bucket.value] for bucket in Bucket}}


def unfollowed(result: RunResult) -> list[JsonObject]:
    """The components that no rule could look at."""
    return [
        {
            "path": visible(each.path),
            "component": visible(each.tag),
            "module": visible(each.module),
            "reason": each.reason.value,
        }
        for each in result.unfollowed
    ]


def dependents(result: RunResult) -> JsonObject:
    """How many files beside the planned ones were judged because of what those declare."""
    counted = result.dependents
    return {"judged": counted.judged, "not_judged": counted.unjudged, "not_read": counted.unread}


def left_out(result: RunResult) -> list[JsonObject]:
    """The folders that are left out by default, with their kinds."""
    return [{"path": visible(folder.path), "kind": visible(folder.reason)} for folder in result.left_out]


def _files(result: RunResult) -> JsonObject:
    return {bucket.value: [_outcome(file.path, file.reason) for file in files_of(result, bucket)] for bucket in Bucket}


def _outcome(path: str, reason: str) -> JsonObject:
    return {"path": visible(path), "reason": visible(reason)} if reason else {"path": visible(path)}


def rules(result: RunResult) -> list[JsonObject]:
    """Where every enabled rule ended."""
    ranked = sorted(result.rules, key=lambda rule: rule.code)
    return [{"code": visible(r.code), "state": r.state.value, "detail": visible(r.detail)} for r in ranked]


def timings(result: RunResult) -> list[JsonObject]:
    ranked = sorted(result.timings, key=lambda item: item.code)
    return [{"code": visible(t.code), "files": t.files, "seconds": t.seconds} for t in ranked]
