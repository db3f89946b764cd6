"""What a run changed, or would change: exact, and checked again by whoever applies it."""

from __future__ import annotations

from tdomcheck.model.changes import Tier
from tdomcheck.model.fix import Edit
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class FileDelta:
    """One file before and after."""

    path: str
    """Relative to the root of the repository, with `/`; of a created file the place where it comes to stand."""
    old_sha256: str | None
    """None: it is created."""
    new_sha256: str | None
    """None: it is deleted."""
    edits: tuple[Edit, ...] = ()
    """In order, apart; of a created file one that inserts all of it."""
    new_path: str = ""
    """Where it goes; empty: it stays."""
    newline: str = "\n"
    """What a line feed in the texts of the edits stands for."""
    symbols: tuple[str, ...] = ()
    """Dotted names of the definitions that the edits touch."""


@dataclass(frozen=True, slots=True, order=True)
class ProposalRow:
    """A change that was not made, as its kind is not certain enough."""

    path: str
    line: int
    tier: Tier
    reason: str
    text: str
    """The line that it is about."""


@dataclass(frozen=True, slots=True, order=True)
class RemainderRow:
    """What a codemod was asked for and could not convert."""

    path: str
    line: int
    symbol: str
    """The dotted name of the definition around it."""
    codemod: str
    recipe: str
    """Empty: none was run."""
    cycle: int
    """In which pass over the file it was found, from one."""
    reason: str
    owner: str
    """Of CODEOWNERS; empty: nobody."""


@dataclass(frozen=True, slots=True)
class Repository:
    """Where the files of a delta stand."""

    head: str | None = None
    """The commit that is checked out; None without git, or before the first commit."""
    is_dirty: bool = False
    """Whether a file of the delta had uncommitted changes."""


@dataclass(frozen=True, slots=True)
class Delta:
    """All that a run did, or would do."""

    files: tuple[FileDelta, ...]
    repository: Repository = Repository()
    proposals: tuple[ProposalRow, ...] = ()
    remainder: tuple[RemainderRow, ...] = ()
    affected_tests: tuple[str, ...] = ()
