"""Which commit the changes are compared with, and how many files they touch. Where nobody knows, it says why."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tdomcheck_action.event import Event

_HARMLESS = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "diff.external=", "safe.bareRepository=explicit")
_SECONDS = 120.0
_ADVICE = "check out with `fetch-depth: 2`, or 0 for pull requests that are not checked out as merged"

Git = Callable[[Sequence[str]], "bytes | None"]
"""What git answers; None where it refuses."""


@dataclass(frozen=True)
class Base:
    """The commit before the changes, or why there is none."""

    sha: str = ""
    reason: str = ""
    files: int | None = None
    """How many files differ from it."""


def git_in(folder: str) -> Git:
    """Git as a process that runs nothing of the repository, asks nobody and fetches nothing."""
    settings = [word for setting in _HARMLESS for word in ("-c", setting)]
    own = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF")
    environ = {name: value for name, value in os.environ.items() if name not in own}
    environ |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}

    def ask(arguments: Sequence[str]) -> bytes | None:
        try:
            done = subprocess.run(
                ["git", "--no-pager", *settings, *arguments],
                cwd=folder,
                env=environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        return done.stdout if done.returncode == 0 else None

    return ask


def find_base(event: Event, git: Git) -> Base:
    """The base of an event in a checkout."""
    if _commit(git, "HEAD") is None:
        return Base(reason="this is no checkout of git with a commit")
    sha, reason = _base(event, git)
    if not sha:
        return Base(reason=reason)
    names = git(["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", sha, "HEAD"])
    return Base(sha, files=None if names is None else names.count(b"\0"))


def _base(event: Event, git: Git) -> tuple[str, str]:
    match event.name:
        case "pull_request":
            return _of_pull_request(event, git)
        case "merge_group":
            return _named(event, git, "the base of the merge group")
        case "push" if set(event.base) == {"0"}:
            return "", "the branch is new, so there is nothing before it"
        case "push":
            return _named(event, git, "the commit before the push")
        case _:
            return "", event.trouble or f"the event `{event.name or 'of this run'}` names no commit to compare with"


def _of_pull_request(event: Event, git: Git) -> tuple[str, str]:
    first, second = _commit(git, "HEAD^1"), _commit(git, "HEAD^2")
    if first and second and event.head in {"", second}:  # else the branch itself ends with a merge
        return first, ""
    if not event.base:
        return "", event.trouble or "the event names no base"
    if _commit(git, event.base) is None:
        return "", f"the base {event.base[:12]} is not in the checkout; {_ADVICE}"
    fork = git(["merge-base", event.base, "HEAD"])
    if not fork:
        return "", f"the checkout does not reach back to where the branch left its base; {_ADVICE}"
    return fork.decode("ascii").split("\n", 1)[0], ""


def _named(event: Event, git: Git, what: str) -> tuple[str, str]:
    if not event.base:
        return "", event.trouble or f"the event does not name {what}"
    if _commit(git, event.base) is None:
        return "", f"{what}, {event.base[:12]}, is not in the checkout: it is shallow, or history was rewritten"
    return event.base, ""


def _commit(git: Git, name: str) -> str | None:
    answer = git(["rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"])
    return answer.decode("ascii", "replace").strip() if answer else None
