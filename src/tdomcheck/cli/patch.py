"""`tdomcheck patch`: structural patches from a Markdown document."""

from __future__ import annotations

import os
import sys
import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring, recorded, typed
from tdomcheck.cli.patches import show_patch
from tdomcheck.cli.requests import Chosen, configuration, recording


@click.command("patch", short_help="Replace, insert and delete functions, classes and values as a document says.")
@click.argument("document", metavar="[FILE|-]", default="-", type=click.UNPROCESSED)
@click.option("--overwrite", is_flag=True, help="A block without a target replaces a file that is there.")
@click.option("--dry-run", is_flag=True, help="Tell what would change; write nothing.")
@click.option("--diff", is_flag=True, help="Show what would change as a patch; write nothing.")
@click.option("--delta", metavar="PATH", default="", help="Write what changed there as JSON; - is standard output.")
@click.option("--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@configuring
@recorded
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=None, help="Worker processes; 0 is one a core.")
def command(
    document: str,
    delta: str,
    form: str,
    *,
    jobs: int | None,
    events: str | None,
    task: str | None,
    overwrite: bool,
    dry_run: bool,
    diff: bool,
    no_cache: bool,
    **chosen: t.Any,
) -> int:
    """Apply the fences of a Markdown document that begin with `# FILE: path` in a comment of their language.

    \b
    # TARGET_NODE: function save     (or class, method Store.save, constant, type, ...) replaces it
    # INSERT_AFTER: / INSERT_BEFORE: / DELETE_NODE: take its place, with the same words
    # TARGET_PATH: tool.ruff.select  replaces a value in JSON, TOML and YAML
    Without a target the fence is the whole file. All of them are applied, or none.
    """
    from tdomcheck.app.patch import PatchView, run_patch
    from tdomcheck.app.patching.apply import PatchOptions

    if diff and (form == "json" or delta == "-"):
        raise click.UsageError("--diff prints the patch and nothing else: give --delta a file, or leave one out")
    data = sys.stdin.buffer.read() if document == "-" else None
    request = Request(
        overrides={} if jobs is None else {"jobs": jobs},
        uses_cache=not no_cache,
        judges_dependents=True,
        arguments=typed(),
        **recording(events, task),
        **configuration(t.cast("Chosen", chosen)),
    )
    options = PatchOptions(overwrites=overwrite, writes=not (dry_run or diff))
    name = "standard input" if document == "-" else document
    text, code, notice = run_patch(request, data, name, options, PatchView(diff, form == "json", delta))
    if diff:
        show_patch(text, os.environ)
    else:
        click.echo(text, nl=False)
    click.echo(notice, nl=False, err=True)
    return code
