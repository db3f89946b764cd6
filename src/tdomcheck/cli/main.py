"""The `tdomcheck` command and the one place that turns trouble into an exit code."""

from __future__ import annotations

import os
import signal
import sys
import typing as t
from collections.abc import Sequence

import click

import tdomcheck
from tdomcheck.errors import ExitCode, TdomcheckError
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
        "graph": "tdomcheck.cli.graph",
        "config": "tdomcheck.cli.config",
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


def run(arguments: Sequence[str]) -> int:
    """Run one command line; never raises but for bugs under `--debug`."""
    _prepare()
    is_debug = "--debug" in arguments
    try:
        result = cli.main(
            args=_arguments(arguments), prog_name="tdomcheck", standalone_mode=False, obj=tuple(arguments)
        )
        sys.stdout.flush()
        return int(result or 0)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        _show(error)
        return ExitCode.UNTRUSTWORTHY
    except (KeyboardInterrupt, click.Abort):
        return _interrupted()
    except (BrokenPipeError, SystemExit):  # click ends the process itself when its output is not read
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.UNTRUSTWORTHY
    except Exception as error:
        if is_debug:
            raise
        click.echo(_told(error), err=True)
        return ExitCode.UNTRUSTWORTHY


def _prepare() -> None:
    """Names of files may hold anything, and being ended from outside is being interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _show(error: click.ClickException) -> None:
    """As click does, with names that were typed made harmless: hooks type what they found."""
    from tdomcheck.report.escape import harmless

    error.message = harmless(error.message)
    error.show(sys.stderr)


def _told(error: Exception) -> str:
    """Expected trouble is a sentence; a fault of ours says where it is."""
    from tdomcheck.report.escape import harmless

    if isinstance(error, TdomcheckError):
        return harmless(f"error: {error}")
    return harmless(f"error: tdomcheck itself failed: {type(error).__name__}: {error}\n{_place(error)}")


def _place(error: Exception) -> str:
    import traceback  # 1 ms, for faults of ours

    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"
    return f"  at {where}; nothing was written. Please report it with the output of the same command and --debug."


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _interrupted() -> int:
    from tdomcheck.app.progress import interruption

    click.echo(interruption(), err=True)
    return ExitCode.INTERRUPTED


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
