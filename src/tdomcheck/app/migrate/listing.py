"""Everything that lies in a project, but for what git ignores."""

from __future__ import annotations

import os

from tdomcheck.edges.discovery import NEVER
from tdomcheck.edges.git_command import ask
from tdomcheck.errors import GitError
from tdomcheck.model.paths import is_of_git, is_of_state, path_from


def listed_files(root: str) -> list[str]:
    """What lies in a project, also beside what is checked: settings that say names, files of a package, links."""
    try:
        listing = ask(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    except GitError:
        return _walked(root)
    if listing.status:
        return _walked(root)
    return [os.fsdecode(name) for name in listing.output.split(b"\0") if name]


def _walked(root: str) -> list[str]:
    files: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in NEVER and not name.startswith(".")]
        inner = path_from(root, folder)
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        files += (name if inner == "." else f"{inner}/{name}" for name in (*names, *links))
    return files


def is_plain(root: str, name: str) -> bool:
    """Whether a file is one of the project's: regular, and neither ours nor git's."""
    path = os.path.join(root, *name.split("/"))
    is_ours = not is_of_state(name) and not is_of_git(name)
    return is_ours and os.path.isfile(path) and not os.path.islink(path)
