"""`tdomcheck delete`."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.cli.options import configuring
from tdomcheck.cli.refactoring import refactoring, run


@click.command("delete", short_help="Delete what nothing refers to.")
@click.argument("target", metavar="TARGET")
@click.argument("paths", nargs=-1)
@click.option("--force", is_flag=True, help="Delete it all the same; what refers to it is told.")
@refactoring
@configuring
def command(target: str, paths: tuple[str, ...], **given: t.Any) -> int:
    """Delete TARGET, a dotted name, unless something refers to it.

    \b
    tdomcheck delete shop.cards.old_card
    """
    return run("delete", target, "", paths, given)
