"""`tdomcheck config`: the effective configuration, and its schema."""

from __future__ import annotations

import click

from tdomcheck.app.request import Request


@click.command("config", short_help="Show the effective configuration and where each value comes from.")
@click.argument("key", default="")
@click.option("--schema", is_flag=True, help="Print the JSON schema, with the options of this project's rules.")
@click.option("--config", "configs", multiple=True, metavar="PATH|KEY=VALUE", help="A configuration file or value.")
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.option("--debug", is_flag=True, hidden=True)
def command(key: str, configs: tuple[str, ...], *, schema: bool, isolated: bool, debug: bool) -> int:
    """Show all settings, or everything about KEY."""
    from tdomcheck.app.session import Session

    del debug  # read from the command line before click is
    files = [value for value in configs if "=" not in value]
    inline = tuple(value for value in configs if "=" in value)
    session = Session(Request(inline=inline, config=files[0] if files else None, is_isolated=isolated))
    if schema:
        import json

        from tdomcheck.config.json_schema import json_schema

        click.echo(json.dumps(json_schema(session.catalog(session.settings).infos), indent=2))
        return 0
    from tdomcheck.config.describe import describe

    click.echo(describe(session.settings, key), nl=False)
    return 0
