"""Plans and deltas of shards: `tdomcheck.delta/1`, with a summary where a run told its account as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tdomcheck.errors import ExitCode
from tdomcheck.model.delta import Delta, Repository
from tdomcheck.model.shard import ShardIdentity
from tdomcheck.report.delta import SCHEMA, render
from tdomcheck.report.delta_reader import delta_in
from tdomcheck.report.escape import visible
from tdomcheck.report.jsontext import Json, JsonObject
from tdomcheck.report.shards.ordering import woven
from tdomcheck.report.shards.shapes import NotMergeable, Shape
from tdomcheck.values import dataclass

_STATES = ("changed", "unchanged", "skipped", "failed")
_SORTED = ("failures", "errors", "skipped")


@dataclass(frozen=True, slots=True)
class DeltaSummary:
    """The account of one run of codemods."""

    files: tuple[int, ...]
    """Of each state."""
    deferred: int
    exit_code: int
    warnings: tuple[str, ...]
    sorted_texts: tuple[tuple[str, ...], ...]
    """Failures, errors and skips."""


@dataclass(frozen=True, slots=True)
class DeltaReport:
    """One plan as far as a merge asks."""

    record: ShardIdentity
    delta: Delta
    summary: DeltaSummary | None


def is_delta(value: object) -> bool:
    """Whether it says that it is a plan or a delta."""
    return isinstance(value, dict) and str(value.get("schema", "")).startswith(SCHEMA.partition("/")[0])


def read_delta_report(value: object, name: str) -> DeltaReport:
    """Raises NotMergeable, or UsageError with what is wrong with the plan itself."""
    delta = delta_in(value, name)
    if delta.shard is None:
        raise NotMergeable("is the plan of a whole run: there is nothing to merge")
    document = Shape(value, "plan")
    summary = _summary(document["summary"]) if "summary" in document.entries() else None
    return DeltaReport(delta.shard, delta, summary)


def _summary(given: Shape) -> DeltaSummary:
    def texts(key: str) -> tuple[str, ...]:
        return tuple(each.raw() for each in given[key].items())

    return DeltaSummary(
        tuple(given["files"][state].count() for state in _STATES),
        given["deferred"].count(),
        given["exit_code"].count(),
        texts("warnings"),
        tuple(map(texts, _SORTED)),
    )


def merged_delta(named: Sequence[tuple[str, DeltaReport]]) -> tuple[str, int]:
    """The plan of the whole run, which `codemod apply` takes, and what the run exits with as far as plans tell."""
    _check_trees(named)
    delta = _summed([report.delta for _, report in named])
    summaries = [report.summary for _, report in named if report.summary is not None]
    if len(summaries) not in {0, len(named)}:
        raise NotMergeable("some are plans, and others are reports with a summary: merge one kind")
    if not summaries:
        return render(delta), ExitCode.CLEAN
    code = max(summary.exit_code for summary in summaries)
    return render(delta, {"summary": _joined(summaries, code)}), code


def _summed(deltas: Sequence[Delta]) -> Delta:
    is_dirty = any(delta.repository.is_dirty for delta in deltas)
    return Delta(
        tuple(chain.from_iterable(delta.files for delta in deltas)),
        Repository(deltas[0].repository.head, is_dirty),
        tuple(chain.from_iterable(delta.proposals for delta in deltas)),
        tuple(chain.from_iterable(delta.remainder for delta in deltas)),
        tuple(set(chain.from_iterable(delta.affected_tests for delta in deltas))),
    )


def _joined(summaries: Sequence[DeltaSummary], code: int) -> JsonObject:
    files: JsonObject = {state: sum(each.files[place] for each in summaries) for place, state in enumerate(_STATES)}
    texts: dict[str, Json] = {
        key: sorted({text for each in summaries for text in each.sorted_texts[place]})  # all may miss the same file
        for place, key in enumerate(_SORTED)
    }
    deferred = sum(each.deferred for each in summaries)
    warnings = list(woven([each.warnings for each in summaries]))
    return {"files": files, "deferred": deferred, "exit_code": code, "warnings": warnings, **texts}


def _check_trees(named: Sequence[tuple[str, DeltaReport]]) -> None:
    """Raise NotMergeable where plans are not of one tree, or reach for the same file."""
    first, report = named[0]
    head = report.delta.repository.head
    for name, other in named[1:]:
        if other.delta.repository.head != head:
            theirs = other.delta.repository.head or "no commit"
            raise NotMergeable(
                f"{first} is of {visible(head or 'no commit')}, and {name} of {visible(theirs)}: plan all shards from "
                "the same files"
            )
    files = [file for _, each in named for file in each.delta.files]
    paths = Counter(path for file in files for path in {file.path, file.new_path or file.path})
    doubled = sorted(path for path, count in paths.items() if count > 1)
    if doubled:
        raise NotMergeable(f"{visible(doubled[0])} is in the plans of two shards, and a file is of one")
