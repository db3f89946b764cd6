"""`tdomcheck task`: what groups runs, and what they may spend."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.cli.events import format_option, request_of, said
from tdomcheck.cli.options import configuring

_STATES = ("success", "failed", "interrupted")


@click.group("task", short_help="Group runs, and limit what they may do: open, close, show.")
def command() -> None:
    """Tasks of the ledger: runs with `--task ID` or TDOMCHECK_TASK belong to one, and count against its budgets."""


@command.command("open", short_help="Begin a task.")
@click.argument("name", default="", metavar="[ID]")
@click.option("--max-mutations", type=click.IntRange(0), metavar="N", help="How many runs may change files.")
@click.option("--max-test-runs", type=click.IntRange(0), metavar="N", help="How many runs may run tests.")
@click.option("--max-duration", type=click.FloatRange(0), metavar="SECONDS", help="How long it may take in all.")
@format_option("text", "json")
@configuring
def open_command(
    name: str,
    max_mutations: int | None,
    max_test_runs: int | None,
    max_duration: float | None,
    form: str,
    **chosen: t.Any,
) -> int:
    """Begin the task ID, or one whose name is made up, and print its name."""
    from tdomcheck.app.events.task_verbs import open_task
    from tdomcheck.model.ledger import Budget

    budget = Budget(max_mutations, max_test_runs, max_duration)
    return said(open_task(request_of(chosen), name, budget, is_json=form == "json"))


@command.command("close", short_help="End a task.")
@click.argument("name", metavar="ID")
@click.option("--state", type=click.Choice(_STATES), default="success", show_default=True, help="How it ended.")
@format_option("text", "json")
@configuring
def close_command(name: str, state: str, form: str, **chosen: t.Any) -> int:
    """End the task ID; it is never opened again."""
    from tdomcheck.app.events.task_verbs import close_task
    from tdomcheck.model.ledger import TaskState

    return said(close_task(request_of(chosen), name, TaskState(f"closed_{state}"), is_json=form == "json"))


@command.command("show", short_help="Tasks, their budgets and their runs.")
@click.argument("name", default="", metavar="[ID]")
@format_option("text", "json")
@configuring
def show_command(name: str, form: str, **chosen: t.Any) -> int:
    """Show the task ID with its runs, or all tasks."""
    from tdomcheck.app.events.task_verbs import show_tasks

    return said(show_tasks(request_of(chosen), name, is_json=form == "json"))
