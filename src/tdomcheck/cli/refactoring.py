"""What the verbs have in common that change a whole project: `rename`, `move`, `delete`."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.cli.answers import said
from tdomcheck.cli.codemod import order_of, outputs_of, request_of, showing

Command = t.Callable[..., t.Any]
_COMMON: tuple[Command, ...] = (
    click.option("--plan", default="", metavar="FILE", help="Write what would be done, for `codemod apply`."),
    click.option("--include-proposals", is_flag=True, help="Make the changes that are not certain, too."),
    click.option("--fail-on-proposals", is_flag=True, help="Exit 1 where any are left, also outside of Python."),
    click.option("--keep-going", is_flag=True, help="Leave files out that mention the name and do not parse."),
)


def refactoring(function: Command) -> Command:
    """The options of all three."""
    for option in reversed(_COMMON):
        function = option(function)
    return showing(function)


def run(verb: str, source: str, target: str, paths: tuple[str, ...], given: t.Mapping[str, t.Any]) -> int:
    """Call the use case and say what came of it."""
    from tdomcheck.app.migrate.order import RunEffect
    from tdomcheck.app.migrate.refactorings import RefactoringRequest, run_refactoring
    from tdomcheck.refactor.rename import RenameOptions
    from tdomcheck.values import replace

    order = order_of(given)
    if given["plan"]:
        if given["dry_run"] or given["diff"]:
            raise click.UsageError("--plan writes a plan and nothing else: leave --dry-run and --diff out")
        order = replace(order, effect=RunEffect.PLAN)
    order = replace(order, takes_proposals=given["include_proposals"], fails_on_proposals=given["fail_on_proposals"])
    options = RenameOptions(
        strings=given.get("strings", False),
        prose=given.get("prose", False),
        allow_shadowing=given.get("allow_shadowing", False),
        keep_going=given["keep_going"],
    )
    wish = RefactoringRequest(
        verb, source, target, options, reexport=given.get("reexport", False), force=given.get("force", False)
    )
    answer = run_refactoring(request_of(given), paths, wish, order, outputs_of(given))
    return said(answer, is_patch=given["diff"])
