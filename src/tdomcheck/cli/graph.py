"""`tdomcheck graph`: the wiring of an application as a picture."""

from __future__ import annotations

import click

from tdomcheck.app.request import Request

FORMATS = ("text", "json", "dot", "mermaid", "html")


@click.command("graph", short_help="Show how components, services and middleware are wired.")
@click.argument("name", default="")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to show it.")
@click.option("--output-file", "-o", metavar="FILE", help="Write it here instead of standard output.")
@click.option("--src", "paths", multiple=True, metavar="PATH", help="What to look at; default: the project.")
@click.option("--tests", is_flag=True, help="Show what tests wire as well.")
@click.option("--config", "configs", multiple=True, metavar="PATH|KEY=VALUE", help="A configuration file or value.")
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@click.option("--debug", is_flag=True, hidden=True)
def command(
    name: str,
    form: str,
    output_file: str | None,
    paths: tuple[str, ...],
    configs: tuple[str, ...],
    *,
    tests: bool,
    isolated: bool,
    no_cache: bool,
    debug: bool,
) -> int:
    """Show the wiring of the project; with NAME only what it needs and what needs it."""
    from tdomcheck.app.graph import run_graph

    del debug  # read from the command line before click is
    files = [value for value in configs if "=" not in value]
    request = Request(
        paths=paths,
        inline=tuple(value for value in configs if "=" in value),
        config=files[0] if files else None,
        is_isolated=isolated,
        uses_cache=not no_cache,
    )
    text, code, notice = run_graph(request, name, form, output_file or "", tests=tests)
    click.echo(notice, nl=False, err=True)
    click.echo(text, nl=False)
    return code
