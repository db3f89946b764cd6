"""What git's index holds of some files, by object names alone, so that no filter of the repository runs."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tdomcheck.edges.git import Blob, blob_name
from tdomcheck.edges.git_command import output

_FEW = 500


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
