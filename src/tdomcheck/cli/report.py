"""`tdomcheck report`: what to do with reports that were written before."""

from __future__ import annotations

import click


@click.group("report", short_help="Join the reports of shards.")
def command() -> None:
    """Join reports that several machines have written."""


@command.command("merge", short_help="Make one report of those of all shards.")
@click.argument("files", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--output-file", default="", metavar="PATH", help="Write it there instead of to standard output.")
@click.option(
    "--output-format",
    type=click.Choice(["json", "jsonl", "sarif", "junit", "delta", "events"]),
    default=None,
    help="What FILES are; they say so themselves, and are merged in their own format.",
)
@click.option("--debug", is_flag=True, hidden=True)
def merge(files: tuple[str, ...], *, output_file: str, output_format: str | None, debug: bool) -> int:  # noqa: ARG001
    """Make the report of one run of those of all shards, FILES; exits as that run would."""
    from tdomcheck.app.merging import merge_reports

    text, code, notice = merge_reports(files, output_file, output_format or "")
    click.echo(text, nl=False)
    click.echo(notice, nl=False, err=True)
    return code
