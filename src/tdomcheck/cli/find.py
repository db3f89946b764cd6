"""`tdomcheck find`: structural search, and rewriting by the same patterns."""

from __future__ import annotations

import os
import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring
from tdomcheck.cli.patches import show_patch
from tdomcheck.cli.requests import Chosen, configuration

FORMATS = ("text", "json", "jsonl", "sarif", "concise", "grouped")


@click.command("find", short_help="Search for code by its structure; --rewrite shows what it would become.")
@click.argument("pattern")
@click.argument("paths", nargs=-1, type=click.UNPROCESSED)
@click.option("--where", "wheres", multiple=True, metavar="X:FIELD=VALUE", help="What must hold of a metavariable.")
@click.option("--rewrite", metavar="TEMPLATE", help="Show what every match would become, as a patch.")
@click.option("--write", is_flag=True, help="With --rewrite: change the files; fix --undo takes it back.")
@click.option("--output-format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@configuring
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--allow-empty", is_flag=True, help="Finding no file is no mistake.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=None, help="Worker processes; 0 is one a core.")
def command(
    pattern: str,
    paths: tuple[str, ...],
    wheres: tuple[str, ...],
    rewrite: str | None,
    form: str,
    *,
    jobs: int | None,
    write: bool,
    no_cache: bool,
    allow_empty: bool,
    **chosen: t.Any,
) -> int:
    """Find PATTERN in PATHS: Python with $X for one thing, $$$X for any number, f$S for any f-string.

    \b
    tdomcheck find 'html(f$S)' src/
    tdomcheck find '$F(f$S)' --where F:resolves-to=tdom.html --rewrite '$F(t$S)'
    """
    from tdomcheck.app.find import run_find, run_rewrite, specification
    from tdomcheck.patterns.check import constraint_of
    from tdomcheck.patterns.language import PatternError

    if write and rewrite is None:
        raise click.UsageError("--write needs --rewrite, which says what to write")
    try:
        constraints = tuple(map(constraint_of, wheres))
    except PatternError as error:
        raise click.UsageError(f"--where {error}") from None
    spec = specification(pattern, constraints, rewrite)
    request = Request(
        paths=paths,
        overrides={} if jobs is None else {"jobs": jobs},
        uses_cache=not no_cache,
        allows_empty=allow_empty,
        **configuration(t.cast("Chosen", chosen)),
    )
    if rewrite is None:
        text, code, notice = run_find(request, spec, form, os.environ)
        click.echo(text, nl=False)
    else:
        text, code, notice = run_rewrite(request, spec, os.environ, writes=write)
        if write:
            click.echo(text, nl=False)
        else:
            show_patch(text, os.environ)
    click.echo(notice, nl=False, err=True)
    return code
