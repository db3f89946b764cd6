"""What git calls the renamed file of one that is gone, by object names alone: no filter of the repository runs."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from tdomcheck.edges.git import blob_name, repository_root
from tdomcheck.edges.git_command import ask, output
from tdomcheck.errors import GitError
from tdomcheck.model.paths import is_within

_SIMILAR = ("-M50%", "--diff-filter=R", "--name-status", "-z")
_MOST_PATHS = 500
"""A command line is limited; of the other files that are gone nobody looks where they went."""
_MOST_STEPS = 10
"""How often a file may have been renamed since."""


def renamed_files(
    cwd: str, gone: Collection[str], present: Collection[str], read: Callable[[str], bytes]
) -> Mapping[str, str]:
    """From files that are gone to where they are now, by absolute path, as far as that is among those present.

    Git calls a file renamed where half of it is the same in the commit that removed it, or in the index. One of the
    same content is the same file, too, also where git does not track it yet. Without git nothing is renamed."""
    try:
        root = repository_root(cwd)
        lost, there = ([path for path in sorted(paths) if is_within(path, root)] for paths in (gone, present))
        return _History(root, read).targets(lost[:_MOST_PATHS], there)
    except GitError:
        return {}


class _Last(t.NamedTuple):
    """What a file was before it went: where it was, and its object name."""

    revision: str
    oid: str


class _History:
    """The renames of a repository that lead to its index, and what files held before they went."""

    def __init__(self, root: str, read: Callable[[str], bytes]) -> None:
        self._root = root
        self._read = read
        has_head = ask(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").status == 0
        self._staged = dict(_pairs(output(root, "diff-index", "--cached", *_SIMILAR, "HEAD", "--"))) if has_head else {}
        self._has_head = has_head

    def targets(self, gone: Collection[str], present: Collection[str]) -> dict[str, str]:
        places = {self._name(path): path for path in present}
        last: dict[str, _Last] = {}
        names = self._last_names([self._name(path) for path in gone], places.keys(), last)
        found = {path: places.get(name, "") for path, name in zip(gone, names, strict=True)}
        for path, name in zip(gone, names, strict=True):
            if not found[path] and name in last:
                found[path] = self._same(last[name], places)
        return {old: new for old, new in found.items() if new}

    def _same(self, last: _Last, places: Mapping[str, str]) -> str:
        """The first file of the same content that was not there as long as the one that is gone."""
        same = {name: path for name, path in places.items() if blob_name(self._read(path), last.oid) == last.oid}
        names = sorted(same)[:_MOST_PATHS]
        older = self._held(last.revision, names)
        return next((same[name] for name in names if name not in older), "")

    def _last_names(self, names: Sequence[str], present: Collection[str], last: dict[str, _Last]) -> Sequence[str]:
        """What files are called after all renames; `last` gets what those were that were not renamed again."""
        for _ in range(_MOST_STEPS if self._has_head else 0):
            following = self._step(sorted({*names} - {*present} - last.keys()), last)
            if not following:
                break
            names = [following.get(name, name) for name in names]
        return names

    def _step(self, names: Collection[str], last: dict[str, _Last]) -> dict[str, str]:
        """Where some files went, in the index or in the commits that removed them."""
        held = self._held("HEAD", names)
        last.update({name: _Last("HEAD", oid) for name, oid in held.items()})
        removals = dict(self._removals([name for name in names if name not in held]))
        last.update({name: _Last(f"{commit}^", oid) for name, (commit, oid) in removals.items()})
        following = {name: self._staged[name] for name in held if name in self._staged}
        if removals:
            commits = "".join(f"{commit}\n" for commit in sorted({commit for commit, _ in removals.values()}))
            arguments = ("diff-tree", "--stdin", "--no-commit-id", "-r", *_SIMILAR)
            pairs = dict(_pairs(output(self._root, *arguments, data=commits.encode("ascii"))))
            following.update({name: pairs[name] for name in removals if name in pairs})
        return following

    def _held(self, revision: str, names: Collection[str]) -> dict[str, str]:
        """What a revision has of some files."""
        if not names:
            return {}
        arguments = ("ls-tree", "-r", "-z", "--full-tree", revision, "--", *names)
        listing = output(self._root, "--literal-pathspecs", *arguments)
        rows = (line.partition(b"\t") for line in listing.split(b"\0") if line)
        blobs = {os.fsdecode(name): head.split(b" ")[2].decode("ascii") for head, _, name in rows}
        return {name: blobs[name] for name in names if name in blobs}

    def _removals(self, names: Collection[str]) -> Iterator[tuple[str, tuple[str, str]]]:
        """The last commit that removed each file, and what the file held until then."""
        if not names:
            return
        arguments = ("log", "--no-renames", "--diff-filter=D", "--raw", "--no-abbrev", "-z", "--format=%H", "HEAD")
        fields = iter(output(self._root, "--literal-pathspecs", *arguments, "--", *names).split(b"\0"))
        commit, seen = "", set[str]()
        for text in map(bytes.strip, fields):
            if not text.startswith(b":"):
                commit = text.decode("ascii")
                continue
            name = os.fsdecode(next(fields))
            if name not in seen:
                seen.add(name)
                yield name, (commit, text.split(b" ")[2].decode("ascii"))

    def _name(self, path: str) -> str:
        return os.path.relpath(path, self._root).replace(os.sep, "/")


def _pairs(listing: bytes) -> Iterator[tuple[str, str]]:
    """Old and new names of `--name-status -z`."""
    fields = listing.split(b"\0")
    for old, new in zip(fields[1::3], fields[2::3], strict=False):
        yield os.fsdecode(old), os.fsdecode(new)
