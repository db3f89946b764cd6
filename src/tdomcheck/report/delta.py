"""The delta of a run as JSON, `tdomcheck.delta/1`: of what a run wrote, and of what one would write (a plan)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tdomcheck.hashes import sha256
from tdomcheck.model.delta import Delta, FileDelta, ProposalRow, RemainderRow
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import Json, JsonObject, dump

SCHEMA = "tdomcheck.delta/1"


def render(delta: Delta, further: JsonObject | None = None) -> str:
    """One JSON object; `further` keys, such as a summary, come behind those of the schema."""
    return dump({**as_object(delta), **(further or {})})


def as_object(delta: Delta) -> JsonObject:
    files = sorted(delta.files, key=lambda file: (file.path, file.new_path))
    return {
        "schema": SCHEMA,
        "id": delta_id(delta),
        "repository": {"head": delta.repository.head, "dirty": delta.repository.is_dirty},
        "files": [_file(file) for file in files],
        "proposals": _in_order(map(_proposal, delta.proposals)),
        "remainder": _in_order(map(remainder_object, delta.remainder)),
        "affected_tests": sorted(delta.affected_tests),
    }


def delta_id(delta: Delta) -> str:
    """The hash of the sorted files: two runs that do the same have the same."""
    files = sorted(delta.files, key=lambda file: (file.path, file.new_path))
    text = json.dumps([_file(file) for file in files], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _file(file: FileDelta) -> JsonObject:
    edits: list[Json] = [{"start_byte": edit.start, "end_byte": edit.end, "text": edit.text} for edit in file.edits]
    return {
        "path": file.path,
        "new_path": file.new_path or None,
        "old_sha256": file.old_sha256,
        "new_sha256": file.new_sha256,
        "newline": file.newline,
        "edits": edits,
        "symbols": list(file.symbols),
    }


def _in_order(rows: Iterable[JsonObject]) -> list[JsonObject]:
    return sorted(rows, key=_as_shown)


def _as_shown(row: JsonObject) -> tuple[str, int, list[str]]:
    """By path and line, then by all the rest: whoever reads rows back sorts them the same."""
    line = row["line"]
    return str(row["path"]), line if isinstance(line, int) else 0, [str(value) for value in row.values()]


def _proposal(row: ProposalRow) -> JsonObject:
    return {
        "path": visible(row.path),
        "line": row.line,
        "tier": row.tier.value,
        "reason": visible(row.reason),
        "text": visible(row.text),
    }


def remainder_object(row: RemainderRow) -> JsonObject:
    """A row for reports and for `--rows`."""
    return {
        "path": visible(row.path),
        "line": row.line,
        "symbol": visible(row.symbol),
        "codemod": visible(row.codemod),
        "recipe": visible(row.recipe),
        "cycle": row.cycle,
        "reason": visible(row.reason),
        "owner": visible(row.owner),
    }
