"""Whether a task lets a run go on."""

from __future__ import annotations

from tdomcheck.errors import TaskRefusal
from tdomcheck.model.ledger import RunKind, Task, TaskState

EXCEEDED = 6001
NOT_OPEN = 6002


def refusal_of(task: Task | None, name: str, kind: RunKind, now: float) -> TaskRefusal | None:
    """Why a run of some kind may not go on; None: it may."""
    if task is None:
        message = f"there is no task {name}; open it with `tdomcheck task open {name}`"
        return TaskRefusal(NOT_OPEN, "TASK_NOT_OPEN", message, (("task", name),))
    if task.state is not TaskState.OPEN:
        message = f"task {name} is closed; open another one with `tdomcheck task open`"
        return TaskRefusal(NOT_OPEN, "TASK_NOT_OPEN", message, (("task", name), ("state", task.state.value)))
    budget = task.budget
    if kind is RunKind.LOOK:
        return None
    if budget.seconds is not None and task.seconds(now) >= budget.seconds:
        return _exceeded(name, "duration", budget.seconds, round(task.seconds(now), 3))
    if kind is RunKind.MUTATION and budget.mutations is not None and task.mutations >= budget.mutations:
        return _exceeded(name, "mutations", budget.mutations, task.mutations)
    if kind is RunKind.TEST and budget.test_runs is not None and task.test_runs >= budget.test_runs:
        return _exceeded(name, "test_runs", budget.test_runs, task.test_runs)
    return None


_WORDS = {"duration": "Duration", "mutations": "Mutation", "test_runs": "Test run"}


def _exceeded(name: str, budget: str, limit: float, current: float) -> TaskRefusal:
    unit = " seconds" if budget == "duration" else ""
    return TaskRefusal(
        EXCEEDED,
        "TASK_BUDGET_EXCEEDED",
        f"{_WORDS[budget]} budget of task {name} exceeded ({current:g}/{limit:g}{unit}); close it and open another one",
        (("task", name), ("budget_type", budget), ("limit", limit), ("current", current)),
    )
