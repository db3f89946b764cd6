"""What a command was asked to do, free of how it was asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from tdomcheck.model import Finding
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.model.shard import Shard
from tdomcheck.values import dataclass, field

Chooser = Callable[[Finding, bytes], bool]
"""Asked for every fix when a person reviews them."""


@dataclass(frozen=True, slots=True)
class FixOptions:
    """How fixes are applied."""

    takes_unsafe: bool | None = False
    """None: as configured."""
    writes: bool = True
    is_dry: bool = False
    """A change that would be made is then something left to do."""
    ignores_findings: bool = False
    """What is left does not count."""
    exits_non_zero_on_fix: bool = False
    asks: Chooser | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """One run of `check` or `fix`."""

    paths: tuple[str, ...] = ()
    cwd: str = field(default_factory=os.getcwd)
    overrides: Mapping[str, object] = field(default_factory=dict)
    """Configuration keys given as options."""
    inline: tuple[str, ...] = ()
    """`--config 'key = value'`."""
    config: str | None = None
    patterns: tuple[PatternSpec, ...] = ()
    """What `find` searches for."""
    is_isolated: bool = False
    trusts_plugins: bool = False
    """Plugins of the run's own configuration are loaded wherever they lie, whoever owns them."""
    is_safe: bool = False
    """Nothing of the checked project is run, also no plugins."""
    uses_cache: bool = True
    uses_gates: bool = True
    allows_empty: bool = False
    staged: bool = False
    reads_index: bool = False
    """What is staged is read as the index has it; `fix` works on the files on disk."""
    changed: bool = False
    since: str | None = None
    judges_dependents: bool = False
    """Files whose findings can change by what the given ones declare are judged, too."""
    only_deleted: bool = False
    """A hook was given no file: what the commit deletes is looked at, with what that breaks."""
    base: str | None = None
    """The revision that says what named files declared before."""
    stdin: bytes | None = None
    stdin_filename: str = ""
    exits_zero: bool = False
    new_since: str | None = None
    """Only what was not there at this revision is reported."""
    focus: str | None = None
    """What does not concern the changes since this revision is set apart."""
    fails_on_stale: bool = False
    """An entry of a baseline that nothing needs fails the run."""
    ignores_suppressions: bool = False
    """What comments accept is reported as well."""
    shard: Shard | None = None
    """Which part of the files the run is about, where others look at the rest."""
    show_progress: bool = False
    events: str = ""
    """Where the stream of events goes that was asked for; `-` is standard output."""
    task: str = ""
    """Which task of the ledger the run belongs to."""
    arguments: tuple[str, ...] = ()
    """What was typed."""

    @property
    def is_of_git(self) -> bool:
        """Git says which files the run is about: nobody named one by hand."""
        return self.staged or self.changed or self.since is not None
