"""The ledger: tasks, runs and what they did, whatever lies where it should be."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tdomcheck.app.events.tasks import refusal_of
from tdomcheck.edges import ledger_file
from tdomcheck.edges.ledger import Ledger
from tdomcheck.errors import LedgerError, TaskRefusal
from tdomcheck.model.ledger import (
    Budget,
    DiffStats,
    FailedValidation,
    Flag,
    ForgottenRuns,
    LedgerRun,
    RepeatedFingerprint,
    RunKind,
    RunOutcome,
    Task,
    TaskState,
)
from tdomcheck.values import replace


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(str(tmp_path / ".tdomcheck"), ".tdomcheck")
    yield opened
    opened.close()


def nobody(_task: Task | None) -> Exception | None:
    return None


def run(name: str, kind: RunKind = RunKind.MUTATION, *, at: float = 1.0, task: str | None = "t") -> LedgerRun:
    return LedgerRun(name, kind, "fix", at, task)


def operation(name: str, *, mutation: str | None = None, failure: str | None = None) -> RunOutcome:
    return RunOutcome(
        name, 2.0, 1.0, int(failure is not None), mutation_fingerprint=mutation, failure_fingerprint=failure
    )


def test_it_lies_beside_what_keeps_it_out_of_git_and_backups(ledger: Ledger, tmp_path: Path) -> None:
    ledger.tasks()

    assert {path.name for path in (tmp_path / ".tdomcheck").iterdir()} >= {".gitignore", "CACHEDIR.TAG", "ledger.db"}


def test_a_task_is_opened_once_and_closed_once(ledger: Ledger) -> None:
    task = Task("t", 10.0, Budget(2, 3, 60.5), head="c" * 40)

    assert ledger.open_task(task)
    assert not ledger.open_task(task)
    assert ledger.task("t") == task
    assert ledger.task("u") is None
    assert ledger.close_task("t", TaskState.SUCCESS, 20.0)
    assert not ledger.close_task("t", TaskState.FAILED, 30.0)
    closed = ledger.task("t")
    assert closed is not None
    assert (closed.state, closed.closed, closed.seconds(99.0)) == (TaskState.SUCCESS, 20.0, 10.0)
    assert not ledger.open_task(task)


def test_a_run_comes_back_with_what_it_came_to(ledger: Ledger) -> None:
    first = LedgerRun("r1", RunKind.LOOK, "check", 1.0, "t", "s", "main", "c")
    done = RunOutcome("r1", 3.0, 2.0, 0, ("a.py", "b\udcff.py"), DiffStats(2, 5, 3), "b", "a", "m", "f", Flag.NO_OP)
    ledger.begin(first, nobody)
    ledger.begin(run("r2", at=2.0), nobody)
    ledger.finish(done)

    assert ledger.runs() == [(first, done), (run("r2", at=2.0), None)]
    assert ledger.runs("u") == []


def test_what_runs_spend_counts_for_their_task(ledger: Ledger) -> None:
    ledger.open_task(Task("t", 0.0))
    for number, kind in enumerate((RunKind.MUTATION, RunKind.MUTATION, RunKind.TEST, RunKind.LOOK)):
        ledger.begin(run(f"r{number}", kind), nobody)
    task = ledger.task("t")

    assert task is not None
    assert (task.mutations, task.test_runs) == (2, 1)


def test_a_run_that_is_refused_is_not_noted(ledger: Ledger) -> None:
    refusal = TaskRefusal(6001, "TASK_BUDGET_EXCEEDED", "no")

    with pytest.raises(TaskRefusal):
        ledger.begin(run("r1"), lambda _: refusal)
    assert ledger.runs() == []
    ledger.begin(run("r1"), nobody)


def test_who_has_no_task_is_asked_for_none(ledger: Ledger) -> None:
    ledger.begin(run("r1", task=None), lambda _: pytest.fail("asked"))


@pytest.mark.parametrize(
    ("task", "kind", "budget"),
    [
        (Task("t", 0.0, Budget(2, 2, 60.0), mutations=2, test_runs=2), RunKind.LOOK, None),
        (Task("t", 0.0, Budget(2), mutations=1), RunKind.MUTATION, None),
        (Task("t", 0.0, Budget(2), test_runs=9), RunKind.TEST, None),
        (Task("t", 0.0, Budget(2), mutations=2), RunKind.MUTATION, "mutations"),
        (Task("t", 0.0, Budget(0), mutations=0), RunKind.MUTATION, "mutations"),
        (Task("t", 0.0, Budget(None, 2), test_runs=2), RunKind.TEST, "test_runs"),
        (Task("t", 0.0, Budget(None, None, 30.0)), RunKind.MUTATION, "duration"),
    ],
)
def test_budgets(task: Task, kind: RunKind, budget: str | None) -> None:
    refusal = refusal_of(task, "t", kind, 30.0)

    assert (None if refusal is None else dict(refusal.details)["budget_type"]) == budget


def test_a_task_that_is_not_open_takes_no_run() -> None:
    unknown = refusal_of(None, "t", RunKind.MUTATION, 0.0)
    closed = refusal_of(Task("t", 0.0, state=TaskState.FAILED), "t", RunKind.MUTATION, 0.0)

    assert unknown is not None
    assert closed is not None
    assert (unknown.code, closed.code) == (6002, 6002)
    assert "tdomcheck task open t" in str(unknown)


class TestCircles:
    def flags(self, ledger: Ledger, *operations: RunOutcome, task: str | None = "t") -> list[Flag]:
        flags = []
        for number, done in enumerate(operations):
            begun = run(done.run, at=float(number), task=task)
            ledger.begin(begun, nobody)
            flags.append(ledger.flag_of(begun, done))
            ledger.finish(done)
        return flags

    def test_other_changes_and_other_failures_are_no_circle(self, ledger: Ledger) -> None:
        done = [
            operation("1", failure="f"),
            operation("2", mutation="m"),
            operation("3", failure="g"),
            operation("4", mutation="n"),
        ]
        assert self.flags(ledger, *done) == [Flag.NONE] * 4

    def test_the_same_failure_without_a_change_is_none(self, ledger: Ledger) -> None:
        assert self.flags(ledger, operation("1", failure="f"), operation("2", failure="f")) == [Flag.NONE] * 2

    def test_the_same_failure_after_a_change_is_no_progress(self, ledger: Ledger) -> None:
        done = [operation("1", failure="f"), operation("2", mutation="m"), operation("3", failure="f")]

        assert self.flags(ledger, *done)[-1] is Flag.NO_PROGRESS

    def test_a_run_that_changes_and_fails_alike_is_no_progress(self, ledger: Ledger) -> None:
        done = [operation("1", mutation="m", failure="f"), operation("2", mutation="n", failure="f")]

        assert self.flags(ledger, *done)[-1] is Flag.NO_PROGRESS

    def test_the_same_change_again_is_a_no_op(self, ledger: Ledger) -> None:
        done = [operation("1", mutation="m"), operation("2", failure="f"), operation("3", mutation="m")]

        assert self.flags(ledger, *done)[-1] is Flag.NO_OP

    def test_nobody_is_compared_with_strangers(self, ledger: Ledger) -> None:
        assert (
            self.flags(ledger, operation("1", mutation="m"), operation("2", mutation="m"), task=None) == [Flag.NONE] * 2
        )

    def test_what_comes_again_is_counted(self, ledger: Ledger) -> None:
        self.flags(ledger, operation("1", mutation="m"), operation("2", mutation="m"), operation("3", failure="f"))

        assert ledger.repeated() == [RepeatedFingerprint("mutation", "m", 2, "t")]


def test_what_fails_is_remembered_until_it_passes(ledger: Ledger) -> None:
    failed = FailedValidation("a" * 64, ("TDC1: x\ny",), "code\n")
    ledger.note_validations("branch main", {("a.py", "views"): failed}, (), 1.0)
    ledger.note_validations("branch main", {("b.py", "views"): failed}, (), 1.0)

    assert ledger.failing("branch other") == {}
    assert ledger.failing("branch main")["a.py", "views"] == failed
    ledger.note_validations("branch main", {}, [("a.py", "views")], 2.0)
    assert list(ledger.failing("branch main")) == [("b.py", "views")]


class TestRetention:
    def test_the_old_and_those_beyond_the_newest_go(self, ledger: Ledger) -> None:
        for number in range(6):
            ledger.begin(run(f"r{number}", at=float(number), task=None), nobody)
            ledger.finish(operation(f"r{number}"))
        ledger.prune(2.0, 3)

        assert [begun.run for begun, _ in ledger.runs()] == ["r3", "r4", "r5"]
        ledger.prune(5.0, 3)
        assert [begun.run for begun, _ in ledger.runs()] == ["r5"]

    def test_the_runs_of_an_open_task_stay_for_its_budget(self, ledger: Ledger) -> None:
        ledger.open_task(Task("t", 0.0))
        ledger.begin(run("r1", at=0.0), nobody)
        ledger.prune(100.0, 0)
        assert len(ledger.runs()) == 1
        ledger.close_task("t", TaskState.SUCCESS, 1.0)
        ledger.prune(100.0, 0)

        assert ledger.runs() == []
        assert ledger.tasks() == []

    def test_the_numbers_of_a_closed_task_stay_when_its_runs_go(self, ledger: Ledger) -> None:
        ledger.open_task(Task("t", 0.0, Budget(9)))
        kinds = [RunKind.MUTATION, RunKind.MUTATION, RunKind.TEST, RunKind.LOOK]
        for number, kind in enumerate(kinds):
            ledger.begin(run(f"r{number}", kind, at=float(number)), nobody)
            flag = Flag.NO_OP if number == 1 else Flag.NO_PROGRESS if number == 2 else Flag.NONE
            ledger.finish(replace(operation(f"r{number}"), flag=flag))
        ledger.close_task("t", TaskState.SUCCESS, 50.0)
        ledger.begin(run("other", at=3.5, task=None), nobody)

        seen = []
        for before, most in ((1.0, 9), (1.0, 2), (3.0, 9), (3.0, 9), (40.0, 9)):
            ledger.prune(before, most)
            task = ledger.task("t")
            assert task is not None
            assert (task.mutations, task.test_runs, task.budget) == (2, 1, Budget(9))
            assert task.forgotten.runs + len(ledger.runs("t")) == 4
            seen.append(task.forgotten)

        assert seen[0] == ForgottenRuns(1, 1, 0, 0, 0)
        assert seen[1:3] == [ForgottenRuns(3, 2, 1, 1, 1)] * 2
        assert seen[-1] == ForgottenRuns(4, 2, 1, 1, 1)
        ledger.prune(60.0, 9)
        assert ledger.tasks() == []

    def test_a_run_of_a_closed_task_that_never_ended_is_counted(self, ledger: Ledger) -> None:
        ledger.open_task(Task("t", 0.0))
        ledger.begin(run("r1", at=0.0), nobody)
        ledger.close_task("t", TaskState.INTERRUPTED, 50.0)
        ledger.prune(1.0, 9)
        task = ledger.task("t")

        assert task is not None
        assert (task.mutations, task.forgotten) == (1, ForgottenRuns(1, 1))

    def test_old_failures_go(self, ledger: Ledger) -> None:
        ledger.note_validations("s", {("a", "b"): FailedValidation("c", ())}, (), 1.0)
        ledger.prune(2.0, 10)

        assert ledger.failing("s") == {}


BEGIN = """
import sys
from tdomcheck.edges.ledger import Ledger
from tdomcheck.model.ledger import LedgerRun, RunOutcome, RunKind
ledger = Ledger(sys.argv[1], "x")
for number in range(100):
    name = f"{sys.argv[2]}{number}"
    ledger.begin(LedgerRun(name, RunKind.MUTATION, "fix", float(number), "t"), lambda task: None)
    ledger.finish(RunOutcome(name, 1.0, 1.0, 0))
