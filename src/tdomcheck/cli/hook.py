"""What a hook types, `check --force-exclude -- FILES`, read without click, which takes a seventh of such a run."""

from __future__ import annotations

import os
import sys
import typing as t
from collections.abc import Mapping, Sequence

if t.TYPE_CHECKING:
    from tdomcheck.app.request import Request
    from tdomcheck.cli.requests import SharedOptions

_VERB = ("check", "--force-exclude")
_FEW = 20
"""Files of one commit: they have just changed, and nobody asks for the same answer again, which takes 6 ms to keep."""


def run_hook(arguments: Sequence[str]) -> int | None:
    """Check the files that a hook names, or what a commit deletes; None: the command line says more than that."""
    names = names_in(arguments)
    is_nothing_named = tuple(arguments) == (*_VERB, "--") and names_nothing(arguments, os.environ)
    if not (names or is_nothing_named) or "TDOMCHECK_TRUST_PLUGINS" in os.environ:
        return None
    from tdomcheck.cli.requests import DEFAULTS, request_of  # other commands, `--version` too, need not wait for it
    from tdomcheck.values import replace

    options: SharedOptions = {**DEFAULTS, "paths": tuple(names), "force_exclude": True}
    request = replace(request_of(options), reads_index=True, arguments=tuple(arguments[1:]))
    request = replace(request, only_deleted=is_nothing_named)
    return check_once(request, options, arguments, is_asked_again=len(names) > _FEW)


def names_nothing(words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Whether pre-commit has no file to name: it says nothing of those that a commit deletes."""
    return "PRE_COMMIT" in environ and tuple(words[-1:]) == ("--",)


def names_in(arguments: Sequence[str]) -> Sequence[str]:
    """The files of a hook; nothing where a word may be an option, a file of arguments or standard input."""
    if tuple(arguments[:2]) != _VERB:
        return ()
    names = arguments[3:] if arguments[2:3] == ["--"] else arguments[2:]
    return () if any(not name or name.startswith(("-", "@")) for name in names) else names


def check_once(
    request: Request, options: SharedOptions, arguments: Sequence[str], *, is_asked_again: bool = True
) -> int:
    """One run of the use case, shown."""
    from tdomcheck.app.run import run_check  # usage errors need not wait for it
    from tdomcheck.cli.requests import view_of
    from tdomcheck.edges.snapshot import key_of

    key = key_of(arguments, os.environ) if is_asked_again else None
    text, code, notice = run_check(
        request, view_of(options, "check", is_shard=request.shard is not None), os.environ, key
    )
    sys.stdout.write(text)
    sys.stdout.flush()
    sys.stderr.write(notice)
    return code
