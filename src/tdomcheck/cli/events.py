"""`tdomcheck events`: streams of events, judged, counted, shown and marked."""

from __future__ import annotations

import os
import sys
import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration, recording

MARKS = ("commit", "branch_merged", "branch_closed", "user_correction", "user_confirmation")
_FILES = click.argument("files", nargs=-1, type=click.UNPROCESSED, metavar="[FILE]...")
_OUTPUT = click.option("--output-file", default="", metavar="FILE", help="Write it there instead of printing it.")


def format_option(*names: str) -> t.Callable[[t.Any], t.Any]:
    """`--output-format`, with the first of the names if nothing is said."""
    return click.option("--output-format", "form", type=click.Choice(names), default=names[0], show_default=True)


@click.group("events", short_help="What runs told: validate, tail, stats, dashboard, mark, export.")
def command() -> None:
    """Read the streams that `--events` writes: without FILE that of TDOMCHECK_EVENTS, else `events.path`."""


@command.command("schema", short_help="The JSON schema of an event.")
def schema_command() -> int:
    """Print the JSON schema that every line of a stream keeps."""
    from tdomcheck.app.events.stream_verbs import run_schema

    return said(run_schema())


@command.command("validate", short_help="Whether streams are whole.")
@_FILES
@format_option("text", "json")
@configuring
def validate_command(files: tuple[str, ...], form: str, **chosen: t.Any) -> int:
    """Check every line of FILE, and that each run begins, counts on and ends. Exit 1: cut off or invalid."""
    from tdomcheck.app.events.stream_verbs import run_validate

    return said(run_validate(request_of(chosen), files, is_json=form == "json"))


@command.command("tail", short_help="The last events.")
@click.argument("file", default="", type=click.UNPROCESSED, metavar="[FILE]")
@click.option("-n", "most", type=click.IntRange(0), default=10, show_default=True, help="How many.")
@click.option("--follow", "-f", is_flag=True, help="Go on with what is told from now on.")
@format_option("text", "jsonl")
@configuring
def tail_command(file: str, most: int, form: str, *, follow: bool, **chosen: t.Any) -> int:
    """Print the last events of FILE, and end."""
    from tdomcheck.app.events.stream_verbs import tail

    for text in tail(request_of(chosen), file, most, follows=follow, is_json=form == "jsonl"):
        sys.stdout.write(text)
        sys.stdout.flush()
    return 0


@command.command("stats", short_help="Numbers: pass rate, retries, fix rate, by rule and by week.")
@_FILES
@format_option("text", "json", "openmetrics", "svg")
@_OUTPUT
@configuring
def stats_command(files: tuple[str, ...], form: str, output_file: str, **chosen: t.Any) -> int:
    """Count what FILE and the ledger tell."""
    from tdomcheck.app.events.stream_verbs import run_stats

    return said(run_stats(request_of(chosen), files, form, output_file))


@command.command("dashboard", short_help="The same numbers as a page.")
@_FILES
@_OUTPUT
@configuring
def dashboard_command(files: tuple[str, ...], output_file: str, **chosen: t.Any) -> int:
    """Make one page of HTML that needs nothing else of what FILE and the ledger tell."""
    from tdomcheck.app.events.stream_verbs import run_dashboard

    return said(run_dashboard(request_of(chosen), files, output_file))


@command.command("mark", short_help="Tell what happened, from a hook of git or a step of CI.")
@click.argument("name", type=click.Choice(MARKS))
@click.option("--branch", metavar="B", help="The branch; that which is checked out.")
@click.option("--commit", metavar="C", help="The commit; that which is checked out.")
@click.option("--text", metavar="T", help="What was said.")
@click.option("--session", metavar="S", help="The session; TDOMCHECK_SESSION.")
@click.option("--events", default=None, metavar="PATH", help="The stream; TDOMCHECK_EVENTS, else `events.path`.")
@configuring
def mark_command(name: str, events: str | None, **given: t.Any) -> int:
    """Append the event NAME to the stream."""
    from tdomcheck.app.events.stream_verbs import MarkOrder, run_mark

    order = MarkOrder(name, given["branch"], given["commit"], given["text"], given["session"])
    return said(run_mark(request_of(given, events), order, os.environ))


@command.command("export", short_help="Examples out of events: chatml, pairs, jsonl.")
@_FILES
@format_option("pairs", "chatml", "jsonl")
@click.option("--since", metavar="TIME", help="Only of events since then: a day, or a time as events have it.")
@click.option("--min-weight", type=float, default=0.0, metavar="W", help="Only examples of at least this weight.")
@_OUTPUT
@configuring
def export_command(
    files: tuple[str, ...], form: str, since: str | None, min_weight: float, output_file: str, **chosen: t.Any
) -> int:
    """Make examples of corrections, one a line."""
    from tdomcheck.app.events.export import ExportOrder, run_export

    order = ExportOrder(form, since or "", min_weight)
    return said(run_export(request_of(chosen), files, order, output_file))


def request_of(given: t.Mapping[str, t.Any], events: str | None = None) -> Request:
    """What the options say of files and configuration."""
    return Request(**recording(events, ""), **configuration(t.cast("Chosen", given)))


def said(answer: tuple[str, int, str]) -> int:
    """Print an answer; its exit code."""
    text, code, notice = answer
    click.echo(notice, nl=False, err=True)
    click.echo(text, nl=False)
    return code
