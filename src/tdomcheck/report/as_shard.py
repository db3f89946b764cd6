"""The record of a shard: all that it came to, with the sources that reports show, for `report merge` to read.

Two lines of JSON in ASCII: what the record is and the checksum of the second line, then the values, field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from tdomcheck.errors import UsageError
from tdomcheck.hashes import sha256
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.codec import Unreadable, dumps, loads_checked
from tdomcheck.model.shard import Shard, ShardAccount
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass, replace

FORMAT = "tdomcheck.shard/1"
KIND = "check"


@dataclass(frozen=True, slots=True)
class ShardView:
    """How a shard was asked to show what it found."""

    root_prefix: str
    unsafe_fixes: bool
    statistics: bool
    profile: bool
    quiet: bool
    shows_suppressed: bool
    max_annotations: int


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """What one of several runs came to."""

    account: ShardAccount
    result: RunResult
    view: ShardView
    texts: Mapping[str, str]
    """The files that findings speak of; bytes that are not UTF-8 are surrogates."""

    def sources(self) -> dict[str, bytes]:
        """Those files as they were read."""
        return {path: text.encode("utf-8", "surrogateescape") for path, text in self.texts.items()}


def render(result: RunResult, context: ReportContext) -> str:
    """The record of the shard that a run is."""
    if result.shard is None:
        raise UsageError("only `check --shard I/N` writes the record of a shard")
    record = ShardRecord(result.shard, _bare(result), _view(context), _texts(context.sources))
    return text_of(record, context.version)


def text_of(record: ShardRecord, version: str) -> str:
    """The record as `read_record` reads it."""
    body = dumps(record)
    head = {"format": FORMAT, "kind": KIND, "version": version, "sha256": sha256(body.encode("ascii")).hexdigest()}
    return f"{json.dumps(head)}\n{body}\n"


def _view(context: ReportContext) -> ShardView:
    return ShardView(
        context.root_prefix,
        context.unsafe_fixes,
        context.statistics,
        context.profile,
        context.quiet,
        context.shows_suppressed,
        context.max_annotations,
    )


def _texts(sources: Mapping[str, bytes]) -> dict[str, str]:
    return {path: data.decode("utf-8", "surrogateescape") for path, data in sorted(sources.items())}


def _bare(result: RunResult) -> RunResult:
    """The result without what no report shows."""
    focus = result.focus
    return replace(
        result,
        findings=_judged(result.findings),
        suppressed=tuple(replace(each, finding=_judged([each.finding])[0]) for each in result.suppressed),
        focus=None if focus is None else replace(focus, beside=_judged(focus.beside)),
        shard=None,
    )


def _judged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings whose conditions were looked at already."""
    return tuple(replace(finding, premise=None, absence=None) for finding in findings)


def read_record(name: str, data: bytes, version: str) -> ShardRecord:
    """The record that a file holds, which anybody may have written; raises UsageError with what is wrong."""
    first, _, body = data.partition(b"\n")
    head = _head(first)
    if head.get("format") != FORMAT:
        raise UsageError(
            f"{name} is not the record of a shard: write one with `tdomcheck check --shard I/N --report shard=FILE`"
        )
    if head.get("kind") != KIND:
        raise UsageError(f"{name} is a record of `{_shown(head.get('kind'))}`, and records of `{KIND}` are merged")
    if head.get("version") != version:
        written = _shown(head.get("version"))
        raise UsageError(
            f"{name} was written by tdomcheck {written}, and this is {version}: run all shards and the merge with one "
            "version"
        )
    if head.get("sha256") != sha256(body.removesuffix(b"\n")).hexdigest():
        raise UsageError(f"{name} is cut off or damaged, as its checksum is another: run the shard again")
    try:
        record = loads_checked(body.decode("ascii"), ShardRecord)
        Shard.of(str(record.account.shard))
        record.sources()
    except (Unreadable, ValueError):
        raise UsageError(
            f"{name} does not hold what tdomcheck {version} writes: run all shards and the merge with one version"
        ) from None
    return record


def _shown(value: object) -> str:
    return visible(str(value)[:40])


def _head(line: bytes) -> Mapping[str, object]:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}
