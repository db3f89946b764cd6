"""The file of accepted findings: sorted lines that git can merge."""

from __future__ import annotations

import typing as t
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote_from_bytes, unquote_to_bytes

from tdomcheck.errors import UsageError
from tdomcheck.values import dataclass, field

VERSION = 1
HEAD = f"# tdomcheck baseline, version {VERSION}"
_VERSION = "# tdomcheck baseline, version "
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_FIELDS = 5


class BaselineKey(t.NamedTuple):
    """What accepted findings are told apart by; equal ones are counted."""

    code: str
    path: str
    """From the folder of the file, with `/`."""
    scope: str
    """The qualified name of the definition that it stands in."""
    fingerprint: str
    """A hash of the code, and the names that the finding gives, each behind a space."""

    @property
    def names(self) -> frozenset[str]:
        """What the finding says about which names: what is accepted of them is not accepted of others."""
        return frozenset(self.fingerprint.split(" ")[1:])

    @property
    def place(self) -> BaselineKey:
        """The same without the names."""
        return self._replace(fingerprint=self.fingerprint.partition(" ")[0])

    @property
    def line(self) -> str:
        """The key as it is written."""
        whole = "".join(self)
        is_plain = whole.isprintable() and "%" not in whole and "#" not in whole
        return "\t".join(self if is_plain else map(_escaped, self))

    @classmethod
    def of_line(cls, line: str) -> BaselineKey:
        return cls(*map(_unescaped, line.split("\t")))


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of a file, each by its key as it is written, and the comments above them."""

    counts: Mapping[str, int] = field(default_factory=dict)
    comments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the entry that they stand above; empty: at the end of the file."""

    @property
    def size(self) -> int:
        return sum(self.counts.values())


def read_baseline(text: str, name: str) -> Baseline:
    """The entries of a file; raises UsageError with the line that cannot be understood."""
    lines = text.splitlines() if "\r" in text else text.split("\n")
    entries = [line for line in lines if line.count("\t") == _FIELDS - 1 and line[0] != "#"]
    # both sides of a merge may have a line
    counts = Counter([line[: line.rindex("\t")] for line in dict.fromkeys(entries)])
    is_bare = len(lines) == len(entries) + 2 and lines[0] == HEAD and not lines[-1]
    return Baseline(counts, {} if is_bare else _comments(lines, name))


def _comments(lines: Sequence[str], name: str) -> dict[str, tuple[str, ...]]:
    comments: dict[str, tuple[str, ...]] = {}
    pending: list[str] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line.strip():
            _check_version(line, name)
            pending += [line] if line.startswith("#") and not line.startswith(_VERSION) else []
        elif line.count("\t") != _FIELDS - 1:
            raise UsageError(f"{name}:{number}: {_complaint(line)}")
        elif pending:
            key = line[: line.rindex("\t")]
            comments[key] = (*comments.get(key, ()), *pending)
            pending = []
    if pending:
        comments[""] = tuple(pending)
    return comments


def _check_version(line: str, name: str) -> None:
    if line.startswith(_VERSION) and line[len(_VERSION) :].strip() != str(VERSION):
        raise UsageError(
            f"{name} is a baseline of version {line[len(_VERSION) :].strip()}, and this tdomcheck knows version "
            f"{VERSION}; use the tdomcheck that wrote it"
        )


def _complaint(line: str) -> str:
    if line.startswith(_MARKERS):
        return (
            "a merge left its markers here; keep the lines of both sides, or take one side and run "
            "`tdomcheck baseline update`"
        )
    return f"an entry has {_FIELDS} fields with tabs between, and this line has {line.count(chr(9)) + 1}"


def write_baseline(counts: Mapping[str, int], comments: Mapping[str, Sequence[str]]) -> str:
    """The file with these entries; a comment stays above its entry, or goes to the one after it."""
    lines = [HEAD]
    keys = sorted(key for key, count in counts.items() if count)
    homeless = sorted(key for key in comments if key and not counts.get(key))
    for key in keys:
        while homeless and homeless[0] < key:
            lines += comments[homeless.pop(0)]
        lines += comments.get(key, ())
        lines += (f"{key}\t{ordinal}" for ordinal in range(1, counts[key] + 1))
    lines += (comment for key in homeless for comment in comments[key])
    lines += comments.get("", ())
    return "".join(f"{line}\n" for line in lines)


def counted(keys: Iterable[BaselineKey]) -> dict[str, int]:
    """Findings as entries."""
    return dict(Counter(key.line for key in keys))


def entries_of(counts: Mapping[str, int]) -> Iterator[tuple[BaselineKey, int]]:
    """Entries with the number of findings that each stands for."""
    return ((BaselineKey.of_line(line), count) for line, count in sorted(counts.items()))


def _escaped(text: str) -> str:
    if text.isprintable() and "%" not in text and not text.startswith("#"):
        return text
    return "".join(
        char if char.isprintable() and char not in "%#" else quote_from_bytes(_bytes(char), safe="") for char in text
    )


def _bytes(char: str) -> bytes:
    try:
        return char.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a pair, which no file has
        return b"?"


def _unescaped(text: str) -> str:
    return unquote_to_bytes(text).decode("utf-8", "surrogateescape") if "%" in text else text
