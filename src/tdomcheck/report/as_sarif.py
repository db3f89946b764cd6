"""SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tdomcheck.model import Acceptance, AcceptedFinding, Bucket, Finding, RuleState, RunResult, Severity
from tdomcheck.report import records, sarif_rules
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import encodable, paragraph, visible
from tdomcheck.report.fingerprint import fingerprints, line_hashes
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.places import Places, Region
from tdomcheck.report.sarif_rules import LEVELS, message, sentence
from tdomcheck.report.suggestion import ready_edits
from tdomcheck.report.summary import files_of
from tdomcheck.report.uri import uri_of

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"
_MOST_RESULTS = 25_000
_MOST_BYTES = 9_500_000
"""Code scanning rejects a file with more results, or of more bytes once it is zipped (10 MB)."""


def render(result: RunResult, context: ReportContext) -> str:
    """One run, reproducible: no times, no folders of this machine, and nothing accepted unless that is asked for."""
    most = _MOST_RESULTS
    while True:
        findings, left_out = _reported(result, context, most)
        text, count = _document(result, findings, left_out, context), len(findings)
        size = _zipped(text)
        if size <= _MOST_BYTES or count <= 1:
            return text
        most = min(int(count * _MOST_BYTES / size * 0.95), count - 1)


def _zipped(text: str) -> int:
    """The size of what is uploaded; a short text needs no zipping to fit."""
    if len(text) < _MOST_BYTES // 4:  # a character is four bytes at most
        return 0
    import gzip  # only for reports of thousands of results

    return len(gzip.compress(text.encode("utf-8"), 6))


def _document(
    result: RunResult, findings: Sequence[AcceptedFinding | Finding], left_out: int, context: ReportContext
) -> str:
    descriptors = sarif_rules.descriptors([_finding(each) for each in findings], result, context)
    rules = {str(rule["id"]): index for index, rule in enumerate(descriptors)}
    run: JsonObject = {
        "tool": {"driver": sarif_rules.driver(descriptors, context)},
        "automationDetails": {"id": "tdomcheck/"},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "invocations": [_invocation(result, left_out, context)],
        **_provenance(context),
        "results": _results(findings, rules, context),
        "properties": {"ledger": _ledger(result)},
    }
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _finding(each: AcceptedFinding | Finding) -> Finding:
    return each.finding if isinstance(each, AcceptedFinding) else each


def _rank(each: AcceptedFinding | Finding) -> tuple[object, ...]:
    return _finding(each).sort_key


def _reported(result: RunResult, context: ReportContext, most: int) -> tuple[list[AcceptedFinding | Finding], int]:
    """All findings, or the most severe ones if there are more than code scanning takes; and how many are left out."""
    everything: list[AcceptedFinding | Finding] = list(result.findings)
    beside = result.focus.beside if result.focus is not None else ()
    if context.shows_suppressed:
        accepted = {each.finding.sort_key for each in result.suppressed}
        everything = [each for each in result.findings if each.sort_key not in accepted]  # an audit has them twice
        everything += result.suppressed
    everything += beside
    in_order = sorted(everything, key=_rank)
    if len(in_order) <= most:
        return in_order, 0
    rank = list(Severity).index
    by_severity = sorted(in_order, key=lambda each: (isinstance(each, AcceptedFinding), rank(_finding(each).severity)))
    return sorted(by_severity[:most], key=_rank), len(in_order) - most


def _results(
    reported: Sequence[AcceptedFinding | Finding], rules: dict[str, int], context: ReportContext
) -> list[JsonObject]:
    """Results by URI, line, column and rule."""
    places = context.places
    findings = [_finding(each) for each in reported]
    hashes = cache(lambda path: line_hashes(context.sources[path]) if places.is_known(path) else [])
    ranked = []
    for each, finding, own in zip(reported, findings, fingerprints(findings, places, context), strict=True):
        at = places.shown(finding.path, finding.span)
        prints = {"tdomcheckContext/v1": own}
        if at.line <= len(hashes(finding.path)):
            prints["primaryLocationLineHash"] = hashes(finding.path)[at.line - 1]
        rank = (uri_of(context.rooted(finding.path)), at.line, at.column, finding.code)
        index = rules[visible(finding.code)]
        shown = {**_result(finding, index, places, context), "partialFingerprints": prints}
        ranked.append((rank, {**shown, **_suppressions(each, places, context)}))
    return [shown for _, shown in sorted(ranked, key=lambda pair: pair[0])]


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


def _suppressions(each: AcceptedFinding | Finding, places: Places, context: ReportContext) -> JsonObject:
    """On all results or on none, where an empty list says that nobody accepts it."""
    if not context.shows_suppressed:
        return {}
    if isinstance(each, Finding):
        return {"suppressions": []}
    said: JsonObject = {"kind": "inSource" if each.kind is Acceptance.COMMENT else "external", "status": "accepted"}
    if each.reason:
        said["justification"] = visible(each.reason)
    if each.span is not None:
        path = each.finding.path
        said["location"] = _location(path, places.shown(path, each.span), context)
    terms: JsonObject = {name: visible(word) for name, word in (("owner", each.owner), ("until", each.until)) if word}
    return {"suppressions": [{**said, **({"properties": terms} if terms else {})}]}


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
    for file in files_of(result, Bucket.FAILED, Bucket.LIMITED):
        at: JsonObject = {"physicalLocation": {"artifactLocation": _artifact(file.path, context)}}
        reason = file.reason or "it could not be checked"
        yield {**_notification("error", f"{file.path}: {reason}"), "locations": [at]}
    for rule in sorted(result.rules, key=lambda outcome: outcome.code):
        if rule.state is RuleState.CRASHED:
            yield _notification("error", f"rule {rule.code} crashed{f': {rule.detail}' if rule.detail else ''}")
    for warning in result.warnings:
        yield _notification("warning", warning)
    if left_out:
        yield _notification(
            "warning",
            f"{left_out:,} less severe findings are left out: code scanning takes 25,000, and 10 MB when it is zipped",
        )


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
        for file in files_of(result, Bucket.EXCLUDED, Bucket.SKIPPED, Bucket.LIMITED, Bucket.FAILED)
    ]
    counted: JsonObject = {"files": records.counts(result), "dependents": records.dependents(result)}
    counted["leftOut"] = records.left_out(result)
    return {**counted, "notChecked": unseen, "rules": records.rules(result)}
