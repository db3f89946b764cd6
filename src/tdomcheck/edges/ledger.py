"""The ledger of a project: an account of tasks, runs and what they did, which any number of runs write at once.

The file lies in the checked project, so it may be anything: a link, a folder, somebody else's database. It is asked for
nothing before it has been found to be ours, table by table, and what it holds is text and numbers.
"""

from __future__ import annotations

import json
import os
import sqlite3
import typing as t
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from tdomcheck.edges.cache import is_ours, names_of, prepare_folder
from tdomcheck.errors import LedgerError
from tdomcheck.model.ledger import (
    Budget,
    DiffStats,
    FailedValidation,
    Flag,
    LedgerRun,
    RepeatedFingerprint,
    RunKind,
    RunOutcome,
    Task,
    TaskState,
)

NAME = "ledger.db"
FORMAT = 1
APPLICATION = 0x74646C67
"""`tdlg`: what tells our ledger from another database."""
MOST_BYTES = 256 * 1024 * 1024
PATIENCE = 10.0
"""Seconds to wait for another run."""
_TROUBLE = (sqlite3.Error, UnicodeError)
_BROKEN = (*_TROUBLE, ValueError, TypeError, RecursionError)
"""What reading rows raises as well, where they are not what we write."""
_SCHEMA = """\
CREATE TABLE tasks (task TEXT PRIMARY KEY, opened REAL, head TEXT, mutations INTEGER, test_runs INTEGER, seconds REAL)
CREATE TABLE closings (task TEXT PRIMARY KEY, closed REAL, state TEXT)
CREATE TABLE runs (run TEXT PRIMARY KEY, kind TEXT, command TEXT, started REAL, task TEXT, session TEXT, branch TEXT, \
head TEXT, circle TEXT)
CREATE INDEX runs_by_circle ON runs (circle, started)
CREATE INDEX runs_by_task ON runs (task, kind)
CREATE INDEX runs_by_time ON runs (started)
CREATE TABLE operations (run TEXT PRIMARY KEY, finished REAL, seconds REAL, exit_code INTEGER, changed_paths TEXT, \
files INTEGER, insertions INTEGER, deletions INTEGER, repo_before TEXT, repo_after TEXT, mutation_fingerprint TEXT, \
failure_fingerprint TEXT, flag TEXT)
CREATE TABLE failing (author TEXT, path TEXT, validator TEXT, content_sha256 TEXT, errors TEXT, code TEXT, at REAL, \
PRIMARY KEY (author, path, validator))"""
_TABLES = tuple(_SCHEMA.split("\n"))
_OPEN = "SELECT task FROM tasks WHERE task NOT IN (SELECT task FROM closings)"

T = t.TypeVar("T")


class Ledger:
    """The ledger of one project; every method raises LedgerError where the database cannot be used."""

    def __init__(self, folder: str, shown: str) -> None:
        """Open it, made if need be."""
        self._shown = f"{shown}/{NAME}"
        self._database = self._guarded(lambda: _opened(folder))

    def close(self) -> None:
        self._database.close()

    def _guarded(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except _BROKEN as error:
            raise LedgerError(self._shown, _sentence(error)) from None
        except OSError as error:
            raise LedgerError(self._shown, error.strerror or str(error)) from None

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[t.Any, ...]]:
        return self._guarded(lambda: self._database.execute(statement, _texts(values)).fetchall())

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that nobody else writes in between."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield self._database
            self._database.execute("COMMIT")
        except _TROUBLE as error:
            self._undo()
            raise LedgerError(self._shown, _sentence(error)) from None
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
            cursor = database.execute("INSERT OR IGNORE INTO tasks VALUES (?, ?, ?, ?, ?, ?)", _texts(row))
            return cursor.rowcount == 1

    def close_task(self, name: str, state: TaskState, closed: float) -> bool:
        """End a task; False where it had ended before."""
        with self._writing() as database:
            row = _texts((name, closed, state.value))
            return database.execute("INSERT OR IGNORE INTO closings VALUES (?, ?, ?)", row).rowcount == 1

    def task(self, name: str) -> Task | None:
        return next(iter(self._tasks("WHERE tasks.task = ?", (name,))), None)

    def tasks(self) -> list[Task]:
        """All tasks, the oldest first."""
        return self._tasks("", ())

    def _tasks(self, where: str, values: Sequence[object]) -> list[Task]:
        rows = self._rows(
            "SELECT tasks.task, opened, head, mutations, test_runs, seconds, closed, state,"  # noqa: S608  # `where` is ours
            " (SELECT count(*) FROM runs WHERE runs.task = tasks.task AND kind = 'mutation'),"
            " (SELECT count(*) FROM runs WHERE runs.task = tasks.task AND kind = 'test')"
            f" FROM tasks LEFT JOIN closings ON closings.task = tasks.task {where} ORDER BY opened, tasks.task",
            values,
        )
        return [self._guarded(partial(_task, row)) for row in rows]

    def begin(self, run: LedgerRun, refusal: Callable[[Task | None], Exception | None]) -> None:
        """Note a run before it does anything; raises what `refusal` says of its task, and then notes nothing."""
        with self._writing() as database:
            if run.task is not None:
                error = refusal(self.task(run.task))
                if error is not None:
                    raise error
            row = (run.run, run.kind.value, run.command, run.started, run.task, run.session, run.branch, run.commit)
            database.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _texts((*row, run.circle)))

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
            database.execute(f"INSERT OR REPLACE INTO operations VALUES ({values})", _texts(row))  # noqa: S608  # marks

    def prune(self, before: float, most: int) -> None:
        """Forget runs that are older, and those beyond the newest; the runs of open tasks count for their budgets."""
        with self._writing() as database:
            database.execute(
                f"DELETE FROM runs WHERE (task IS NULL OR task NOT IN ({_OPEN})) AND (started < ?"  # noqa: S608  # a constant
                " OR rowid NOT IN (SELECT rowid FROM runs ORDER BY started DESC, rowid DESC LIMIT ?))",
                (before, most),
            )
            database.execute("DELETE FROM operations WHERE run NOT IN (SELECT run FROM runs)")
            old = (
                "SELECT task FROM closings WHERE closed < ? AND task NOT IN (SELECT task FROM runs WHERE task NOT NULL)"
            )
            database.execute(f"DELETE FROM tasks WHERE task IN ({old})", (before,))  # noqa: S608  # a constant
            database.execute("DELETE FROM closings WHERE task NOT IN (SELECT task FROM tasks)")
            database.execute("DELETE FROM failing WHERE at < ?", (before,))

    def runs(self, task: str | None = None) -> list[tuple[LedgerRun, RunOutcome | None]]:
        """The runs, the oldest first, each with what it came to if it ended."""
        where = "" if task is None else "WHERE task = ?"
        rows = self._rows(
            "SELECT runs.run, kind, command, started, task, session, branch, head, operations.*"  # noqa: S608  # `where` is ours
            f" FROM runs LEFT JOIN operations ON operations.run = runs.run {where} ORDER BY started, runs.rowid",
            () if task is None else (task,),
        )
        return [self._guarded(partial(_run_and_operation, row)) for row in rows]

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
                (str(path), str(validator)): FailedValidation(str(digest), _strings(errors), code)
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
                    _texts((author, *key, failure.content_sha256, json.dumps(failure.errors), failure.code, now))
                    for key, failure in failed.items()
                ],
            )
            database.executemany(
                "DELETE FROM failing WHERE author = ? AND path = ? AND validator = ?",
                [_texts((author, *key)) for key in passed],
            )


