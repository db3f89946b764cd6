"""`tdomcheck what-if`: what a rule would find, before anybody turns it on."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.answers import said
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration


@click.command("what-if", short_help="Count what a rule would find.")
@click.argument("code", metavar="CODE")
@click.argument("paths", nargs=-1, type=click.UNPROCESSED)
@click.option("--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@configuring
def command(code: str, paths: tuple[str, ...], *, form: str, **given: t.Any) -> int:
    """Count the findings of the rule CODE in PATHS (default: the project) by package and owner; nothing is written."""
    from tdomcheck.app.what_if import what_if

    request = Request(paths=paths, **configuration(t.cast("Chosen", given)))
    return said(what_if(request, code, is_json=form == "json"))
