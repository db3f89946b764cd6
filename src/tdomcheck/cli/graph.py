"""`tdomcheck graph`: the wiring of an application as a picture."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration

FORMATS = ("text", "json", "dot", "mermaid", "html")


@click.command("graph", short_help="Show how components, services and middleware are wired.")
@click.argument("name", default="")
@click.option(
    "--output-format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to show it."
)
@click.option("--output-file", "-o", metavar="FILE", help="Write it here instead of standard output.")
@click.option("--src", "paths", multiple=True, metavar="PATH", help="What to look at; default: the project.")
@click.option("--tests", is_flag=True, help="Show what tests wire as well.")
@configuring
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
def command(
    name: str,
    form: str,
    output_file: str | None,
    paths: tuple[str, ...],
    *,
    tests: bool,
    no_cache: bool,
    **chosen: t.Any,
) -> int:
    """Show the wiring of the project; with NAME only what it needs and what needs it."""
    from tdomcheck.app.graph import run_graph

    request = Request(paths=paths, uses_cache=not no_cache, **configuration(t.cast("Chosen", chosen)))
    text, code, notice = run_graph(request, name, form, output_file or "", tests=tests)
    click.echo(notice, nl=False, err=True)
    click.echo(text, nl=False)
    return code
