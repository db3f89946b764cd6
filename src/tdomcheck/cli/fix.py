"""`tdomcheck fix`: apply fixes, show them, or take the last ones back."""

from __future__ import annotations

import os
import typing as t

import click

from tdomcheck.cli.hook import names_nothing
from tdomcheck.cli.options import shared, typed
from tdomcheck.cli.patches import show_patch
from tdomcheck.cli.requests import SharedOptions, request_of, view_of
from tdomcheck.values import replace


@click.command("fix", short_help="Apply fixes; -i reviews them, --diff shows them, --undo takes them back.")
@shared
@click.option("--interactive", "-i", is_flag=True, help="Review fixes one by one.")
@click.option("--diff", is_flag=True, help="Show what would change as a patch; write nothing.")
@click.option("--undo", is_flag=True, help="Take back the last run of fix.")
@click.option("--fixable", multiple=True, metavar="CODES", help="Only fixes of these rules.")
@click.option("--unfixable", multiple=True, metavar="CODES", help="No fixes of these rules.")
@click.option("--fix-only", is_flag=True, help="Say what was fixed and how much is left, and do not exit 1 for it.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit 1 when something was fixed.")
@click.option("--show-fixes", is_flag=True, help="List what was fixed and what was not, and why.")
def command(
    fixable: tuple[str, ...],
    unfixable: tuple[str, ...],
    *,
    interactive: bool,
    diff: bool,
    undo: bool,
    fix_only: bool,
    exit_non_zero_on_fix: bool,
    show_fixes: bool,
    **given: t.Any,
) -> int:
    """Fix PATHS (default: the project)."""
    from tdomcheck.app.request import FixOptions  # usage errors need not wait for it
    from tdomcheck.app.run import run_fix, run_undo

    options = t.cast("SharedOptions", given)
    lists = {"fixable": _codes(fixable), "unfixable": _codes(unfixable)}
    request = request_of(options, {name: codes for name, codes in lists.items() if codes})
    only_deleted = not options["paths"] and names_nothing(typed(), os.environ)
    request = replace(request, arguments=typed(), only_deleted=only_deleted)
    if undo:
        text, code, notice = run_undo(request, os.environ)
        click.echo(text, nl=False)
        click.echo(notice, nl=False, err=True)
        return code
    asks = None
    if interactive:
        from tdomcheck.cli.review import Reviewer

        asks = Reviewer()
    fix_options = FixOptions(
        takes_unsafe=bool(options["unsafe_fixes"]) or None,
        writes=not diff,
        exits_non_zero_on_fix=exit_non_zero_on_fix,
        asks=asks,
    )
    view = view_of(options, "diff" if diff else "fix", show_fixes=show_fixes)
    text, code, notice = run_fix(request, fix_options, view, os.environ, is_patch=diff, is_fix_only=fix_only)
    if diff:
        show_patch(text, os.environ)
    else:  # code is given back byte for byte, whatever its encoding
        is_code = request.stdin is not None
        click.echo(text.encode("utf-8", "surrogateescape") if is_code else text, nl=False, color=True)
    click.echo(notice, nl=False, err=True)
    return code


def _codes(values: tuple[str, ...]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]
