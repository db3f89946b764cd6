"""`tdomcheck move`."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.cli.options import configuring
from tdomcheck.cli.refactoring import refactoring, run


@click.command("move", short_help="Move a definition to another module, with all who import it.")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="MODULE")
@click.argument("paths", nargs=-1)
@click.option("--reexport", is_flag=True, help="The old module goes on with the name.")
@refactoring
@configuring
def command(source: str, target: str, paths: tuple[str, ...], **given: t.Any) -> int:
    """Move FROM, a dotted name, to MODULE, which is made if it is not there.

    \b
    tdomcheck move shop.cards.Card shop.views.cards
    """
    return run("move", source, target, paths, given)
