"""Git as a process, made harmless: what a repository's own configuration could make it run is turned off."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Mapping

from tdomcheck.errors import GitError

OWN_PATHS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")
"""Set inside of hooks, often relative to the folder that the hook was started in."""
_HARMLESS = (
    "core.fsmonitor=false",  # else the command that it names runs whenever the index is read
    f"core.hooksPath={os.devnull}",
    "diff.external=",
    "safe.bareRepository=explicit",  # a folder of the checkout that looks like a repository is not one
)
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",  # nothing is written, not even a refreshed index
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "",
    # An object that a partial clone lacks would be fetched, by a command that the repository's configuration names.
    "GIT_NO_LAZY_FETCH": "1",  # git 2.45 and newer
    "GIT_ALLOW_PROTOCOL": "none",  # older ones: no transport has this name, `ext::` and `file` included
}
_DROPPED = ("GIT_EXTERNAL_DIFF",)
SECONDS = 120.0
"""How long git may take for one answer."""


class Answer(t.NamedTuple):
    status: int
    output: bytes
    complaint: str


def ask(cwd: str, *arguments: str, data: bytes | None = None) -> Answer:
    """What git answers; it neither pages, prompts, translates, fetches nor writes, and starts no other program."""
    import subprocess  # a hundredth of a second, for those who ask

    settings = [word for setting in _HARMLESS for word in ("-c", setting)]
    command = " ".join(("git", *arguments))
    try:
        process = subprocess.run(
            [program(os.environ), "--no-pager", *settings, *arguments],
            cwd=cwd,
            env=_environment(os.environ),
            input=b"" if data is None else data,
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        what = "a pipe that it waits for, or far too much to read"
        raise GitError(command, f"it gave no answer in {SECONDS:g} seconds; the repository may hold {what}") from None
    except (OSError, ValueError) as error:
        raise GitError(command, _start_failure(cwd, error)) from None
    return Answer(process.returncode, process.stdout, process.stderr.decode("utf-8", "replace").strip())


def output(cwd: str, *arguments: str, data: bytes | None = None) -> bytes:
    """What git prints; its complaint as an error."""
    answer = ask(cwd, *arguments, data=data)
    if answer.status:
        raise GitError(" ".join(("git", *arguments)), reason(cwd, answer.complaint))
    return answer.output


def program(environ: Mapping[str, str]) -> str:
    """Git, from the absolute folders of the PATH: others mean the checked project, as the current folder does."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(name)


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    own = {name: os.path.abspath(environ[name]) for name in OWN_PATHS if environ.get(name)}
    inherited = {name: value for name, value in environ.items() if name not in _DROPPED}
    return {**inherited, **own, **_ENVIRONMENT}


def _start_failure(cwd: str, error: OSError | ValueError) -> str:
    if not os.path.isdir(cwd):
        return f"{cwd} is not a folder"
    if isinstance(error, FileNotFoundError):
        return "git is not installed or not on the PATH; install it, or name the files to look at instead"
    return str(error)


def reason(cwd: str, complaint: str) -> str:
    """A complaint of git as a sentence that says what to do."""
    if "not a git repository" in complaint:
        return f"{cwd} is not inside a git repository; go to one, or name the files to look at instead"
    if "dubious ownership" in complaint:
        return f"{cwd} belongs to another user; if you trust it: git config --global --add safe.directory {cwd}"
    if "must be run in a work tree" in complaint or "cannot use bare repository" in complaint:
        return f"{cwd} belongs to a repository without checked-out files"
    return complaint.removeprefix("fatal: ") or "it gave no reason"
