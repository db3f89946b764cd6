"""The ledger of a project: an account of tasks, runs and what they did, which any number of runs write at once.

The file lies in the checked project, so it may be anything: a link, a folder, somebody else's database. It is asked for
nothing before it has been found to be ours, table by table, and what it holds is text and numbers.
"""

from __future__ import annotations

import json
import sqlite3
import typing as t
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from tdomcheck.edges.ledger_file import NAME, open_database, trouble_of
from tdomcheck.edges.ledger_retention import forget
from tdomcheck.edges.ledger_rows import entry_of, strings_of, task_of, texts
from tdomcheck.errors import LedgerError
from tdomcheck.model.ledger import (
    FailedValidation,
    Flag,
    LedgerRun,
    RepeatedFingerprint,
    RunOutcome,
    Task,
    TaskState,
)

_TROUBLE = (sqlite3.Error, UnicodeError)
_BROKEN = (*_TROUBLE, ValueError, TypeError, RecursionError)
"""What reading rows raises as well, where they are not what we write."""

T = t.TypeVar("T")


class Ledger:
    """The ledger of one project; every method raises LedgerError where the database cannot be used."""

    def __init__(self, folder: str, shown: str) -> None:
        """Open it, made if need be."""
        self._shown = f"{shown}/{NAME}"
        self._database = self._guarded(lambda: open_database(folder))

    def close(self) -> None:
        self._database.close()

    def _guarded(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except _BROKEN as error:
            raise LedgerError(self._shown, trouble_of(error)) from None
        except OSError as error:
            raise LedgerError(self._shown, error.strerror or str(error)) from None

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[t.Any, ...]]:
        return self._guarded(lambda: self._database.execute(statement, texts(values)).fetchall())

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that nobody else writes in between."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database
            self._database.execute("COMMIT")
        except _TROUBLE as error:
            self._undo()
            raise LedgerError(self._shown, trouble_of(error)) from None
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")

    def open_task(self, task: Task) -> bool:
        """Begin a task; False where there is or was one of this name."""
        budget = task.budget
        row = (task.name, task.opened, task.head, budget.mutations, budget.test_runs, budget.seconds)
        with self._writing() as database:
            cursor = database.execute("INSERT OR IGNORE INTO tasks VALUES (?, ?, ?, ?, ?, ?)", texts(row))
            return cursor.rowcount == 1

    def close_task(self, name: str, state: TaskState, closed: float) -> bool:
        """End a task; False where it had ended before."""
        with self._writing() as database:
            row = texts((name, closed, state.value))
            return database.execute("INSERT OR IGNORE INTO closings VALUES (?, ?, ?)", row).rowcount == 1

    def task(self, name: str) -> Task | None:
        return next(iter(self._tasks("WHERE tasks.task = ?", (name,))), None)

    def tasks(self) -> list[Task]:
        """All tasks, the oldest first."""
        return self._tasks("", ())

    def _tasks(self, where: str, values: Sequence[object]) -> list[Task]:
        rows = self._rows(
            "SELECT tasks.task, opened, head, tasks.mutations, tasks.test_runs, seconds, closed, state,"  # noqa: S608  # `where` is ours
            " (SELECT count(*) FROM runs WHERE runs.task = tasks.task AND kind = 'mutation'),"
            " (SELECT count(*) FROM runs WHERE runs.task = tasks.task AND kind = 'test'),"
            " forgotten.runs, forgotten.mutations, forgotten.test_runs, no_progress, no_op"
            " FROM tasks LEFT JOIN closings ON closings.task = tasks.task"
            f" LEFT JOIN forgotten ON forgotten.task = tasks.task {where} ORDER BY opened, tasks.task",
            values,
        )
        return [self._guarded(partial(task_of, row)) for row in rows]

    def begin(self, run: LedgerRun, refusal: Callable[[Task | None], Exception | None]) -> None:
        """Note a run before it does anything; raises what `refusal` says of its task, and then notes nothing."""
        with self._writing() as database:
            if run.task is not None:
                error = refusal(self.task(run.task))
                if error is not None:
                    raise error
            row = (run.run, run.kind.value, run.command, run.started, run.task, run.session, run.branch, run.commit)
            database.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", texts((*row, run.circle)))

    def flag_of(self, run: LedgerRun, operation: RunOutcome) -> Flag:
        """Whether a run changes what the last one changed, or fails as the last one failed in spite of changes."""
        if run.circle is None:
            return Flag.NONE
        rows = self._rows(
            "SELECT mutation_fingerprint, failure_fingerprint FROM runs JOIN operations ON operations.run = runs.run"
            " WHERE circle = ? AND runs.run != ? ORDER BY started DESC, runs.rowid DESC LIMIT 200",
            (run.circle, run.run),
        )
        if operation.mutation_fingerprint is not None:
            last = next((mutation for mutation, _ in rows if mutation is not None), None)
            if last == operation.mutation_fingerprint:
                return Flag.NO_OP
        if operation.failure_fingerprint is not None:
            is_changed = operation.mutation_fingerprint is not None
            for mutation, failure in rows:
                if failure is not None:
                    is_same = failure == operation.failure_fingerprint
                    return Flag.NO_PROGRESS if is_same and is_changed else Flag.NONE
                is_changed = is_changed or mutation is not None
        return Flag.NONE

    def finish(self, operation: RunOutcome) -> None:
        """Note what a run came to."""
        stats = operation.stats
        row = (
            operation.run,
            operation.finished,
            operation.seconds,
            operation.exit_code,
            json.dumps(operation.changed_paths),
            stats.files,
            stats.insertions,
            stats.deletions,
            operation.repo_before,
            operation.repo_after,
            operation.mutation_fingerprint,
            operation.failure_fingerprint,
            operation.flag.value,
        )
        with self._writing() as database:
            values = ", ".join("?" * len(row))
            database.execute(f"INSERT OR REPLACE INTO operations VALUES ({values})", texts(row))  # noqa: S608  # marks

    def prune(self, before: float, most: int) -> None:
        """Forget runs that are older, and those beyond the newest.

        The runs of open tasks stay, and what those of closed ones came to is added up.
        """
        with self._writing() as database:
            forget(database, before, most)

    def runs(self, task: str | None = None) -> list[tuple[LedgerRun, RunOutcome | None]]:
        """The runs, the oldest first, each with what it came to if it ended."""
        where = "" if task is None else "WHERE task = ?"
        rows = self._rows(
            "SELECT runs.run, kind, command, started, task, session, branch, head, operations.*"  # noqa: S608  # `where` is ours
            f" FROM runs LEFT JOIN operations ON operations.run = runs.run {where} ORDER BY started, runs.rowid",
            () if task is None else (task,),
        )
        return [self._guarded(partial(entry_of, row)) for row in rows]

    def repeated(self) -> list[RepeatedFingerprint]:
        """Changes and failures that came more than once in a task or a session."""
        repeated: list[RepeatedFingerprint] = []
        for kind in ("mutation", "failure"):
            rows = self._rows(
                f"SELECT {kind}_fingerprint, task, count(*) FROM runs JOIN operations ON operations.run = runs.run"  # noqa: S608  # two words
                f" WHERE {kind}_fingerprint NOT NULL AND circle NOT NULL"
                " GROUP BY circle, 1 HAVING count(*) > 1 ORDER BY 3 DESC, 1, circle"
            )
            repeated += (RepeatedFingerprint(kind, str(mark), int(count), task) for mark, task, count in rows)
        return repeated

    def failing(self, author: str) -> Mapping[tuple[str, str], FailedValidation]:
        """What failed last and has not passed since, by path and validator."""
        rows = self._rows(
            "SELECT path, validator, content_sha256, errors, code FROM failing WHERE author = ?", (author,)
        )
        return self._guarded(
            lambda: {
                (str(path), str(validator)): FailedValidation(str(digest), strings_of(errors), code)
                for path, validator, digest, errors, code in rows
            }
        )

    def note_validations(
        self,
        author: str,
        failed: Mapping[tuple[str, str], FailedValidation],
        passed: Iterable[tuple[str, str]],
        now: float,
    ) -> None:
        """Remember what fails, forget what passes."""
        with self._writing() as database:
            database.executemany(
                "INSERT OR REPLACE INTO failing VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    texts((author, *key, failure.content_sha256, json.dumps(failure.errors), failure.code, now))
                    for key, failure in failed.items()
                ],
            )
            database.executemany(
                "DELETE FROM failing WHERE author = ? AND path = ? AND validator = ?",
                [texts((author, *key)) for key in passed],
            )
