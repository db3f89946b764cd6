"""`report merge`: the records of all shards as the report of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tdomcheck
from tdomcheck.app.joined_shards import joined_result
from tdomcheck.app.present import ReportOptions, context_of, written
from tdomcheck.config.regular import read_regular
from tdomcheck.errors import UsageError
from tdomcheck.report.as_shard import ShardRecord, read_record
from tdomcheck.report.escape import told, visible
from tdomcheck.values import replace

MOST_BYTES = 256 << 20
"""Of one record; a run with 100,000 findings has 60 MB."""
_Named = Sequence[tuple[str, ShardRecord]]


def merge_records(paths: Sequence[str], view: ReportOptions, environ: Mapping[str, str]) -> tuple[str, int, str]:
    """Text for standard output, the exit code and the warnings of the run; raises UsageError with what is wrong."""
    named = [(visible(path), _read(path)) for path in paths]
    _check_same(named)
    records = _in_order(named)
    sources = _sources(named)
    _check_moved(records)
    result = joined_result(records)
    own = records[0].view
    view = replace(
        view,
        unsafe_fixes=own.unsafe_fixes,
        statistics=own.statistics,
        profile=own.profile,
        quiet=own.quiet,
        shows_suppressed=own.shows_suppressed,
        max_annotations=own.max_annotations,
    )
    text = written(result, view, context_of(view, sources, own.root_prefix, environ), environ)
    return text, result.exit_code, told("warning", result.warnings)


def _read(path: str) -> ShardRecord:
    name = visible(path)
    try:
        data = read_regular(path, MOST_BYTES)
    except OSError as error:
        raise UsageError(f"{name} could not be read: {error.strerror or error}") from None
    return read_record(name, data, tdomcheck.__version__)


def _check_same(named: _Named) -> None:
    """Raise UsageError for a record that is of another run than the first."""
    first, record = named[0]
    for name, other in named:
        if other.account.shard.count != record.account.shard.count:
            raise UsageError(
                f"{first} is shard {record.account.shard}, and {name} is {other.account.shard}: merge those of one run"
            )
        if _terms(other) != _terms(record):
            raise UsageError(
                f"{first} and {name} were asked for different things: commit, files, options or configuration are not "
                "the same; run all shards with the same"
            )


def _terms(record: ShardRecord) -> tuple[object, ...]:
    """What is the same in all shards of a run."""
    account, result = record.account, record.result
    budgets = [
        (each.path, each.severity, each.is_whole, [(count.code, count.most, count.span) for count in each.counts])
        for each in account.budgets
    ]
    return account.configuration, account.exits_zero, account.fails_on_stale, result.threshold, record.view, budgets


def _in_order(named: _Named) -> list[ShardRecord]:
    """The records by the number of their shard; raises UsageError where one is missing, or there twice."""
    names: dict[int, str] = {}
    for name, record in named:
        shard = record.account.shard
        if shard.number in names:
            raise UsageError(f"shard {shard} is there twice, in {names[shard.number]} and {name}: name each once")
        names[shard.number] = name
    count = named[0][1].account.shard.count
    missing = [f"{number}/{count}" for number in range(1, count + 1) if number not in names]
    if missing:
        shown = ", ".join(missing[:10]) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        noun, verb = ("shard", "is") if len(missing) == 1 else ("shards", "are")
        raise UsageError(f"{noun} {shown} {verb} missing: name the records of all {count}")
    return [record for _, record in sorted(named, key=lambda each: each[1].account.shard.number)]


def _sources(named: _Named) -> dict[str, bytes]:
    """The files that findings speak of; raises UsageError where two shards have read something else in one."""
    first: dict[str, str] = {}
    sources: dict[str, bytes] = {}
    for name, record in named:
        for path, data in record.sources().items():
            if sources.setdefault(path, data) != data:
                raise UsageError(
                    f"{visible(path)} is not the same in {first[path]} and {name}: run all shards on the same files"
                )
            first.setdefault(path, name)
    return sources


def _check_moved(records: Sequence[ShardRecord]) -> None:
    """Raise UsageError where shards have found what was in a lost file in different places."""
    found: dict[str, str] = {}
    for old, new in (pair for record in records for pair in record.account.moved):
        earlier = found.setdefault(old, new)
        if earlier != new:
            raise UsageError(
                f"{visible(old)} is gone, and what was accepted there is both in {visible(earlier)} and in "
                f"{visible(new)}, of different shards; check without --shard, which sees where more of it is"
            )
