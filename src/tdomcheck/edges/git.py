"""What git knows of a repository: its index, its revisions, and what differs from them.

Files on disk are hashed here and never compared by git, which would run the filters that the repository configures.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence

from tdomcheck.config.regular import open_regular
from tdomcheck.edges.git_command import OWN_PATHS, ask, output, reason
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import GitError
from tdomcheck.values import dataclass

_LINK = "120000"
_FILES = frozenset({"100644", "100755"})
_EMPTY_TREE = {
    "sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}
_RAW = ("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ita-invisible-in-index")
"""The index beside a tree, by object names: no file is looked at, so no filter and no driver runs."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file as a commit or the index holds it."""

    mode: str
    oid: str

    @property
    def is_file(self) -> bool:
        """Neither a link nor a submodule."""
        return self.mode in _FILES


Blobs = Mapping[str, Blob]
"""By absolute path."""


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What differs from a revision, in the index or on disk."""

    root: str
    """The top folder of the work tree."""
    changed: tuple[str, ...]
    """Added and changed files, sorted."""
    old: Blobs
    """The changed and the deleted files, as the revision has them."""
    index: Blobs | None = None
    """All files as the next commit has them, if it is about that."""
    repositories: tuple[str, ...] = ()
    """Folders with a repository of their own that this one does not track."""
    unmerged: tuple[str, ...] = ()
    """Files of which the index has several, as a merge left them."""


def repository_root(cwd: str) -> str:
    """The top folder of the work tree around `cwd`."""
    answer = output(cwd, "rev-parse", "--show-toplevel")
    root = os.path.realpath(os.fsdecode(answer.removesuffix(b"\n")))
    top = repository_top(os.path.realpath(cwd))
    if top is None or root == top or any(os.environ.get(name) for name in OWN_PATHS):
        return root
    raise GitError(
        "git rev-parse --show-toplevel",
        f"the configuration of the repository {top} says that its files are in {root} (core.worktree); "
        "name the files to look at instead",
    )


def staged(cwd: str) -> ChangeSet:
    """The index beside HEAD; before the first commit everything in it is new."""
    root = repository_root(cwd)
    empty = _empty_tree(root)
    every = _raw(root, empty)
    index = {path: new for path, _, new in every if new is not None}
    unmerged = {path for path, _, new in every if new is None}  # nothing is deleted from an empty tree
    rows = _raw(root, "HEAD") if _exists(root, "HEAD") else _raw(root, empty)
    old = {path: blob for path, blob, _ in rows if blob is not None}
    changed = tuple(sorted(path for path, _, new in rows if new is not None and new.mode != "160000"))
    return ChangeSet(root, changed, old, index, unmerged=tuple(sorted(unmerged)))


def deleted(cwd: str, revision: str) -> ChangeSet:
    """What the index no longer has of a revision: no file is read, and most commits delete none."""
    root = repository_root(cwd)
    rows = _raw(root, revision) if not revision.startswith("-") and _exists(root, revision) else []
    return ChangeSet(root, (), {path: blob for path, blob, new in rows if blob is not None and new is None})


def changed(cwd: str, since: str | None, is_ours: Callable[[str], bool]) -> ChangeSet:
    """What differs from HEAD, or from where the branch left `since`; also untracked files that are not ignored."""
    root = repository_root(cwd)
    old = {path: blob for path, blob in _tree(root, _base(root, since)).items() if is_ours(path)}
    files, repositories = _listing(root)
    there = sorted(path for path in files if is_ours(path) and os.path.lexists(path))
    differing = tuple(path for path in there if not _is_same(path, old.get(path)))
    same = frozenset(there).difference(differing)
    before = {path: blob for path, blob in old.items() if path not in same and not _is_left_out(path, files)}
    return ChangeSet(root, differing, before, repositories=repositories)


def _base(root: str, since: str | None) -> str:
    """What the work tree is compared with; nothing before the first commit."""
    if since is not None:
        return _merge_base(root, since)
    return "HEAD" if _exists(root, "HEAD") else _empty_tree(root)


def _listing(root: str) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Tracked and new files, each with the tag that git gives it, and the repositories inside of this one."""
    listing = output(root, "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard")
    names = {os.fsdecode(line[2:]): line[:1] for line in listing.split(b"\0") if line}
    # An untracked repository inside of this one is named as a folder.
    repositories = tuple(sorted(_absolute(root, name) for name in names if name.endswith("/")))
    return {_absolute(root, name): tag for name, tag in names.items() if not name.endswith("/")}, repositories


def _is_left_out(path: str, files: Mapping[str, bytes]) -> bool:
    """A sparse checkout leaves out what is not deleted."""
    return files.get(path) == b"S" and not os.path.lexists(path)


def ignored(cwd: str, paths: Iterable[str]) -> frozenset[str]:
    """Those of some paths that git does not show because its ignore files say so; none where it does not answer."""
    data = b"".join(os.fsencode(path) + b"\0" for path in paths)
    try:
        answer = ask(cwd, "check-ignore", "-z", "--stdin", data=data)
    except GitError:
        return frozenset()
    return frozenset(os.fsdecode(name) for name in answer.output.split(b"\0") if name)


