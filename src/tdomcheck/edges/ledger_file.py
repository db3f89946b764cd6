"""The file of a ledger: made where there is none, and left alone where it is not ours."""

from __future__ import annotations

import os
import sqlite3
import time

from tdomcheck.edges.cache import is_ours, names_of, prepare_folder

NAME = "ledger.db"
FORMAT = 1
APPLICATION = 0x74646C67
"""`tdlg`: what tells our ledger from another database."""
MOST_BYTES = 256 * 1024 * 1024
PATIENCE = 10.0
"""Seconds to wait for another run."""
_PAUSE = 0.02
_SCHEMA = """\
CREATE TABLE tasks (task TEXT PRIMARY KEY, opened REAL, head TEXT, mutations INTEGER, test_runs INTEGER, seconds REAL)
CREATE TABLE closings (task TEXT PRIMARY KEY, closed REAL, state TEXT)
CREATE TABLE runs (run TEXT PRIMARY KEY, kind TEXT, command TEXT, started REAL, task TEXT, session TEXT, branch TEXT, \
head TEXT, circle TEXT)
CREATE TABLE forgotten (task TEXT PRIMARY KEY, runs INTEGER, mutations INTEGER, test_runs INTEGER, \
no_progress INTEGER, no_op INTEGER)
CREATE INDEX runs_by_circle ON runs (circle, started)
CREATE INDEX runs_by_task ON runs (task, kind)
CREATE INDEX runs_by_time ON runs (started)
CREATE TABLE operations (run TEXT PRIMARY KEY, finished REAL, seconds REAL, exit_code INTEGER, changed_paths TEXT, \
files INTEGER, insertions INTEGER, deletions INTEGER, repo_before TEXT, repo_after TEXT, mutation_fingerprint TEXT, \
failure_fingerprint TEXT, flag TEXT)
CREATE TABLE failing (author TEXT, path TEXT, validator TEXT, content_sha256 TEXT, errors TEXT, code TEXT, at REAL, \
PRIMARY KEY (author, path, validator))"""
_TABLES = tuple(_SCHEMA.split("\n"))


def open_database(folder: str) -> sqlite3.Connection:
    """A connection to a ledger; raises OSError and what SQLite raises."""
    path = os.path.join(folder, NAME)
    prepare_folder(folder)
    if not all(map(is_ours, names_of(path))):
        raise OSError("it is not a file of that one name but a link, a folder or something else; take it away")
    if os.path.exists(path) and os.path.getsize(path) > MOST_BYTES:
        raise OSError(f"it is larger than {MOST_BYTES >> 20} MB; move it away")
    database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        _prepare_in_time(database)
        database.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        database.close()
        raise
    return database


def _prepare_in_time(database: sqlite3.Connection) -> None:
    """To change to a log that is written ahead SQLite waits for nobody, also not for a run that does just that."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            _prepare(database)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
            if database.in_transaction:
                database.execute("ROLLBACK")
            time.sleep(_PAUSE)
        else:
            return


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


def trouble_of(error: Exception) -> str:
    """What SQLite says, or what reading its rows raised, as a sentence."""
    text = str(error)
    if "locked" in text:
        return f"another run has kept it locked for {PATIENCE:g} seconds"
    if "not a database" in text or "malformed" in text or not isinstance(error, sqlite3.Error):
        return "it is damaged, or no database at all; move it away"
    return f"it cannot be used: {text}"
