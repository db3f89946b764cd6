"""What makes a change, or a failure, the same one in the next run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from tdomcheck.hashes import sha256
from tdomcheck.model.ledger import DiffStats
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_NUMBERS = regex(r"0x[0-9a-fA-F]+|\d+")
_FOLDERS = regex(r"(?:[A-Za-z]:)?[\w.~-]*[/\\](?:[\w.~ -]+[/\\])*")


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file before and after; None: it was not, or is no longer, there."""

    path: str
    before: bytes | None
    after: bytes | None


def diff_stats(files: Iterable[ChangedFile]) -> DiffStats:
    """Lines that came and went, counted as bags of lines: a line that moved did neither."""
    count = insertions = deletions = 0
    for file in files:
        old, new = (Counter((data or b"").splitlines()) for data in (file.before, file.after))
        count += 1
        insertions += (new - old).total()
        deletions += (old - new).total()
    return DiffStats(count, insertions, deletions)


def mutation_fingerprint(files: Sequence[ChangedFile], stats: DiffStats, symbols: Iterable[str]) -> str:
    """Of what a run changed: the files and what they hold now, how much of them, and which definitions."""
    contents = sorted((file.path, _digest(file.after)) for file in files)
    return _hash([contents, [stats.files, stats.insertions, stats.deletions], sorted(set(symbols))])


def failure_fingerprint(
    failing: Iterable[str], exit_code: int, *, exception: str = "", stack: Iterable[str] = ()
) -> str:
    """Of how a run failed: which tests or findings, with which exception from where, whatever the lines are called."""
    return _hash([sorted(set(failing)), exception, [normalised(frame) for frame in stack], exit_code])


def normalised(text: str) -> str:
    """A line of a stack without what differs from machine to machine and from edit to edit."""
    return _NUMBERS.sub("N", _FOLDERS.sub("", text)).strip()


def repository_state(commit: str | None, contents: Iterable[tuple[str, bytes | None]]) -> str:
    """The commit that is checked out, and what of it the files of a run hold."""
    return _hash([commit, sorted((path, _digest(data)) for path, data in contents)])


def _digest(data: bytes | None) -> str:
    return "" if data is None else sha256(data).hexdigest()


def _hash(value: object) -> str:
    return sha256(json.dumps(value, separators=(",", ":")).encode("ascii")).hexdigest()
