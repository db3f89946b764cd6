"""`task open|close|show`: what groups runs, and what they may spend."""

from __future__ import annotations

import datetime
import time
import typing as t
from collections.abc import Callable

from tdomcheck.app.events.identity import identity_of, new_run
from tdomcheck.app.events.places import open_ledger
from tdomcheck.app.events.recorder import Answer
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.ledger import Ledger
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.model.ledger import Budget, LedgerRun, RunOutcome, Task, TaskState
from tdomcheck.report.escape import visible
from tdomcheck.report.events.lines import plain
from tdomcheck.report.events.numbers import table
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.report.summary import plural
from tdomcheck.values import dataclass

Entry = tuple[LedgerRun, RunOutcome | None]


@dataclass(frozen=True, slots=True)
class _Known:
    """A task with its runs."""

    task: Task
    entries: tuple[Entry, ...]


def open_task(request: Request, name: str, budget: Budget, *, is_json: bool) -> Answer:
    """Begin a task; its name, which is made up where none is given, is what is printed."""
    session = Session(request)
    head = identity_of(session.cwd, {}).commit
    task = Task(name or new_run().replace("-", "")[:12], time.time(), budget, head=head)
    if not _with_ledger(session, lambda ledger: ledger.open_task(task)):
        raise UsageError(f"there is or was a task {task.name}: choose another name; a closed task is not opened again")
    text = dump(_object(_Known(task, ()))) if is_json else f"{visible(task.name)}\n"
    return text, ExitCode.CLEAN, ""


def close_task(request: Request, name: str, state: TaskState, *, is_json: bool) -> Answer:
    """End a task: no run belongs to it any longer."""

    def close(ledger: Ledger) -> bool:
        return ledger.close_task(_known(ledger, name).name, state, time.time())

    session = Session(request)
    if not _with_ledger(session, close):
        raise UsageError(f"task {name} is closed already")
    return show_tasks(request, name, is_json=is_json) if is_json else (f"{visible(name)} closed\n", ExitCode.CLEAN, "")


def show_tasks(request: Request, name: str, *, is_json: bool) -> Answer:
    """One task with its runs, or all of them."""

    def show(ledger: Ledger) -> list[_Known]:
        tasks = [_known(ledger, name)] if name else ledger.tasks()
        return [_Known(task, tuple(ledger.runs(task.name))) for task in tasks]

    tasks = _with_ledger(Session(request), show)
    if is_json:
        return dump({"tasks": [_object(each) for each in tasks]}), ExitCode.CLEAN, ""
    if not tasks:
        return "there is no task; open one with `tdomcheck task open`\n", ExitCode.CLEAN, ""
    return "".join(f"{line}\n" for each in tasks for line in _lines(each, is_whole=bool(name))), ExitCode.CLEAN, ""


def _known(ledger: Ledger, name: str) -> Task:
    task = ledger.task(name)
    if task is None:
        raise UsageError(f"there is no task {name}; `tdomcheck task show` lists them")
    return task


Answered = t.TypeVar("Answered")


def _with_ledger(session: Session, work: Callable[[Ledger], Answered]) -> Answered:
    ledger = open_ledger(session)
    try:
        return work(ledger)
    finally:
        ledger.close()


def _lines(known: _Known, *, is_whole: bool) -> list[str]:
    task, budget = known.task, known.task.budget
    limits = (
        ("mutations", task.mutations, budget.mutations),
        ("test runs", task.test_runs, budget.test_runs),
        ("seconds", round(task.seconds(time.time())), budget.seconds),
    )
    spent = ", ".join(f"{word} {now}" if most is None else f"{word} {now} of {most:g}" for word, now, most in limits)
    lines = [visible(f"{task.name}: {task.state.value}, {spent}")]
    if not is_whole:
        return lines
    gone = task.forgotten.runs
    lines += [f"  {plural(gone, 'earlier run')} no longer kept, and counted above"] if gone else []
    return [*lines, *(f"  {row}" for row in table([_row(entry) for entry in known.entries]))]


def _row(entry: Entry) -> tuple[str, ...]:
    run, operation = entry
    at = datetime.datetime.fromtimestamp(run.started, datetime.UTC).strftime("%Y-%m-%d %H:%M:%S")
    if operation is None:
        return at, run.command, "cut off, or running", "", ""
    stats = operation.stats
    changed = f"{stats.files} files +{stats.insertions} -{stats.deletions}" if operation.mutation_fingerprint else ""
    return at, run.command, f"exit {operation.exit_code}", changed, operation.flag.value.replace("_", " ")


def _object(known: _Known) -> JsonObject:
    task = known.task
    runs: list[Json] = [{"run": plain(run), "operation": plain(operation)} for run, operation in known.entries]
    value = plain(task)
    return {**(value if isinstance(value, dict) else {}), "runs": runs}
