"""Which run it is that tells something: session, branch, commit and specification."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tdomcheck.edges.git_command import ask
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import GitError
from tdomcheck.model.events import RunIdentity
from tdomcheck.report.events.secret_shapes import masked

_BRANCH = "refs/heads/"
_MOST = 1_000
"""Letters of a variable that are kept."""


def identity_of(cwd: str, environ: Mapping[str, str]) -> RunIdentity:
    """A new run in some folder."""
    commit, branch = _checked_out(cwd)
    return RunIdentity(
        new_run(),
        without_secrets(_variable(environ, "TDOMCHECK_SESSION")),
        without_secrets(branch or _branch_of_action(environ)),
        commit,
        without_secrets(_variable(environ, "TDOMCHECK_SPEC")),
    )


def without_secrets(name: str | None) -> str | None:
    """What a run is called, with `***` for tokens and who logs in; the same wherever it is told, so that runs group."""
    return None if name is None else masked(name)


def new_run() -> str:
    """A random UUID; the module that makes them takes longer to import than to do without."""
    data = bytearray(os.urandom(16))
    data[6] = data[6] & 0x0F | 0x40
    data[8] = data[8] & 0x3F | 0x80
    text = data.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _variable(environ: Mapping[str, str], name: str) -> str | None:
    return environ.get(name, "")[:_MOST] or None


def _branch_of_action(environ: Mapping[str, str]) -> str | None:
    """A runner of GitHub checks out a commit, and knows the branch."""
    head = _variable(environ, "GITHUB_HEAD_REF")
    return head or (_variable(environ, "GITHUB_REF_NAME") if environ.get("GITHUB_REF_TYPE") == "branch" else None)


def _checked_out(cwd: str) -> tuple[str | None, str | None]:
    """Commit and branch; neither without git, and no commit before the first one."""
    if repository_top(cwd) is None:
        return None, None
    try:
        both = ask(cwd, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
        if both.status == 0:
            commit, _, ref = both.output.decode("utf-8", "surrogateescape").strip().partition("\n")
            return commit, _short(ref)
        unborn = ask(cwd, "symbolic-ref", "--quiet", "HEAD")
    except GitError:
        return None, None
    return None, _short(unborn.output.decode("utf-8", "surrogateescape").strip())


def _short(ref: str) -> str | None:
    return ref.removeprefix(_BRANCH) if ref.startswith(_BRANCH) else None
