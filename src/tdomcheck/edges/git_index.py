"""Moves in git's index: what `git mv` does there, by object names alone, so that no filter of the repository runs."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tdomcheck.edges.file_writes import FileMove
from tdomcheck.edges.git import Blob, blob_name
from tdomcheck.edges.git_command import ask, output, reason
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edges.journal import IndexMove
from tdomcheck.errors import GitError

_FEW = 500


def index_moves(moves: Sequence[FileMove], root: str) -> tuple[IndexMove, ...]:
    """The moves of files that the index holds as they are on disk; raises GitError."""
    found: list[IndexMove] = []
    for top, group in sorted(_by_repository(moves).items()):
        entries = index_entries(top, [path for move in group for path in (move.path, move.new_path)])
        for move in group:
            blob = entries.get(move.path)
            if blob is not None and move.new_path not in entries and is_clean(move.before, blob):
                old, new = (os.path.relpath(path, root).replace(os.sep, "/") for path in (move.path, move.new_path))
                found.append(IndexMove(old, new, blob.mode, blob.oid))
    return tuple(found)


def is_clean(data: bytes, blob: Blob) -> bool:
    """Whether content is what the index holds, but for the line ends that `core.autocrlf` may change."""
    return blob.is_file and blob.oid in {
        blob_name(data, blob.oid),
        blob_name(data.replace(b"\r\n", b"\n"), blob.oid),
    }


def index_entries(top: str, paths: Sequence[str]) -> dict[str, Blob]:
    """What the index of a repository holds of some files, by absolute path; nothing of an unmerged one."""
    names = [os.path.relpath(path, top).replace(os.sep, "/") for path in paths]
    named = names if len(names) <= _FEW else []  # a command line is limited
    listing = output(top, "--literal-pathspecs", "ls-files", "-s", "-z", "--", *named)
    entries: dict[str, Blob] = {}
    for line in listing.split(b"\0"):
        head, _, name = line.partition(b"\t")
        if name:
            mode, oid, stage = head.decode("ascii").split(" ")
            if stage == "0":
                entries[os.path.join(top, *os.fsdecode(name).split("/"))] = Blob(mode, oid)
    return entries


def sparse_files(top: str, paths: Sequence[str]) -> set[str]:
    """Those of some files that a sparse checkout leaves out: the index has them, and the disk need not."""
    names = [os.path.relpath(path, top).replace(os.sep, "/") for path in paths]
    listing = output(top, "--literal-pathspecs", "ls-files", "-t", "-z", "--", *names[:_FEW])
    rows = (os.fsdecode(line) for line in listing.split(b"\0"))
    return {os.path.join(top, *row[2:].split("/")) for row in rows if row.startswith("S ")}


def move_in_index(moves: Sequence[IndexMove], root: str) -> None:
    """Enter what a run moves; raises GitError, and the index is as it was then."""
    for top, group in sorted(_grouped(moves, root).items()):
        _update(top, [(_name(move.path, root, top), _name(move.new_path, root, top), move) for move in group])


def move_back(moves: Sequence[IndexMove], root: str) -> list[str]:
    """Take back what a run entered; the places, relative to the root, whose entries others have changed since."""
    strange: list[str] = []
    for top, group in sorted(_grouped(moves, root).items()):
        paths = [os.path.join(root, *path.split("/")) for move in group for path in (move.path, move.new_path)]
        entries = index_entries(top, paths)
        rows = []
        for move in group:
            old = entries.get(os.path.join(root, *move.path.split("/")))
            new = entries.get(os.path.join(root, *move.new_path.split("/")))
            if new == Blob(move.mode, move.oid) and old is None:
                rows.append((_name(move.new_path, root, top), _name(move.path, root, top), move))
            elif not (new is None and old == Blob(move.mode, move.oid)):
                strange.append(move.new_path)
        _update(top, rows)
    return strange


def _update(top: str, rows: Sequence[tuple[str, str, IndexMove]]) -> None:
    if not rows:
        return
    lines = [f"0 {'0' * len(move.oid)}\t{old}\0{move.mode} {move.oid}\t{new}\0" for old, new, move in rows]
    answer = ask(top, "update-index", "-z", "--index-info", data=os.fsencode("".join(lines)))
    if answer.status:
        raise GitError("git update-index", reason(top, answer.complaint))


def _by_repository(moves: Sequence[FileMove]) -> dict[str, list[FileMove]]:
    """Moves within one repository; between two, as out of a submodule, there is no one index to move in."""
    groups: dict[str, list[FileMove]] = {}
    for move in moves:
        top = repository_top(os.path.dirname(move.path))
        if top is not None and repository_top(os.path.dirname(move.new_path)) == top:
            groups.setdefault(top, []).append(move)
    return groups


def _grouped(moves: Sequence[IndexMove], root: str) -> dict[str, list[IndexMove]]:
    groups: dict[str, list[IndexMove]] = {}
    for move in moves:
        folder = os.path.dirname(os.path.join(root, *move.path.split("/")))
        top = repository_top(folder)
        if top is not None:
            groups.setdefault(top, []).append(move)
    return groups


def _name(path: str, root: str, top: str) -> str:
    return os.path.relpath(os.path.join(root, *path.split("/")), top).replace(os.sep, "/")
