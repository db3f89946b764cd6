"""`tdomcheck report`: what to do with what runs have written before."""

from __future__ import annotations

import os

import click

from tdomcheck.cli.requests import DEFAULTS, FORMATS, SharedOptions, view_of


@click.group("report", short_help="Join the records of shards.")
def command() -> None:
    """Join the records that several machines have written."""


@command.command("merge", short_help="Make one report of the records of all shards.")
@click.argument("files", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--output-file", default="", metavar="PATH", help="Write the report there instead.")
@click.option("--report", "reports", multiple=True, metavar="FORMAT=PATH", help="A further report; may be repeated.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto")
@click.option("--debug", is_flag=True, hidden=True)
def merge(
    files: tuple[str, ...],
    *,
    output_format: str,
    output_file: str,
    reports: tuple[str, ...],
    color: str,
    debug: bool,  # noqa: ARG001  # whoever catches errors asks for it
) -> int:
    """Report what one run would, from FILES, which `check --shard I/N --report shard=FILE` wrote; exit as it would."""
    from tdomcheck.app.merging import merge_records

    options: SharedOptions = {
        **DEFAULTS,
        "output_format": output_format,
        "output_file": output_file,
        "reports": reports,
        "color": color,
    }
    text, code, notice = merge_records(files, view_of(options, "check"), os.environ)
    click.echo(text, nl=False, color=True)
    click.echo(notice, nl=False, err=True)
    return code
