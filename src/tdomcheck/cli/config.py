"""`tdomcheck config`: the effective configuration, and its schema."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration


@click.command("config", short_help="Show the effective configuration and where each value comes from.")
@click.argument("key", default="")
@click.option("--schema", is_flag=True, help="Print the JSON schema, with the options of this project's rules.")
@configuring
def command(key: str, *, schema: bool, **chosen: t.Any) -> int:
    """Show all settings, or everything about KEY."""
    from tdomcheck.app.session import Session

    session = Session(Request(**configuration(t.cast("Chosen", chosen))))
    if schema:
        import json

        from tdomcheck.config.json_schema import json_schema

        click.echo(json.dumps(json_schema(session.catalog(session.settings).infos), indent=2))
        return 0
    from tdomcheck.config.describe import describe
    from tdomcheck.report.escape import harmless

    click.echo(harmless(describe(session.settings, key)), nl=False)
    return 0
