"""`tdomcheck rename`."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.cli.options import configuring
from tdomcheck.cli.refactoring import refactoring, run


@click.command("rename", short_help="Rename a definition, a prop, a module, and all that refers to it.")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.argument("paths", nargs=-1)
@click.option("--strings", is_flag=True, help="Strings that say the dotted name, too: patch targets, settings.")
@click.option("--prose", is_flag=True, help="Comments, docstrings, Markdown and reStructuredText, too.")
@click.option("--allow-shadowing", is_flag=True, help="The new name may hide a builtin or a standard module.")
@refactoring
@configuring
def command(source: str, target: str, paths: tuple[str, ...], **given: t.Any) -> int:
    """Rename FROM, a dotted name, to TO: in the whole project, or writing in PATHS alone.

    \b
    tdomcheck rename shop.cards.Card Tile
    tdomcheck rename shop.cards.Card.user_name login --diff
    tdomcheck rename shop.cards shop.views.tiles --strings --prose
    """
    return run("rename", source, target, paths, given)
