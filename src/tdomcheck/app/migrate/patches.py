"""The changes of a run as one patch that `git apply` takes at the root of the repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.app.migrate.told import inner_path
from tdomcheck.app.session import Session
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.rewrite.patch import creation_diff, deletion_diff, move_diff, unified_diff


def patch_of(session: Session, writes: Sequence[FileWrite], formatted: Mapping[str, bytes] | None = None) -> str:
    """One diff a file, in their order; some hold what a formatter made of them, by absolute path."""
    pieces: list[str] = []
    for write in writes:
        path = inner_path(session, write.path)
        match write:
            case FileChange():
                pieces.append(unified_diff(path, write.before, (formatted or {}).get(write.path, write.after)))
            case FileCreation():
                pieces.append(creation_diff(path, write.after))
            case FileDeletion():
                pieces.append(deletion_diff(path, write.before))
            case FileMove():
                pieces.append(move_diff(path, inner_path(session, write.new_path), write.before, write.after))
    return "".join(pieces)