def _task(row: Sequence[t.Any]) -> Task:
    name, opened, head, mutations, test_runs, seconds, closed, state, spent, tested = row
    budget = Budget(mutations, test_runs, seconds)
    return Task(name, float(opened), budget, TaskState(state or "open"), closed, head, int(spent), int(tested))


def _run_and_operation(row: Sequence[t.Any]) -> tuple[LedgerRun, RunOutcome | None]:
    return _run(row[:8]), _operation(row[8:])


def _run(row: Sequence[t.Any]) -> LedgerRun:
    run, kind, command, started, *rest = row
    return LedgerRun(str(run), RunKind(kind), str(command), float(started), *rest)


def _operation(row: Sequence[t.Any]) -> RunOutcome | None:
    if row[0] is None:
        return None
    run, finished, seconds, code, paths, files, added, removed, before, after, mutation, failure, flag = row
    stats = DiffStats(int(files), int(added), int(removed))
    found = _strings(paths)
    return RunOutcome(
        str(run), float(finished), float(seconds), int(code), found, stats, before, after, mutation, failure, Flag(flag)
    )


def _strings(text: object) -> tuple[str, ...]:
    items = json.loads(str(text))
    return tuple(map(str, items)) if isinstance(items, list) else ()


def _texts(values: Iterable[object]) -> tuple[t.Any, ...]:
    """Texts as UTF-8 can have them: names of files and variables of the environment may be anything."""
    return tuple(
        value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value for value in values
    )


def _opened(folder: str) -> sqlite3.Connection:
    path = os.path.join(folder, NAME)
    prepare_folder(folder)
    if not all(map(is_ours, names_of(path))):
        raise OSError("it is not a file of that one name but a link, a folder or something else; take it away")
    if os.path.exists(path) and os.path.getsize(path) > MOST_BYTES:
        raise OSError(f"it is larger than {MOST_BYTES >> 20} MB; move it away")
    database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        _prepare(database)
        database.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection) -> None:
    """Make the tables where there is nothing yet; else they have to be ours."""
    if _version(database) == (0, 0) and not _statements(database):
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("BEGIN IMMEDIATE")
        if not _statements(database):  # another run may have made them meanwhile
            for statement in _TABLES:
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(f"PRAGMA user_version = {FORMAT}")
        database.execute("COMMIT")
    application, version = _version(database)
    if application != APPLICATION:
        raise OSError("it is another database, and was left alone; move it away")
    if version > FORMAT:
        raise OSError(f"it is of a newer tdomcheck (format {version}, this one knows {FORMAT}), and was left alone")
    if set(_statements(database)) != set(_TABLES):
        raise OSError("its tables are not those of a ledger; move it away")


def _version(database: sqlite3.Connection) -> tuple[int, int]:
    application = database.execute("PRAGMA application_id").fetchone()[0]
    return application, database.execute("PRAGMA user_version").fetchone()[0]


def _statements(database: sqlite3.Connection) -> list[str]:
    return [str(row[0]) for row in database.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")]


def _sentence(error: Exception) -> str:
    text = str(error)
    if "locked" in text:
        return f"another run has kept it locked for {PATIENCE:g} seconds"
    if "not a database" in text or "malformed" in text or not isinstance(error, sqlite3.Error):
        return "it is damaged, or no database at all; move it away"
    return f"it cannot be used: {text}"
