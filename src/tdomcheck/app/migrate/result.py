"""What a run of codemods came to."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.edges.file_writes import FileWrite
from tdomcheck.errors import ExitCode
from tdomcheck.model.changes import Proposal
from tdomcheck.model.codemod import OpenSite
from tdomcheck.model.delta import Delta
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """Where one file ended: changed, unchanged, skipped or failed."""

    path: str
    """As reports show it."""
    state: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Migration:
    """Everything that a report of a run may show."""

    files: tuple[FileVerdict, ...] = ()
    writes: tuple[FileWrite, ...] = ()
    """What was written, or would be."""
    formatted: Mapping[str, bytes] = field(default_factory=dict)
    """By absolute path, where a formatter made something else of the new content."""
    sites: tuple[tuple[str, OpenSite], ...] = ()
    """The places that are left, each with the absolute path of its file."""
    proposals: tuple[Proposal, ...] = ()
    delta: Delta = Delta(())
    failures: tuple[str, ...] = ()
    """What could not be done though the run is to be trusted: files that do not parse, commands that fail."""
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    verified: str = ""
    """How many tests `--verify` ran, before and after."""
    deferred: int = 0
    """Files that `--limit` left for another run."""
    is_dry: bool = False
    fails_on_proposals: bool = False
    references_left: int = 0
    """How many places in Python files may still mean what a refactoring has taken away."""

    @property
    def exit_code(self) -> int:
        """2 wins over 1; a skip changes nothing."""
        if self.errors:
            return ExitCode.UNTRUSTWORTHY
        is_left = (self.is_dry and self.writes) or (self.proposals and self.fails_on_proposals)
        return ExitCode.FINDINGS if self.failures or self.references_left or is_left else ExitCode.CLEAN
