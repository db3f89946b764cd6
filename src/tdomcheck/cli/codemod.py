"""`tdomcheck codemod`: migrations, listed, shown, run and applied."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.answers import said
from tdomcheck.cli.options import RECORDING, configuring, typed
from tdomcheck.cli.requests import FORMATS, Chosen, configuration, recording, refuse_shared_files

Command = t.Callable[..., t.Any]


_OPTIONS_OF_RUN = {"plan": "NAME --plan FILE"}
"""What is an option, by the name of the command that it is taken for."""


class Verbs(click.Group):
    """Says which verb is near to one that is not there."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in self.commands and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, self.commands, 1)
            meant = near[0] if near else f"tdomcheck codemod run {_OPTIONS_OF_RUN.get(name, name)}"
            ctx.fail(f"there is no command `codemod {name}`; did you mean `{meant}`?")
        return super().resolve_command(ctx, args)


@click.command("codemod", cls=Verbs, short_help="Migrations: list, show, run, upgrade, apply.")
def command() -> None:
    """Change code by codemods: several per run, dry with --dry-run or --diff, back with `tdomcheck fix --undo`."""


_FORMAT = click.option(
    "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
_SHOWING: tuple[Command, ...] = (
    click.option("--dry-run", is_flag=True, help="Say what would change; write nothing."),
    click.option("--diff", is_flag=True, help="Print the changes as a patch; write nothing."),
    click.option("--delta", default="", metavar="FILE", help="Record what was changed, as JSON; - is stdout."),
    click.option("--allow-dirty", is_flag=True, help="Write files that have uncommitted changes, too."),
    click.option(
        "--report", "reports", multiple=True, metavar="FORMAT=PATH", help="What is left, as findings; may be repeated."
    ),
    click.option("--verify", metavar="COMMAND", help="Run before and after; keep what fails nothing new."),
    click.option("--allow-failing-verify", is_flag=True, help="Go on where --verify fails already and names no test."),
    *RECORDING,
    _FORMAT,
)


def showing(function: Command) -> Command:
    """Options of everything that changes files."""
    for option in reversed(_SHOWING):
        function = option(function)
    return function


@command.command("list", short_help="All codemods and recipes.")
@_FORMAT
@configuring
def list_command(form: str, **chosen: t.Any) -> int:
    """Name every codemod and recipe."""
    from tdomcheck.app.migrate.verbs import run_list

    return said(run_list(request_of(chosen), is_json=form == "json"))


@command.command("show", short_help="What a codemod does, and its options.")
@click.argument("name")
@_FORMAT
@configuring
def show_command(name: str, form: str, **chosen: t.Any) -> int:
    """Tell about the codemod NAME."""
    from tdomcheck.app.migrate.verbs import run_show

    return said(run_show(request_of(chosen), name, is_json=form == "json"))


@command.command("run", short_help="Run codemods and recipes.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="NAME... [PATHS]...")
@click.option("--set", "settings", multiple=True, metavar="NAME.OPTION=VALUE", help="Set an option; may be repeated.")
@click.option("--limit", type=click.IntRange(1), default=None, metavar="N", help="Change at most so many files.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=None, help="Worker processes; 0 is one a core.")
@click.option("--plan", default="", metavar="FILE", help="Write what would be done, for `codemod apply`; nothing else.")
@click.option("--rows", default="", metavar="FILE", help="Write what is left: CSV (*.csv), or JSON lines.")
@click.option("--mark", is_flag=True, help="Put a comment `# tdomcheck: todo[NAME]` at what is left.")
@click.option("--repos", default="", metavar="FILE", help="Run in every checkout that FILE lists, a line each.")
@click.option("--patches", default="patches", metavar="FOLDER", help="With --repos: where the patches go.")
@click.option("--resume", is_flag=True, help="Go on with the same run, which was killed.")
@click.option("--include-proposals", is_flag=True, help="Make the changes that are not certain, too.")
@click.option("--fail-on-proposals", is_flag=True, help="Exit 1 where any are left.")
@click.option("--allow-empty", is_flag=True, help="Finding no file is no mistake.")
@click.option("--target-tdom", metavar="VERSION", help="The version of tdom that the code is for.")
@click.option("--target-svcs-di", metavar="VERSION", help="The version of svcs-di that the code is for.")
@click.option("--target-svcs", metavar="VERSION", help="The version of svcs that the code is for.")
@showing
@configuring
def run_command(words: tuple[str, ...], settings: tuple[str, ...], **given: t.Any) -> int:
    """Run the codemods NAME on PATHS (default: the project).

    \b
    tdomcheck codemod run typing-to-abc svcs-modernise src/ --diff
    """
    from tdomcheck.app.migrate.order import RunEffect
    from tdomcheck.app.migrate.verbs import run_codemods, run_repositories
    from tdomcheck.values import replace

    order = order_of(given)
    if given["plan"]:
        if given["dry_run"] or given["diff"]:
            raise click.UsageError("--plan writes a plan and nothing else: leave --dry-run and --diff out")
        order = replace(order, effect=RunEffect.PLAN)
    order = replace(
        order,
        limit=given["limit"] or 0,
        marks=given["mark"],
        resumes=given["resume"],
        takes_proposals=given["include_proposals"],
        fails_on_proposals=given["fail_on_proposals"],
    )
    if given["repos"]:
        request = request_of(given)
        answer = run_repositories(request, words, settings, order, outputs_of(given), given["repos"], given["patches"])
        return said(answer)
    answer = run_codemods(request_of(given), words, settings, order, outputs_of(given))
    return said(answer, is_patch=given["diff"])


@command.command("upgrade", short_help="Run what leads from the locked versions to the wanted ones.")
@click.argument("paths", nargs=-1, type=click.UNPROCESSED)
@click.option("--target-tdom", metavar="VERSION", help="The version of tdom that is wanted; the newest known.")
@click.option("--target-svcs-di", metavar="VERSION", help="The version of svcs-di that is wanted; the newest known.")
@click.option("--target-svcs", metavar="VERSION", help="The version of svcs that is wanted; the newest known.")
@showing
@configuring
def upgrade_command(paths: tuple[str, ...], **given: t.Any) -> int:
    """Run on PATHS every codemod for a version between the locked and the wanted one."""
    from tdomcheck.app.migrate.verbs import run_upgrade

    answer = run_upgrade(request_of(given), paths, order_of(given), outputs_of(given))
    return said(answer, is_patch=given["diff"])


@command.command("status", short_help="How far a migration has come, by owner.")
@click.argument("name")
@_FORMAT
@configuring
def status_command(name: str, form: str, **chosen: t.Any) -> int:
    """Count what is done, left and blocked for the codemod or the recipe NAME."""
    from tdomcheck.app.migrate.verbs import run_status

    return said(run_status(request_of(chosen), name, is_json=form == "json"))


@command.command("new", short_help="Begin a codemod of your own.")
@click.argument("name")
@configuring
def new_command(name: str, **chosen: t.Any) -> int:
    """Write a codemod NAME with examples that fail, and a test of it, into the first folder of `plugins`."""
    from tdomcheck.app.migrate.verbs import run_new

    return said(run_new(request_of(chosen), name))


@command.command("apply", short_help="Apply a plan: all of it, or nothing.")
@click.argument("plan")
@showing
@configuring
def apply_command(plan: str, **given: t.Any) -> int:
    """Apply PLAN, which `codemod run --plan` wrote, to the very files that it is about."""
    from tdomcheck.app.migrate.verbs import run_apply

    answer = run_apply(request_of(given), plan, order_of(given), outputs_of(given))
    return said(answer, is_patch=given["diff"])


def order_of(given: t.Mapping[str, t.Any]) -> t.Any:
    """What is done with the changes."""
    from tdomcheck.app.migrate.order import MigrationOrder, RunEffect

    if given["verify"] is not None and not given["verify"].strip():
        raise click.UsageError("--verify needs a command; an empty one proves nothing")
    if given["verify"] and given["safe"]:
        raise click.UsageError("--verify runs the code of the project, and --safe runs none of it: give one of the two")
    is_data = bool(given["form"] == "json" or given["delta"] or given.get("plan"))
    effect = RunEffect.PATCH if given["diff"] else RunEffect.SUMMARY if given["dry_run"] else RunEffect.WRITE
    return MigrationOrder(
        (),
        effect,
        allows_dirty=given["allow_dirty"],
        verify=given["verify"],
        allows_failing_verify=given["allow_failing_verify"],
        label="codemod apply",
        names_tests=is_data,
        shows_contents=bool(is_data or given["diff"]),
    )


def outputs_of(given: t.Mapping[str, t.Any]) -> t.Any:
    """Where the account of a run goes."""
    from tdomcheck.app.migrate.verbs import Outputs

    reports: list[tuple[str, str]] = []
    for value in given["reports"]:
        name, sign, path = value.partition("=")
        if not sign or not path or name not in FORMATS:
            raise click.UsageError(f"--report {value}: write FORMAT=PATH, with FORMAT one of {', '.join(FORMATS)}")
        reports.append((name, path))
    documents = [(f"--{name}", given.get(name, "")) for name in ("delta", "plan", "rows")]
    events = recording(given.get("events"), None)["events"]
    refuse_shared_files([*documents, *((f"--report {name}", path) for name, path in reports), ("--events", events)])
    is_json = given["form"] == "json"
    return Outputs(is_json, given["delta"], given.get("plan", ""), given.get("rows", ""), tuple(reports))


def request_of(given: t.Mapping[str, t.Any]) -> Request:
    """What the options say of files and configuration."""
    import sys

    keys = {
        "jobs": "jobs",
        "target_tdom": "target-tdom",
        "target_svcs_di": "target-svcs-di",
        "target_svcs": "target-svcs",
    }
    return Request(
        overrides={key: given[name] for name, key in keys.items() if given.get(name) is not None},
        allows_empty=given.get("allow_empty", False),
        show_progress=sys.stderr.isatty(),
        arguments=typed(),
        **recording(given.get("events"), given.get("task")),
        **configuration(t.cast("Chosen", given)),
    )
