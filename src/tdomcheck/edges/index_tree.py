"""The files of the next commit as contents by absolute path: read from git's index, whatever is on disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from tdomcheck.config.regular import read_regular
from tdomcheck.edges.git import ChangeSet, contents
from tdomcheck.model.suffixes import is_input


class IndexTree(Mapping[str, bytes]):
    """Every file of the index that is of a kind that is read; contents are fetched when they are asked for."""

    def __init__(self, change: ChangeSet) -> None:
        self.change = change
        blobs = change.index or {}
        self._blobs = {path: blob for path, blob in blobs.items() if is_input(path) or path.endswith(".toml")}
        self._contents: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        oid = self._file(path)
        if oid not in self._contents:
            self.fetch([path])
        return self._contents[oid]

    def __iter__(self) -> Iterator[str]:
        return (path for path, blob in self._blobs.items() if blob.is_file)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, path: object) -> bool:
        return path in self._blobs and self._blobs[str(path)].is_file

    def _file(self, path: str) -> str:
        if path not in self:
            raise KeyError(path)
        return self._blobs[path].oid

    def oid(self, path: str) -> str:
        """The object name of a file."""
        return self._blobs[path].oid

    def is_link(self, path: str) -> bool:
        return path in self._blobs and not self._blobs[path].is_file

    def fetch(self, paths: Iterable[str]) -> None:
        """Read many files with one question to git."""
        oids = {self._blobs[path].oid for path in paths if path in self}
        self._contents.update(contents(self.change.root, oids.difference(self._contents)))

    def read(self, path: str) -> bytes:
        """A file of the repository as it is in the index, of whatever kind; another as it is on disk."""
        blob = (self.change.index or {}).get(path)
        if blob is not None and blob.is_file:
            if blob.oid not in self._contents:
                self._contents.update(contents(self.change.root, [blob.oid]))
            return self._contents[blob.oid]
        if self._is_ours(path):
            raise FileNotFoundError(2, "it is not in the index", path)
        return read_regular(path)

    def exists(self, path: str) -> bool:
        """Whether a file is in the index; outside of the repository and in its `.git`, whether it is on disk."""
        return path in (self.change.index or {}) if self._is_ours(path) else os.path.lexists(path)

    def _is_ours(self, path: str) -> bool:
        inside = os.path.relpath(path, self.change.root).split(os.sep)
        return inside[0] != os.pardir and ".git" not in inside
