"""What the ledger forgets, and what it keeps of it: the numbers of a closed task outlive its runs."""

from __future__ import annotations

import sqlite3

_OLD = (
    "(task IS NULL OR task NOT IN (SELECT task FROM tasks WHERE task NOT IN (SELECT task FROM closings)))"
    " AND (started < :before OR rowid NOT IN (SELECT rowid FROM runs ORDER BY started DESC, rowid DESC LIMIT :most))"
)
"""Runs that go; those of open tasks count for their budgets."""
_ADD_UP = f"""\
INSERT INTO forgotten
SELECT task, count(*), sum(kind = 'mutation'), sum(kind = 'test'),
    sum(coalesce(flag = 'no_progress', 0)), sum(coalesce(flag = 'no_op', 0))
FROM (SELECT * FROM runs WHERE task NOT NULL AND {_OLD}) AS old LEFT JOIN operations ON operations.run = old.run
WHERE true GROUP BY task
ON CONFLICT (task) DO UPDATE SET runs = runs + excluded.runs, mutations = mutations + excluded.mutations,
    test_runs = test_runs + excluded.test_runs, no_progress = no_progress + excluded.no_progress,
    no_op = no_op + excluded.no_op"""  # noqa: S608  # a constant
_DROP_TASKS = """\
DELETE FROM tasks WHERE task IN (SELECT task FROM closings WHERE closed < :before
    AND task NOT IN (SELECT task FROM runs WHERE task NOT NULL))"""
_STATEMENTS = (
    _ADD_UP,
    f"DELETE FROM runs WHERE {_OLD}",  # noqa: S608  # a constant
    "DELETE FROM operations WHERE run NOT IN (SELECT run FROM runs)",
    _DROP_TASKS,
    "DELETE FROM closings WHERE task NOT IN (SELECT task FROM tasks)",
    "DELETE FROM forgotten WHERE task NOT IN (SELECT task FROM tasks)",
    "DELETE FROM failing WHERE at < :before",
)


def forget(database: sqlite3.Connection, before: float, most: int) -> None:
    """Within a transaction: take away what is older, and runs beyond the newest; raises what SQLite raises."""
    for statement in _STATEMENTS:
        database.execute(statement, {"before": before, "most": most})
