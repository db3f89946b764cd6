"""Options that `check` and `fix` share, and how they become a request."""

from __future__ import annotations

import contextlib
import os
import sys
import typing as t
from collections.abc import Callable, Mapping

import click

from tdomcheck.app.present import ReportOptions
from tdomcheck.app.request import Request

Command = t.TypeVar("Command", bound=Callable[..., object])
FORMATS = ("text", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "rdjson")


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
    click.option("--exit-zero", is_flag=True, help="Exit 0 in spite of findings; never in spite of errors."),
    click.option("--max-warnings", type=click.IntRange(0), default=None, help="Warnings that are tolerated."),
    click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True),
    click.option("--output-file", default="", metavar="PATH", help="Write the report there instead."),
    click.option(
        "--report", "reports", multiple=True, metavar="FORMAT=PATH", help="A further report; may be repeated."
    ),
    click.option("--statistics", is_flag=True, help="Count findings by rule."),
    click.option("--profile-rules", is_flag=True, help="Time every rule; looks at every file anew."),
    click.option("--quiet", "-q", is_flag=True, help="Findings only, no summary."),
    click.option("--unsafe-fixes/--no-unsafe-fixes", default=None, help="Count and apply unsafe fixes as well."),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto"),
    click.option("--no-gates", is_flag=True, hidden=True),
    click.option("--debug", is_flag=True, help="Show the traceback when tdomcheck itself fails."),
)


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


class Chosen(t.TypedDict):
    """The values of the options about the configuration."""

    configs: tuple[str, ...]
    isolated: bool
    trust_plugins: bool
    safe: bool
    debug: bool


class Configuring(t.TypedDict):
    """What those say to a request."""

    config: str | None
    inline: tuple[str, ...]
    is_isolated: bool
    trusts_plugins: bool
    is_safe: bool


def configuration(chosen: Chosen) -> Configuring:
    """What configures a run besides the files that it finds by itself."""
    files = [value for value in chosen["configs"] if "=" not in value]
    if len(files) > 1:
        raise click.UsageError("--config names more than one file")
    if files and not os.path.isfile(files[0]):
        raise click.UsageError(f"--config {files[0]}: no such file")
    return Configuring(
        config=os.path.abspath(files[0]) if files else None,
        inline=tuple(value for value in chosen["configs"] if "=" in value),
        is_isolated=chosen["isolated"],
        trusts_plugins=chosen["trust_plugins"],
        is_safe=chosen["safe"],
    )


class SharedOptions(Chosen):
    """The values of the shared options."""

    paths: tuple[str, ...]
    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    extend_exclude: tuple[str, ...]
    force_exclude: bool
    no_respect_gitignore: bool
    preview: bool
    target_tdom: str | None
    target_svcs_di: str | None
    target_svcs: str | None
    staged: bool
    changed: bool
    since: str | None
    dependents: bool | None
    stdin_filename: str
    jobs: int | None
    no_cache: bool
    cache_dir: str | None
    allow_empty: bool
    exit_zero: bool
    max_warnings: int | None
    output_format: str
    output_file: str
    reports: tuple[str, ...]
    statistics: bool
    profile_rules: bool
    quiet: bool
    unsafe_fixes: bool | None
    color: str
    no_gates: bool


