"""One JSON object with everything; its schema is in `tdomcheck.report.schema`."""

from __future__ import annotations

from tdomcheck.model import RunResult
from tdomcheck.report import records
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.summary import troubles


def render(result: RunResult, context: ReportContext) -> str:
    """Findings, applied fixes, the summary with its ledger, errors and warnings."""
    document: JsonObject = {
        "version": records.SCHEMA_VERSION,
        "tool": records.tool(context),
        **records.shard(result),
        "findings": records.findings(result, context),
        "suppressed": records.suppressed(result, context),
        "fixes": records.applied(result.fixes),
        "summary": records.summary(result, context),
        "errors": [visible(sentence) for sentence in troubles(result)],
        "warnings": [visible(sentence) for sentence in result.warnings],
    }
    if context.profile:
        document["timings"] = records.timings(result)
    return dump(document)
