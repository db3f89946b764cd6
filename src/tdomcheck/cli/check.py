"""`tdomcheck check`: report; never writes."""

from __future__ import annotations

import os
import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.hook import check_once, names_nothing
from tdomcheck.cli.options import shared, typed
from tdomcheck.cli.requests import SharedOptions, request_of
from tdomcheck.values import replace

if t.TYPE_CHECKING:
    from tdomcheck.model.shard import Shard


class _Check(click.Command):
    """`--add-ignore` takes a reason only with `=`: the word after it is a path."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        options = [f"{word}=" if word == "--add-ignore" else word for word in args[:end]]
        return super().parse_args(ctx, options + args[end:])


@click.command("check", cls=_Check, short_help="Report what is wrong; never writes.")
@shared
@click.option("--why", "why_file", metavar="FILE", help="Show the way of a file through discovery, settings and rules.")
@click.option("--explain-target", is_flag=True, help="Say which versions the code is judged for, and why.")
@click.option("--show-settings", is_flag=True, help="Show the settings that hold, and where each comes from.")
@click.option("--show-files", is_flag=True, help="List the files that would be checked.")
@click.option(
    "--add-ignore",
    default=None,
    metavar="[=REASON]",
    help="Write a suppression for every finding; the reason only with `=`. `fix --undo` takes it back.",
)
@click.option(
    "--ignore-suppressions", is_flag=True, help="Also report what comments accept, with their reasons; an audit."
)
@click.option(
    "--shard", metavar="I/N", help="Only this part of the files; with --report shard=FILE for `report merge`."
)
@click.option("--new-only", is_flag=True, help="Report only what was not there at --base, by content.")
@click.option("--base", default=None, metavar="REF", help="With --new-only: the revision; HEAD if none is named.")
@click.option(
    "--focus", default=None, metavar="REF", help="Report what the changes since REF concern; SARIF has the rest, too."
)
@click.option("--fail-on-stale", is_flag=True, help="Exit 1 if the baseline has entries that nothing needs.")
@click.option("--diff", is_flag=True, help="With --add-ignore: show what would be written as a patch; write nothing.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes (needs tdomcheck[watch]).")
def command(
    why_file: str | None,
    *,
    explain_target: bool,
    show_settings: bool,
    show_files: bool,
    add_ignore: str | None,
    ignore_suppressions: bool,
    shard: str | None,
    new_only: bool,
    base: str | None,
    focus: str | None,
    fail_on_stale: bool,
    diff: bool,
    watch: bool,
    **given: t.Any,
) -> int:
    """Check PATHS (default: the project)."""
    options = t.cast("SharedOptions", given)
    if diff and add_ignore is None:
        raise click.UsageError("--diff goes with --add-ignore; to see what would be fixed: tdomcheck fix --diff")
    _check_revisions(options, base, focus, new_only=new_only)
    request = replace(
        request_of(options),
        reads_index=True,
        ignores_suppressions=ignore_suppressions,
        fails_on_stale=fail_on_stale,
        shard=_shard(shard, options),
        new_since=(base or "HEAD") if new_only else None,
        focus=focus,
        arguments=typed(),
        only_deleted=not options["paths"] and names_nothing(typed(), os.environ),
    )
    if why_file is not None:
        return _explain(request, why_file)
    if explain_target:
        return _targets(request)
    if show_settings or show_files:
        return _show(request, show_settings=show_settings)
    if add_ignore is not None:
        return _accept(replace(request, reads_index=False), add_ignore, is_dry=diff)
    return _run(request, options, is_watching=watch)


def _run(request: Request, options: SharedOptions, *, is_watching: bool) -> int:
    arguments = click.get_current_context().obj or ()
    if is_watching:
        from tdomcheck.cli.watch import watch_paths  # needs an extra

        return watch_paths(lambda: check_once(request, options, arguments))
    return check_once(request, options, arguments)


def _check_revisions(options: SharedOptions, base: str | None, focus: str | None, *, new_only: bool) -> None:
    """Raise UsageError where two options say otherwise what is looked at."""
    if base is not None and not new_only:
        raise click.UsageError("--base goes with --new-only; to look at changed files only: --changed --since REF")
    if focus is not None and (new_only or options["staged"] or options["changed"] or options["since"] is not None):
        raise click.UsageError("--focus looks at everything: it does not go with --new-only, --staged or --changed")


def _shard(text: str | None, options: SharedOptions) -> Shard | None:
    if text is None:
        return None
    if "-" in options["paths"]:
        raise click.UsageError("--shard deals files out, and standard input is one")
    from tdomcheck.model.shard import Shard

    try:
        return Shard.of(text)
    except ValueError as error:
        raise click.UsageError(f"--shard {error}") from None


def _targets(request: Request) -> int:
    from tdomcheck.app.explain import target_text
    from tdomcheck.app.session import Session

    click.echo(target_text(Session(request)), nl=False)
    return 0


def _explain(request: Request, name: str) -> int:
    from tdomcheck.app.explain import why
    from tdomcheck.app.session import Session

    click.echo(why(Session(request), name), nl=False)
    return 0


def _show(request: Request, *, show_settings: bool) -> int:
    from tdomcheck.app.plan_files import plan_run
    from tdomcheck.app.session import Session
    from tdomcheck.config.describe import show_settings as described
    from tdomcheck.report.escape import harmless, told, visible

    session = Session(request)
    if show_settings:
        click.echo(harmless(described(session.settings)), nl=False)
        return 0
    plan = plan_run(session)
    for file in plan.files:
        click.echo(visible(file.shown))
    click.echo(told("warning", session.trust.warnings), nl=False, err=True)
    click.echo(told("error", plan.errors), nl=False, err=True)
    return 2 if plan.errors else 0


def _accept(request: Request, reason: str, *, is_dry: bool) -> int:
    from tdomcheck.app.accept import add_ignores, ignores_to_add
    from tdomcheck.cli.patches import show_patch

    if not is_dry:
        text, code, notice = add_ignores(request, reason)
        click.echo(text, nl=False)
        click.echo(notice, nl=False, err=True)
        return code
    patch, code, notice = ignores_to_add(request, reason)
    show_patch(patch, os.environ)
    click.echo(notice, nl=False, err=True)
    return code
