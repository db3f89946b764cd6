"""Which files hold work that no commit has: what a run changed in them could not be told apart from it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from tdomcheck.edges import git
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.edges.git_command import ask
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edges.git_index import index_entries, is_clean
from tdomcheck.errors import GitError
from tdomcheck.model.delta import Repository


def dirty_files(writes: Sequence[FileWrite]) -> tuple[str, ...]:
    """The absolute paths of files to be written that are not as the last commit has them; without git none is."""
    groups: dict[str, dict[str, bytes]] = {}
    for path, data in _old_contents(writes):
        top = repository_top(os.path.dirname(path))
        if top is not None:
            groups.setdefault(os.path.realpath(top), {})[os.path.realpath(path)] = data
    dirty: list[str] = []
    for top, contents in sorted(groups.items()):
        if _has_git(top):
            dirty += _dirty_in(top, contents)
    return tuple(sorted(dirty))


def _old_contents(writes: Sequence[FileWrite]) -> Iterator[tuple[str, bytes]]:
    for write in writes:
        if isinstance(write, FileChange | FileDeletion | FileMove):
            yield write.path, write.before
        elif isinstance(write, FileCreation) and os.path.lexists(write.path):
            yield write.path, b""


def _has_git(top: str) -> bool:
    try:
        ask(top, "rev-parse", "--git-dir")
    except GitError as error:
        if "not installed" in error.reason:
            return False
        raise
    return True


def _dirty_in(top: str, contents: dict[str, bytes]) -> Iterator[str]:
    """Content, index and commit must agree."""
    paths = sorted(contents)
    index = index_entries(top, paths)
    commit = git.named(top, "HEAD", paths)
    head = commit.old if commit is not None else {}
    for path in paths:
        staged, committed = index.get(path), head.get(path)
        if staged is None or committed is None or staged.oid != committed.oid or not is_clean(contents[path], staged):
            yield path


def repository_of(cwd: str, *, is_dirty: bool) -> Repository:
    """The commit that is checked out, if any."""
    top = repository_top(cwd)
    if top is None:
        return Repository()
    try:
        answer = ask(top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except GitError:
        return Repository()
    head = answer.output.decode("ascii", "replace").strip()
    return Repository(head if not answer.status and head else None, is_dirty)
