"""JSON lines: `start`, `finding`, `suppressed`, `fix`, `error` and `warning`, last `summary`; else it is cut off."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.model import RunResult
from tdomcheck.report import records
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.summary import troubles


def render(result: RunResult, context: ReportContext) -> str:
    """One object per line, in the shapes of the JSON report."""
    return "".join(dump(record, indent=None) for record in _records(result, context))


def _records(result: RunResult, context: ReportContext) -> Iterator[JsonObject]:
    start: JsonObject = {"type": "start", "schema_version": records.SCHEMA_VERSION, "tool": records.tool(context)}
    yield {**start, **records.shard(result)}
    for finding in records.findings(result, context):
        yield {"type": "finding", **finding}
    for accepted in records.suppressed(result, context):
        yield {"type": "suppressed", **accepted}
    for fix in records.applied(result.fixes):
        yield {"type": "fix", **fix}
    for sentence in troubles(result):
        yield {"type": "error", "message": visible(sentence)}
    for sentence in result.warnings:
        yield {"type": "warning", "message": visible(sentence)}
    yield {"type": "summary", **records.summary(result, context)}
