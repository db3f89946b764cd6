"""Rows of the ledger as values, and values as rows; a row that we did not write raises what it raises."""

from __future__ import annotations

import json
import typing as t
from collections.abc import Iterable, Sequence

from tdomcheck.model.ledger import (
    Budget,
    DiffStats,
    Flag,
    ForgottenRuns,
    LedgerRun,
    RunKind,
    RunOutcome,
    Task,
    TaskState,
)


def task_of(row: Sequence[t.Any]) -> Task:
    name, opened, head, mutations, test_runs, seconds, closed, state, spent, tested, *gone = row
    forgotten = ForgottenRuns(*(int(number or 0) for number in gone))
    return Task(
        name,
        float(opened),
        Budget(mutations, test_runs, seconds),
        TaskState(state or "open"),
        closed,
        head,
        int(spent) + forgotten.mutations,
        int(tested) + forgotten.test_runs,
        forgotten,
    )


def entry_of(row: Sequence[t.Any]) -> tuple[LedgerRun, RunOutcome | None]:
    return _run(row[:8]), _outcome(row[8:])


def _run(row: Sequence[t.Any]) -> LedgerRun:
    run, kind, command, started, *rest = row
    return LedgerRun(str(run), RunKind(kind), str(command), float(started), *rest)


def _outcome(row: Sequence[t.Any]) -> RunOutcome | None:
    if row[0] is None:
        return None
    run, finished, seconds, code, paths, files, added, removed, before, after, mutation, failure, flag = row
    stats = DiffStats(int(files), int(added), int(removed))
    found = strings_of(paths)
    return RunOutcome(
        str(run), float(finished), float(seconds), int(code), found, stats, before, after, mutation, failure, Flag(flag)
    )


def strings_of(text: object) -> tuple[str, ...]:
    items = json.loads(str(text))
    return tuple(map(str, items)) if isinstance(items, list) else ()


def texts(values: Iterable[object]) -> tuple[t.Any, ...]:
    """Texts as UTF-8 can have them: names of files and variables of the environment may be anything."""
    return tuple(
        value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value for value in values
    )