ledger.close()
"""


@pytest.mark.slow
def test_two_runs_at_once_do_no_harm(tmp_path: Path) -> None:
    runs = [subprocess.Popen([sys.executable, "-c", BEGIN, str(tmp_path), name]) for name in "ab"]
    assert [each.wait(timeout=120) for each in runs] == [0, 0]
    ledger = Ledger(str(tmp_path), "x")

    assert len(ledger.runs("t")) == 200
    ledger.close()


class TestWhatMayLieThere:
    """The checked project is hostile: each of these gives a sentence."""

    def trouble(self, tmp_path: Path) -> str:
        with pytest.raises(LedgerError) as caught:
            Ledger(str(tmp_path), "state")
        return str(caught.value)

    def database(self, tmp_path: Path, *statements: str) -> None:
        database = sqlite3.connect(tmp_path / "ledger.db")
        for statement in statements:
            database.execute(statement)
        database.commit()
        database.close()

    def test_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "victim").write_bytes(b"")
        (tmp_path / "ledger.db").symlink_to("victim")

        assert self.trouble(tmp_path).startswith(
            "state/ledger.db: the ledger cannot be used: it is not a file of that one"
        )
        assert (tmp_path / "victim").read_bytes() == b""

    @pytest.mark.parametrize("name", ["ledger.db-wal", "ledger.db-journal"])
    def test_a_link_beside_it(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).symlink_to("nowhere")

        assert "not a file of that one name" in self.trouble(tmp_path)
        assert not (tmp_path / "nowhere").exists()

    def test_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "ledger.db").mkdir()

        assert "a folder" in self.trouble(tmp_path)

    def test_a_file_where_the_folder_should_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")

        with pytest.raises(LedgerError, match=r"File exists|Not a directory"):
            Ledger(str(tmp_path / "file"), "state")

    def test_a_text(self, tmp_path: Path) -> None:
        (tmp_path / "ledger.db").write_text("no database " * 100)

        assert "damaged, or no database" in self.trouble(tmp_path)

    def test_another_database(self, tmp_path: Path) -> None:
        self.database(tmp_path, "CREATE TABLE mine (x)")

        assert "another database, and was left alone" in self.trouble(tmp_path)

    def test_one_of_a_newer_version(self, tmp_path: Path) -> None:
        Ledger(str(tmp_path), "x").close()
        self.database(tmp_path, "PRAGMA user_version = 9")

        assert "of a newer tdomcheck (format 9, this one knows 1)" in self.trouble(tmp_path)

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM tasks; END",
            "DROP TABLE failing",
            "CREATE VIEW v AS SELECT 1",
        ],
    )
    def test_one_with_other_tables(self, tmp_path: Path, statement: str) -> None:
        Ledger(str(tmp_path), "x").close()
        self.database(tmp_path, statement)

        assert "not those of a ledger" in self.trouble(tmp_path)

    def test_one_that_is_far_too_large(self, tmp_path: Path) -> None:
        Ledger(str(tmp_path), "x").close()
        os.truncate(tmp_path / "ledger.db", ledger_file.MOST_BYTES + 1)

        assert "larger than 256 MB" in self.trouble(tmp_path)

    def test_rows_that_say_something_else(self, tmp_path: Path) -> None:
        Ledger(str(tmp_path), "x").close()
        self.database(
            tmp_path,
            "INSERT INTO closings VALUES ('t', 1, 'elsewhere')",
            "INSERT INTO tasks VALUES ('t', 1, NULL, 1, 1, 1)",
            "INSERT INTO runs VALUES ('r', 'jump', 'fix', 'soon', NULL, NULL, NULL, NULL, NULL)",
            "INSERT INTO failing VALUES ('s', 'a', 'b', 'c', '[' , NULL, 1)",
        )
        ledger = Ledger(str(tmp_path), "x")

        for ask in (ledger.tasks, ledger.runs, lambda: ledger.failing("s")):
            with pytest.raises(LedgerError, match="damaged"):
                ask()
        ledger.close()

    def test_bytes_that_were_overwritten(self, tmp_path: Path) -> None:
        ledger = Ledger(str(tmp_path), "x")
        for number in range(200):
            ledger.begin(run(f"run {number}", task=None), nobody)
        ledger.close()
        data = bytearray((tmp_path / "ledger.db").read_bytes())
        data[4096:] = b"\xff" * (len(data) - 4096)
        (tmp_path / "ledger.db").write_bytes(bytes(data))

        def use() -> None:
            damaged = Ledger(str(tmp_path), "x")
            try:
                damaged.runs()
                damaged.begin(run("next", task=None), nobody)
            finally:
                damaged.close()

        with pytest.raises(LedgerError):
            use()

    def test_one_that_another_run_makes_just_now(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ledger_file, "PATIENCE", 0.05)
        holder = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")

        assert "another run has kept it locked" in self.trouble(tmp_path)
        holder.execute("ROLLBACK")
        holder.close()
        Ledger(str(tmp_path), "x").close()

    def test_one_that_is_locked_for_ever(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ledger_file, "PATIENCE", 0.05)
        ledger = Ledger(str(tmp_path), "x")
        holder = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")

        with pytest.raises(LedgerError, match="another run has kept it locked"):
            ledger.begin(run("r", task=None), nobody)
        holder.close()
        ledger.begin(run("r", task=None), nobody)
        ledger.close()
