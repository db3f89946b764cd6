"""`tdomcheck doctor`: what it runs on, and whether all ask for the same version of it."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.answers import said
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration, misuse


@click.command("doctor", short_help="What tdomcheck runs on; --versions: who asks for which version of it.")
@click.option("--versions", is_flag=True, help="Compare the hook, the locks, the action and required-version.")
@click.option("--running", is_flag=True, help="With --versions: the version that runs counts as well, as in CI.")
@click.option("--output-format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@configuring
def command(form: str, *, versions: bool, running: bool, **chosen: t.Any) -> int:
    """Say what is worth knowing where something does not work; exit 1 where versions drift apart."""
    from tdomcheck.app.doctor import run_doctor, run_versions

    request = Request(**configuration(t.cast("Chosen", chosen)))
    if versions:
        return said(run_versions(request, is_json=form == "json", counts_running=running))
    if running:
        misuse("--running goes with --versions")
    return said(run_doctor(request, is_json=form == "json"))
