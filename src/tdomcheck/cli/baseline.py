"""`tdomcheck baseline`: findings that are accepted as they are, until somebody mends them."""

from __future__ import annotations

import os
import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.answers import said
from tdomcheck.cli.options import configuring, recorded, typed
from tdomcheck.cli.requests import Chosen, configuration, recording

_FILE = click.option("--baseline", metavar="PATH", help="The file, in place of the configured one.")


@click.group("baseline", short_help="Accept what is there, so that only what is new is reported.")
def command() -> None:
    """Accept what is there, so that only what is new is reported."""


@command.command("create", short_help="Write all findings into a new file.")
@click.option("--no-configure", is_flag=True, help="Print the line of the configuration instead of adding it.")
@_FILE
@recorded
@configuring
def create(*, no_configure: bool, **given: t.Any) -> int:
    """Write all findings of the project into a file that is not there yet, and name it in the configuration."""
    from tdomcheck.app.baseline_files import create_baseline

    return said(create_baseline(_request(given), configures=not no_configure))


@command.command("update", short_help="Accept all that is there now.")
@_FILE
@recorded
@configuring
def update(**given: t.Any) -> int:
    """Accept all that is there now and nothing else; budgets fall to what is left."""
    from tdomcheck.app.baseline_files import update_baseline

    return said(update_baseline(_request(given)))


@command.command("prune", short_help="Take out what nothing needs any more.")
@_FILE
@recorded
@configuring
def prune(**given: t.Any) -> int:
    """Take out the entries that no finding needs any more; nothing is added."""
    from tdomcheck.app.baseline_files import prune_baseline

    return said(prune_baseline(_request(given)))


@command.command("show", short_help="Count what is accepted, by rule and file.")
@click.option("--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@_FILE
@configuring
def show(form: str, **given: t.Any) -> int:
    """Count what is accepted, by rule and file."""
    from tdomcheck.app.baseline_files import show_baseline

    return said(show_baseline(_request(given), is_json=form == "json"))


def _request(given: t.Mapping[str, t.Any]) -> Request:
    named = given["baseline"]
    overrides = {"baseline": os.path.abspath(named)} if named else {}
    told = recording(given.get("events"), given.get("task"))
    return Request(overrides=overrides, arguments=typed(), **told, **configuration(t.cast("Chosen", given)))
