"""A part of the files of a run, which another machine may look at: which file is whose never depends on the others."""

from __future__ import annotations

from enum import Enum

from tdomcheck.hashes import sha256
from tdomcheck.model.finding import Severity
from tdomcheck.model.span import Span
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

MOST_SHARDS = 256
"""As many jobs as a matrix may have."""
_MASK = (1 << 64) - 1
_FORM = regex(r"([0-9]{1,9})/([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several runs that share the files of a project."""

    number: int
    """From one."""
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @classmethod
    def of(cls, text: str) -> Shard:
        """Read `2/5`; raises ValueError with a sentence."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no shard; write I/N, as in 1/4")
        shard = cls(int(match[1]), int(match[2]))
        if not 1 <= shard.count <= MOST_SHARDS:
            raise ValueError(f"{text!r}: there may be 1 to {MOST_SHARDS} shards")
        if not 1 <= shard.number <= shard.count:
            raise ValueError(
                f"{text!r}: the shards of {shard.count} are 1/{shard.count} to {shard.count}/{shard.count}"
            )
        return shard

    @property
    def is_first(self) -> bool:
        """The first shard runs the rules that look at the whole project."""
        return self.number == 1

    def owns(self, name: str) -> bool:
        """Whether a file is of this shard, by its path from the root of the repository."""
        return owner_of(name, self.count) == self.number


def owner_of(name: str, count: int) -> int:
    """Which of `count` shards a file is of: the one with the highest lot.

    The path is hashed once and mixed with the number of each shard, so that a file more or less moves no other, and a
    shard more takes files from the others and moves none between them."""
    path = int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    return max(range(1, count + 1), key=lambda number: (_mixed(path ^ _mixed(number)), -number))


def _mixed(value: int) -> int:
    """The finalizer of splitmix64: every bit of the value changes half of the bits."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


class Stage(Enum):
    """What a run was at when something went wrong; in the order in which it is told."""

    NAMED = "named"
    UNREADABLE = "unreadable"
    FILES = "files"
    PROJECT = "project"
    RULES = "rules"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class StaleEntry:
    """An entry of a baseline that no finding needs any more."""

    code: str
    path: str
    """As findings have it."""
    scope: str
    count: int
    folder: str = ""
    """Where the verbs of `baseline` are about its baseline, if not where the run is."""


@dataclass(frozen=True, slots=True)
class EntryUse:
    """An entry of a baseline that a shard knows about: it is stale as far as no shard needs it."""

    baseline: str
    """Its path from the root of the repository: entries are in the order of baselines and lines."""
    line: str
    entry: StaleEntry
    """As it is reported where nothing needs any of it."""
    used: int


@dataclass(frozen=True, slots=True)
class BudgetCount:
    """How many findings a rule may have, and how many it has in the files of a run."""

    code: str
    most: int
    count: int
    span: Span
    """Where the configuration says it."""
    before: int = 0
    """How many there were at the revision that a run compares with; 0: with none, or the budget itself has changed."""

    @property
    def is_exceeded(self) -> bool:
        """Whether there are more than may be."""
        return self.count > self.most

    @property
    def is_known(self) -> bool:
        """Whether it was exceeded before by as much."""
        return self.is_exceeded and self.count <= self.before


@dataclass(frozen=True, slots=True)
class BudgetAccount:
    """The budgets of a configuration, counted and not yet judged."""

    path: str
    """Of the configuration, as findings have it."""
    source: str
    """What people call it."""
    severity: Severity | None
    """Of a finding that one is exceeded; None: there is to be none."""
    is_whole: bool
    """All files were looked for, so that a budget which is not used up can be lowered."""
    counts: tuple[BudgetCount, ...]


@dataclass(frozen=True, slots=True)
class ShardAccount:
    """What the merge has to know of one shard besides its findings and its ledger."""

    shard: Shard
    configuration: str
    """A hash of all that has to be the same in all shards."""
    exits_zero: bool = False
    fails_on_stale: bool = False
    errors: tuple[tuple[Stage, str], ...] = ()
    """Without those that the ledger tells."""
    entries: tuple[EntryUse, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    """Files of baselines that are gone, each with the one where this shard has their findings."""
    budgets: tuple[BudgetAccount, ...] = ()
    """Of each configuration that has some."""
