"""One JSON object with everything; its schema is in `tdomcheck.report.schema`."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.model import RunResult
from tdomcheck.report import records
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.report.summary import troubles


def render(result: RunResult, context: ReportContext) -> str:
    """Findings, applied fixes, the summary with its ledger, errors and warnings."""
    return document(result, context, records.findings(result, context), records.suppressed(result, context))


def document(result: RunResult, context: ReportContext, findings: Sequence[Json], suppressed: Sequence[Json]) -> str:
    """The report with its findings as they are shown."""
    whole: JsonObject = {
        "version": records.SCHEMA_VERSION,
        "tool": records.tool(context),
        **records.shard(result, context),
        "findings": findings,
        "suppressed": suppressed,
        "fixes": records.applied(result.fixes),
        "summary": records.summary(result, context),
        "errors": [visible(sentence) for sentence in troubles(result)],
        "warnings": [visible(sentence) for sentence in result.warnings],
    }
    if context.profile:
        whole["timings"] = records.timings(result)
    return dump(whole)
