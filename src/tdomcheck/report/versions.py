"""The versions of tdomcheck that a repository asks for, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class VersionRow:
    """Who asks for which version, and where."""

    kind: str
    path: str
    line: int
    version: str
    written: str


def rows_text(rows: Sequence[VersionRow], required: str, running: str) -> str:
    """A line each; a commit that does not say what it is stands for itself."""
    cells = [("running", running, "the tdomcheck that says so")]
    cells += [(row.kind, row.version or f"{row.written[:12]} (no version)", f"{row.path}:{row.line}") for row in rows]
    cells += [("required-version", required, "the configuration")] if required else []
    if len(cells) == 1:
        return "nothing here asks for a version of tdomcheck\n"
    widths = [max(len(visible(row[column])) for row in cells) for column in (0, 1)]
    return "".join(
        f"{visible(kind):<{widths[0]}}  {visible(version):<{widths[1]}}  {visible(place)}\n"
        for kind, version, place in cells
    )


def rows_json(rows: Sequence[VersionRow], required: str, running: str, *, is_one: bool) -> str:
    """One object, with everything that the table has."""
    document: JsonObject = {
        "versions": [
            {
                "kind": row.kind,
                "path": visible(row.path),
                "line": row.line,
                "version": visible(row.version) or None,
                "written": visible(row.written),
            }
            for row in rows
        ],
        "required_version": visible(required) or None,
        "running": running,
        "agree": is_one,
    }
    return dump(document)