def head(cwd: str) -> str | None:
    """The commit that is checked out; None before the first one."""
    answer = ask(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    return answer.output.decode("ascii").strip() if answer.status == 0 else None


def named(cwd: str, revision: str, paths: Sequence[str]) -> ChangeSet | None:
    """Files with what a revision has of them; None where no repository knows the revision."""
    try:
        root = repository_root(cwd)
        if revision.startswith("-") or not _exists(root, revision):
            return None
        inside = sorted(path for path in paths if path.startswith(root + os.sep))
        tree = _tree(root, revision, inside) if inside else {}
        return ChangeSet(root, tuple(inside), {path: tree[path] for path in inside if path in tree})
    except GitError:
        return None


def contents(root: str, oids: Iterable[str]) -> dict[str, bytes]:
    """What blobs hold, by object name."""
    names = sorted(set(oids))
    if not names:
        return {}
    answer = output(root, "cat-file", "--batch", data="".join(f"{oid}\n" for oid in names).encode("ascii"))
    blobs: dict[str, bytes] = {}
    position = 0
    for oid in names:
        end = answer.index(b"\n", position)
        head = answer[position:end].split(b" ")
        if len(head) != 3:  # `OID missing`: a partial clone
            raise GitError("git cat-file --batch", f"the object {oid} is missing here; fetch it (git fetch --refetch)")
        size = int(head[2])
        blobs[oid] = answer[end + 1 : end + 1 + size]
        position = end + 2 + size
    return blobs


def _is_same(path: str, blob: Blob | None) -> bool:
    """Whether a file on disk is the blob, byte for byte."""
    if blob is None:
        return False
    try:
        is_link = stat.S_ISLNK(os.lstat(path).st_mode)
        if is_link != (blob.mode == _LINK):
            return False
        if is_link:
            data = os.fsencode(os.readlink(path))
        else:
            with open_regular(path) as file:
                data = file.read()
    except OSError:
        return False  # the run says what is wrong with it
    return blob_name(data, blob.oid) == blob.oid


def blob_name(data: bytes, like: str) -> str:
    """The object name of a blob, in the format that another one has."""
    algorithm = hashlib.sha256 if len(like) == 64 else hashlib.sha1
    return algorithm(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _raw(root: str, tree: str) -> list[tuple[str, Blob | None, Blob | None]]:
    """Each path that differs between a tree and the index, with both blobs; an unmerged path has none in the index."""
    fields = output(root, *_RAW, tree, "--").split(b"\0")
    rows = []
    for head, name in zip(fields[::2], fields[1::2], strict=False):
        old_mode, new_mode, old, new, status = head.decode("ascii").removeprefix(":").split(" ")
        is_held = status[0] not in "DU"
        before = Blob(old_mode, old) if status[0] != "A" and old_mode != "000000" else None
        rows.append((_absolute(root, os.fsdecode(name)), before, Blob(new_mode, new) if is_held else None))
    return rows


_FEW = 500


def _tree(root: str, revision: str, paths: Sequence[str] = ()) -> dict[str, Blob]:
    """The files of a revision, all or those that some paths name."""
    names = [os.path.relpath(path, root).replace(os.sep, "/") for path in paths]
    named = names if len(names) <= _FEW else []  # a command line is limited
    arguments = ("ls-tree", "-r", "-z", "--full-tree", revision, "--", *named)
    entries = output(root, "--literal-pathspecs", *arguments).split(b"\0")
    blobs = {}
    for entry in entries:
        head, _, name = entry.partition(b"\t")
        if name:
            mode, kind, oid = head.decode("ascii").split(" ")
            if kind == "blob":
                blobs[_absolute(root, os.fsdecode(name))] = Blob(mode, oid)
    return blobs


def _empty_tree(root: str) -> str:
    """What every repository has without storing it."""
    answer = ask(root, "rev-parse", "--show-object-format")
    return _EMPTY_TREE.get(answer.output.decode("ascii", "replace").strip(), _EMPTY_TREE["sha1"])


def _merge_base(root: str, since: str) -> str:
    if since.startswith("-") or not _exists(root, since):
        raise GitError(
            f"git merge-base {since} HEAD",
            f"git knows no revision {since!r} here; check the spelling, or fetch it (in CI: fetch-depth: 0)",
        )
    answer = ask(root, "merge-base", since, "HEAD")
    if answer.status:
        why = reason(root, answer.complaint) if answer.complaint else "the two share no commit; fetch more history"
        raise GitError(f"git merge-base {since} HEAD", why)
    return answer.output.decode("ascii").split("\n", 1)[0]


def _exists(root: str, revision: str) -> bool:
    return ask(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").status == 0


def _absolute(root: str, name: str) -> str:
    return os.path.join(root, os.path.normpath(name))