def _split(values: tuple[str, ...]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def overrides(given: SharedOptions) -> dict[str, object]:
    """Configuration keys that the command line sets."""
    values: dict[str, object] = {
        "select": _split(given["select"]),
        "extend-select": _split(given["extend_select"]),
        "ignore": _split(given["ignore"]),
        "exclude": list(given["exclude"]),
        "extend-exclude": list(given["extend_exclude"]),
        "force-exclude": given["force_exclude"] or None,
        "respect-gitignore": False if given["no_respect_gitignore"] else None,
        "preview": given["preview"] or None,
        "target-tdom": given["target_tdom"],
        "target-svcs-di": given["target_svcs_di"],
        "target-svcs": given["target_svcs"],
        "jobs": given["jobs"],
        "cache-dir": os.path.abspath(given["cache_dir"]) if given["cache_dir"] else None,
        "max-warnings": given["max_warnings"],
        "unsafe-fixes": given["unsafe_fixes"],
    }
    return {key: value for key, value in values.items() if value is not None and value != []}


def request_of(given: SharedOptions, further: Mapping[str, object] | None = None) -> Request:
    """What the run is asked to do."""
    configured = configuration(given)
    if given["staged"] and (given["changed"] or given["since"]):
        raise click.UsageError("--staged and --changed exclude each other")
    paths = given["paths"]
    stdin = _stdin(paths, given["stdin_filename"])
    return Request(
        paths=tuple(path for path in paths if path != "-"),
        overrides={**overrides(given), **(further or {})},
        **configured,
        uses_cache=not (given["no_cache"] or given["profile_rules"]),
        uses_gates=not given["no_gates"],
        allows_empty=given["allow_empty"],
        staged=given["staged"],
        changed=given["changed"] or given["since"] is not None,
        since=given["since"],
        judges_dependents=_judges_dependents(given),
        base=_base(os.environ),
        stdin=stdin,
        stdin_filename=given["stdin_filename"],
        exits_zero=given["exit_zero"],
        show_progress=sys.stderr.isatty(),
    )


def _judges_dependents(given: SharedOptions) -> bool:
    if given["dependents"] is not None:
        return given["dependents"]
    is_selection = given["staged"] or given["changed"] or given["since"] is not None
    return is_selection or "PRE_COMMIT" in os.environ


def _base(environ: Mapping[str, str]) -> str | None:
    """What pre-commit compares the files with that it names."""
    return environ.get("PRE_COMMIT_FROM_REF") or ("HEAD" if "PRE_COMMIT" in environ else None)


def _stdin(paths: tuple[str, ...], filename: str) -> bytes | None:
    if "-" not in paths:
        if filename:
            raise click.UsageError("--stdin-filename goes with the path -")
        return None
    if len(paths) > 1:
        raise click.UsageError("standard input (-) cannot be checked together with other paths")
    return sys.stdin.buffer.read()


def view_of(given: SharedOptions, verb: str, *, show_fixes: bool = False) -> ReportOptions:
    """How the result is shown."""
    return ReportOptions(
        format=given["output_format"],
        output_file=given["output_file"],
        reports=tuple(_report(value) for value in given["reports"]),
        color=wants_color(given["color"], os.environ, is_terminal=sys.stdout.isatty()) and not given["output_file"],
        width=_width(),
        verb=verb,
        unsafe_fixes=bool(given["unsafe_fixes"]),
        show_fixes=show_fixes,
        statistics=given["statistics"],
        profile=given["profile_rules"],
        quiet=given["quiet"],
    )


def _report(value: str) -> tuple[str, str]:
    name, sign, path = value.partition("=")
    if not sign or not path or name not in FORMATS:
        raise click.UsageError(f"--report {value}: write FORMAT=PATH, with FORMAT one of {', '.join(FORMATS)}")
    return name, path


def wants_color(choice: str, environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """The conventions of NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and TERM."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"} or environ.get("CLICOLOR_FORCE", "0") not in {"", "0"}:
        return True
    return is_terminal and environ.get("TERM") != "dumb"


def _width() -> int:
    """As `shutil.get_terminal_size` has it, which takes longer to import than all options together."""
    stated = os.environ.get("COLUMNS", "")
    columns = int(stated) if stated.isdecimal() else 0
    if not columns:
        with contextlib.suppress(AttributeError, ValueError, OSError):  # no stream, a closed one, no terminal
            columns = os.get_terminal_size(t.cast("t.TextIO", sys.__stdout__).fileno()).columns
    return max(40, columns or 100)
