"""SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tdomcheck.model import Bucket, Finding, RuleState, RunResult, Severity
from tdomcheck.report import records, sarif_rules
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import encodable, paragraph, visible
from tdomcheck.report.fingerprint import fingerprints, line_hashes
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.places import Places, Region, ordered
from tdomcheck.report.sarif_rules import LEVELS, message, sentence
from tdomcheck.report.suggestion import ready_edits
from tdomcheck.report.summary import files_of
from tdomcheck.report.uri import uri_of

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_MOST_RESULTS = 25_000  # code scanning rejects a file with more


def render(result: RunResult, context: ReportContext) -> str:
    """One run, reproducible: no times, no folders of this machine, nothing that was suppressed."""
    findings = _reported(result.findings)
    descriptors = sarif_rules.descriptors(result, context)
    rules = {str(rule["id"]): index for index, rule in enumerate(descriptors)}
    run: JsonObject = {
        "tool": {"driver": sarif_rules.driver(descriptors, context)},
        "automationDetails": {"id": "tdomcheck/"},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(result, len(result.findings) - len(findings), context)],
        **_provenance(context),
        "results": _results(findings, rules, context),
        "properties": {"ledger": _ledger(result)},
    }
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _reported(findings: Sequence[Finding]) -> list[Finding]:
    """All findings, or the most severe ones if there are more than code scanning takes."""
    if len(findings) <= _MOST_RESULTS:
        return ordered(findings)
    rank = list(Severity).index
    return ordered(sorted(ordered(findings), key=lambda finding: rank(finding.severity))[:_MOST_RESULTS])


def _results(findings: Sequence[Finding], rules: dict[str, int], context: ReportContext) -> list[JsonObject]:
    """Results by URI, line, column and rule."""
    places = Places(context.sources)
    hashes = cache(lambda path: line_hashes(context.sources[path]) if places.is_known(path) else [])
    ranked = []
    for finding, own in zip(findings, fingerprints(findings, places, context), strict=True):
        at = places.shown(finding.path, finding.span)
        prints = {"tdomcheckContext/v1": own}
        if at.line <= len(hashes(finding.path)):
            prints["primaryLocationLineHash"] = hashes(finding.path)[at.line - 1]
        rank = (uri_of(context.rooted(finding.path)), at.line, at.column, finding.code)
        index = rules[visible(finding.code)]
        ranked.append((rank, {**_result(finding, index, places, context), "partialFingerprints": prints}))
    return [result for _, result in sorted(ranked, key=lambda pair: pair[0])]


def _result(finding: Finding, rule_index: int, places: Places, context: ReportContext) -> JsonObject:
    region = places.shown(finding.path, finding.span)
    return {
        "ruleId": visible(finding.code),
        "ruleIndex": rule_index,
        "level": LEVELS[finding.severity],
        "message": {"text": _text(finding)},
        "locations": [_location(finding.path, region, context)],
        **_related(finding, places, context),
        **_fixes(finding, places, context),
    }


def _text(finding: Finding) -> str:
    """The message, what happens at run time, and links to the related places, which are shown only if linked."""
    parts = [message(sentence(visible(finding.message)))]
    if finding.note:
        parts.append(message(sentence("\n".join(paragraph(finding.note)))))
    links = [f"[{_link_text(item.label)}]({number})" for number, item in enumerate(finding.related, 1)]
    if links:
        parts.append(f"See {', '.join(links)}.")
    return "\n".join(parts)


def _link_text(label: str) -> str:
    return visible(label).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]") or "here"


def _location(path: str, region: Region, context: ReportContext) -> JsonObject:
    return {"physicalLocation": {"artifactLocation": _artifact(path, context), "region": _region(region)}}


def _artifact(path: str, context: ReportContext) -> JsonObject:
    uri = uri_of(context.rooted(path))
    return {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": _ROOT}


def _region(region: Region) -> JsonObject:
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


def _related(finding: Finding, places: Places, context: ReportContext) -> JsonObject:
    locations: list[JsonObject] = [
        {
            "id": number,
            "message": {"text": message(visible(item.label)) or "here"},
            **_location(item.path, places.shown(item.path, item.span), context),
        }
        for number, item in enumerate(finding.related, 1)
    ]
    return {"relatedLocations": locations} if locations else {}


def _fixes(finding: Finding, places: Places, context: ReportContext) -> JsonObject:
    """The fix, for editors: code scanning ignores it."""
    edits = ready_edits(finding, places, context)
    if finding.fix is None or not edits:
        return {}
    replacements: list[JsonObject] = [
        {
            "deletedRegion": _region(places.span(finding.path, edit.start, edit.end)),
            "insertedContent": {"text": encodable(places.content(finding.path, edit))},
        }
        for edit in edits
    ]
    change: JsonObject = {"artifactLocation": _artifact(finding.path, context), "replacements": replacements}
    description = message(sentence(visible(finding.fix.title or "Apply the fix")))
    return {"fixes": [{"description": {"text": description}, "artifactChanges": [change]}]}


def _invocation(result: RunResult, left_out: int, context: ReportContext) -> JsonObject:
    notes = list(_notifications(result, left_out, context))
    failed = result.exit_code > 1 or any(note["level"] == "error" for note in notes)
    return {
        "executionSuccessful": not failed,
        "exitCode": result.exit_code,
        **({"toolExecutionNotifications": notes} if notes else {}),
    }


def _notifications(result: RunResult, left_out: int, context: ReportContext) -> Iterator[JsonObject]:
    for error in result.errors:
        yield _notification("error", error)
    for file in files_of(result, Bucket.FAILED):
        at: JsonObject = {"physicalLocation": {"artifactLocation": _artifact(file.path, context)}}
        reason = file.reason or "it could not be checked"
        yield {**_notification("error", f"{file.path}: {reason}"), "locations": [at]}
    for rule in sorted(result.rules, key=lambda outcome: outcome.code):
        if rule.state is RuleState.CRASHED:
            yield _notification("error", f"rule {rule.code} crashed{f': {rule.detail}' if rule.detail else ''}")
    for warning in result.warnings:
        yield _notification("warning", warning)
    if left_out:
        yield _notification("warning", f"{left_out} less severe findings are left out: code scanning takes 25,000")


def _notification(level: str, text: str) -> JsonObject:
    return {"level": level, "message": {"text": message(sentence(visible(text)))}}


def _provenance(context: ReportContext) -> JsonObject:
    if not (context.server_url and context.repository and context.sha):
        return {}
    address = f"{context.server_url}/{context.repository}"
    mapped: JsonObject = {"uriBaseId": _ROOT}
    details: JsonObject = {"repositoryUri": address, "revisionId": context.sha, "mappedTo": mapped}
    return {"versionControlProvenance": [details]}


def _ledger(result: RunResult) -> JsonObject:
    """Numbers of files by bucket, the files that were not looked at, and every rule."""
    unseen: list[JsonObject] = [
        {"path": visible(file.path), "bucket": file.bucket.value, "reason": visible(file.reason)}
        for file in files_of(result, Bucket.EXCLUDED, Bucket.SKIPPED, Bucket.FAILED)
    ]
    counted: JsonObject = {"files": records.counts(result), "dependents": records.dependents(result)}
    counted["leftOut"] = records.left_out(result)
    return {**counted, "notChecked": unseen, "rules": records.rules(result)}
