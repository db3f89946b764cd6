"""Options that `check` and `fix` share."""

from __future__ import annotations

import typing as t
from collections.abc import Callable

import click

from tdomcheck.cli.requests import FORMATS
from tdomcheck.model import FailOn

Command = t.TypeVar("Command", bound=Callable[..., object])


def _codes(name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, multiple=True, metavar="CODES", help=f"{text}: codes, prefixes, slugs or ALL, by commas.")


CONFIGURING: tuple[Callable[[t.Any], t.Any], ...] = (
    click.option("--config", "configs", multiple=True, metavar="PATH|KEY=VALUE", help="A configuration file or value."),
    click.option("--isolated", is_flag=True, help="Read no configuration file."),
    click.option(
        "--trust-plugins",
        is_flag=True,
        envvar="TDOMCHECK_TRUST_PLUGINS",
        help="Load the project's plugins wherever they lie and whoever owns them.",
    ),
    click.option(
        "--safe", is_flag=True, help="Run no plugins, and read no configuration from outside of the checkout."
    ),
)
RECORDING: tuple[Callable[[t.Any], t.Any], ...] = (
    click.option(
        "--events",
        default=None,
        metavar="PATH|-",
        help="Append what the run does there as JSON lines; - prints them in place of the report. TDOMCHECK_EVENTS.",
    ),
    click.option("--task", default=None, metavar="ID", help="The task that the run belongs to. TDOMCHECK_TASK."),
)
SHARED: tuple[Callable[[t.Any], t.Any], ...] = (
    click.argument("paths", nargs=-1, type=click.UNPROCESSED),
    _codes("--select", "Rules that are on"),
    _codes("--extend-select", "Further rules that are on"),
    _codes("--ignore", "Rules that are off"),
    click.option("--exclude", multiple=True, metavar="GLOB", help="Leave these out, in place of the configured ones."),
    click.option("--extend-exclude", multiple=True, metavar="GLOB", help="Leave these out as well."),
    click.option("--force-exclude", is_flag=True, help="Leave excluded files out even when they are named."),
    click.option("--no-respect-gitignore", is_flag=True, help="Also look at files that git ignores."),
    click.option("--preview", is_flag=True, help="Also run rules that are in preview."),
    click.option("--target-tdom", metavar="VERSION", help="Judge for this version of tdom."),
    click.option("--target-svcs-di", metavar="VERSION", help="Judge for this version of svcs-di."),
    click.option("--target-svcs", metavar="VERSION", help="Judge for this version of svcs."),
    *CONFIGURING,
    click.option("--staged", is_flag=True, help="Only files that are staged in git."),
    click.option("--changed", is_flag=True, help="Only files that git sees as changed."),
    click.option("--since", metavar="REF", help="With --changed: since this revision."),
    click.option(
        "--dependents/--no-dependents",
        default=None,
        help="Also judge files that the given ones can break; on with --staged, --changed and under pre-commit.",
    ),
    click.option(
        "--stdin-filename", default="", metavar="PATH", help="With the path -: what standard input is called."
    ),
    click.option("--jobs", "-j", type=click.IntRange(0), default=None, help="Worker processes; 0 is one a core."),
    click.option("--no-cache", is_flag=True, help="Neither read nor write the cache."),
    click.option("--cache-dir", default=None, metavar="PATH", help="Where the cache is kept."),
    click.option("--allow-empty", is_flag=True, help="Finding no file is no mistake."),
    click.option("--baseline", metavar="PATH", help="The file of accepted findings, in place of the configured one."),
    click.option("--no-baseline", is_flag=True, help="Report what the baseline accepts as well."),
    click.option("--exit-zero", is_flag=True, help="Exit 0 in spite of findings; never in spite of errors."),
    click.option("--max-warnings", type=click.IntRange(0), default=None, help="Warnings that are tolerated."),
    click.option(
        "--fail-on",
        type=click.Choice([each.value for each in FailOn]),
        default=None,
        help="The least severe findings that exit 1; warnings then only with --max-warnings, or from `warning` on.",
    ),
    click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True),
    click.option("--output-file", default="", metavar="PATH", help="Write the report there instead."),
    click.option(
        "--report", "reports", multiple=True, metavar="FORMAT=PATH", help="A further report; may be repeated."
    ),
    click.option(
        "--max-annotations", type=click.IntRange(1), default=10, metavar="N", help="Of each level, in `github`; 10."
    ),
    click.option("--sarif-suppressed", is_flag=True, help="SARIF with accepted findings, and who accepts them."),
    click.option("--statistics", is_flag=True, help="Count findings by rule."),
    click.option("--profile-rules", is_flag=True, help="Time every rule; looks at every file anew."),
    click.option("--quiet", "-q", is_flag=True, help="Findings only, no summary."),
    click.option("--unsafe-fixes/--no-unsafe-fixes", default=None, help="Count and apply unsafe fixes as well."),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto"),
    *RECORDING,
    click.option("--no-gates", is_flag=True, hidden=True),
    click.option("--debug", is_flag=True, help="Show the traceback when tdomcheck itself fails."),
)


def typed() -> tuple[str, ...]:
    """What stands on the command line behind the verb."""
    context = click.get_current_context()
    words: tuple[str, ...] = context.find_root().obj or ()
    return words[len(context.command_path.split()) - 1 :]


def shared(command: Command) -> Command:
    """Add the shared options to a command."""
    for option in reversed(SHARED):
        command = option(command)
    return command


def configuring(command: Command) -> Command:
    """Add the options about the configuration to a command that has few others."""
    for option in reversed((*CONFIGURING, click.option("--debug", is_flag=True, hidden=True))):
        command = option(command)
    return command


def recorded(command: Command) -> Command:
    """Add the options about events and tasks to a command that has few others."""
    for option in reversed(RECORDING):
        command = option(command)
    return command
