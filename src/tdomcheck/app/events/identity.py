"""Which run it is that tells something: session, branch, commit and specification."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from tdomcheck.edges.git_command import ask
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import GitError
from tdomcheck.model.events import RunIdentity

_BRANCH = "refs/heads/"
_MOST = 1_000
"""Letters of a variable that are kept."""


def identity_of(cwd: str, environ: Mapping[str, str]) -> RunIdentity:
    """A new run in some folder."""
    commit, branch = _checked_out(cwd)
    return RunIdentity(
        str(uuid4()),
        _variable(environ, "TDOMCHECK_SESSION"),
        branch or _branch_of_action(environ),
        commit,
        _variable(environ, "TDOMCHECK_SPEC"),
    )


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
