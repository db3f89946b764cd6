"""The verbs, as click has them."""

from __future__ import annotations

import os
import sys
import typing as t
from collections.abc import Sequence

import click

import tdomcheck
from tdomcheck.errors import ExitCode
from tdomcheck.model.suffixes import DOCUMENTS, SOURCES


class Commands(click.Group):
    """Verbs are imported when they are called: usage errors and `--version` answer at once."""

    MODULES: t.ClassVar[dict[str, str]] = {
        "check": "tdomcheck.cli.check",
        "fix": "tdomcheck.cli.fix",
        "rule": "tdomcheck.cli.rule",
        "find": "tdomcheck.cli.find",
        "codemod": "tdomcheck.cli.codemod",
        "rename": "tdomcheck.cli.rename",
        "move": "tdomcheck.cli.move",
        "delete": "tdomcheck.cli.delete",
        "patch": "tdomcheck.cli.patch",
        "graph": "tdomcheck.cli.graph",
        "baseline": "tdomcheck.cli.baseline",
        "what-if": "tdomcheck.cli.what_if",
        "events": "tdomcheck.cli.events",
        "task": "tdomcheck.cli.task",
        "report": "tdomcheck.cli.report",
        "config": "tdomcheck.cli.config",
        "doctor": "tdomcheck.cli.doctor",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # click's signature
        return list(self.MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.MODULES:
            return None
        from importlib import import_module

        return t.cast("click.Command", import_module(self.MODULES[cmd_name]).command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in self.MODULES and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, self.MODULES, 1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            if os.path.exists(name):
                hint = f"; did you mean `tdomcheck check {name}`?"
            ctx.fail(f"there is no command `{name}`{hint}")
        return super().resolve_command(ctx, args)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(tdomcheck.__version__, prog_name="tdomcheck", message="%(prog)s %(version)s")
def cli() -> None:
    """Lint and codemods for t-string components (tdom) and service containers (svcs, svcs-di, tdom-svcs)."""


def invoke(arguments: Sequence[str]) -> int:
    """Run one command line; what click says of it is shown."""
    try:
        result = cli.main(
            args=_arguments(arguments), prog_name="tdomcheck", standalone_mode=False, obj=tuple(arguments)
        )
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        _show(error)
        return ExitCode.UNTRUSTWORTHY
    except click.Abort:
        raise KeyboardInterrupt from None
    return int(result or 0)


def _show(error: click.ClickException) -> None:
    """As click does, with names that were typed made harmless: hooks type what they found."""
    from tdomcheck.report.escape import harmless

    error.message = harmless(error.message)
    error.show(sys.stderr)


def _arguments(arguments: Sequence[str]) -> list[str]:
    """Read `@file` arguments, and keep names of files from being options: hooks hand on whatever files there are.

    What stands before a `--` was typed, and what stands behind it are names."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    words: list[str] = []
    for argument in arguments[:end]:
        if end == len(arguments) and _is_name(argument):
            words.append(os.path.join(".", argument))
        elif argument.startswith("@") and len(argument) > 1 and not _is_pattern(arguments, argument):
            words += _from_file(argument[1:])
        else:
            words.append(argument)
    return [*words, *(os.path.join(".", name) if name == "-" else name for name in arguments[end:])]


def _is_name(argument: str) -> bool:
    """Whether what looks like an option or a file of arguments is a file that is to be looked at."""
    if not argument.startswith(("-", "@")) or not os.path.lexists(argument):
        return False
    if argument.startswith("@") or argument.endswith(SOURCES + DOCUMENTS):
        return True
    if "PRE_COMMIT" in os.environ:
        raise click.UsageError(
            f"{argument} is an option, and the name of a file here: end the `args` of the hook with `--`, or rename it"
        )
    return False


def _is_pattern(arguments: Sequence[str], argument: str) -> bool:
    """`find '@login'` searches for a decorator."""
    return arguments[0] == "find" and not os.path.lexists(argument[1:])


def _from_file(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return [line for line in file.read().split("\n") if line]
    except OSError as error:
        raise click.UsageError(f"arguments could not be read from {path}: {error.strerror}") from None
