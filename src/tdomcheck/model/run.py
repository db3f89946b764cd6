"""The account of a run: where every planned file and every enabled rule ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

from tdomcheck.model.finding import AcceptedFinding, Doubt, Finding, Severity
from tdomcheck.model.fix import Fix
from tdomcheck.model.rule import RuleInfo
from tdomcheck.model.shard import ShardAccount, StaleEntry
from tdomcheck.values import dataclass


class Bucket(Enum):
    """Where a planned file ended; each ends in exactly one."""

    CHECKED = "checked"
    CACHED = "cached"
    EXCLUDED = "excluded"
    SKIPPED = "skipped"
    LIMITED = "limited"
    """Past a limit, so that no rule has looked at it."""
    FAILED = "failed"


IGNORED_BY_GIT = "ignored by git"
"""The kind of what git's rules leave out."""
NO_RULE = "no rule"
"""Why a file is skipped that its configuration leaves without rules: somebody wanted that."""


class RuleState(Enum):
    """Where an enabled rule ended."""

    RAN = "ran"
    CRASHED = "crashed"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class FileOutcome:
    path: str
    bucket: Bucket
    reason: str = ""

    @property
    def is_unseen(self) -> bool:
        """Whether the file was not looked at though nobody wanted that."""
        is_skipped = self.bucket is Bucket.SKIPPED and self.reason != NO_RULE
        return is_skipped or self.bucket in {Bucket.LIMITED, Bucket.FAILED}

    def __lt__(self, other: FileOutcome) -> bool:
        return (self.path, self.bucket.value, self.reason) < (other.path, other.bucket.value, other.reason)


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    code: str
    state: RuleState
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RuleTiming:
    """How long a rule took over all files of a run."""

    code: str
    files: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LostFix:
    """A fix that was not applied: it waited for another, was dropped as broken, or would swing for ever."""

    path: str
    code: str
    reason: str
    winner: str = ""


@dataclass(frozen=True, slots=True)
class AppliedFix:
    """One fix that was written, with the hashes of the file before and after the round that it was in."""

    path: str
    code: str
    fix: Fix
    old_sha256: str
    new_sha256: str


@dataclass(frozen=True, slots=True)
class FixSummary:
    """What `fix` did: applied fixes per path and code, and those that were not."""

    applied: tuple[tuple[str, str, int], ...] = ()
    lost: tuple[LostFix, ...] = ()
    changed: tuple[str, ...] = ()
    fixes: tuple[AppliedFix, ...] = ()
    """The applied ones, one by one, in the order of the rounds."""
    pruned: tuple[str, ...] = ()
    """Baselines that lost their stale entries."""

    @property
    def count(self) -> int:
        return sum(number for _, _, number in self.applied)


@dataclass(frozen=True, slots=True)
class Dependents:
    """Files whose findings can change by what the planned ones declare."""

    judged: int = 0
    unjudged: int = 0
    reason: str = ""
    """Why some were not."""
    unread: int = 0
    """Files that may be some, or not: nobody has read them yet."""


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """A component that no rule could look at, as its import leads out of what is known."""

    path: str
    tag: str
    """As the template has it."""
    module: str
    reason: Doubt

    def __lt__(self, other: Unfollowed) -> bool:
        return (self.path, self.tag, self.module) < (other.path, other.tag, other.module)


class FailOn(Enum):
    """The least severe findings that make a run fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Threshold:
    """Which findings make a run fail."""

    fail_on: FailOn = FailOn.ERROR
    max_warnings: int | None = 0
    """More warnings than these fail as well; None: any number is tolerated."""

    def is_crossed(self, findings: Iterable[Finding]) -> bool:
        counts = Counter(finding.severity for finding in findings)
        if self.fail_on is FailOn.NEVER:
            return False
        is_many = self.max_warnings is not None and counts[Severity.WARNING] > self.max_warnings
        return bool(counts[Severity.ERROR]) or is_many or (self.fail_on is FailOn.NOTE and bool(counts.total()))


@dataclass(frozen=True, slots=True)
class BaselineOutcome:
    """What a baseline did for a run."""

    matched: int
    new: int
    stale: tuple[StaleEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Focus:
    """The changes that a report is about."""

    files: int
    """How many files changed."""
    lines: Mapping[str, frozenset[int]]
    """The lines that were added or changed, of the changed files with findings."""
    beside: tuple[Finding, ...] = ()
    """Findings that the changes do not concern: only SARIF has them."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """Everything a report may show."""

    findings: tuple[Finding, ...] = ()
    suppressed: tuple[AcceptedFinding, ...] = ()
    """Those that somebody accepts; with `--ignore-suppressions` they are among the findings, too."""
    files: tuple[FileOutcome, ...] = ()
    rules: tuple[RuleOutcome, ...] = ()
    catalog: tuple[RuleInfo, ...] = ()
    """The enabled rules, sorted by code, and the meta rules."""
    errors: tuple[str, ...] = ()
    """Sentences on what makes the run untrustworthy."""
    warnings: tuple[str, ...] = ()
    fixes: FixSummary | None = None
    timings: tuple[RuleTiming, ...] = ()
    exit_code: int = 0
    threshold: Threshold = Threshold()
    baseline: BaselineOutcome | None = None
    """None: there is none."""
    shard: ShardAccount | None = None
    """None: the run is about all files."""
    known: int = 0
    """Findings that a revision had already, so that they are not reported."""
    focus: Focus | None = None
    """None: everything is reported, whatever has changed."""
    blocks: tuple[int, int] = (0, 0)
    """Code blocks of documents and sessions of docstrings: checked, and skipped because they are no Python."""

    dependents: Dependents = Dependents()
    foreign: int = 0
    """Files whose templates were left alone, because nothing says that they are tdom's."""
    idle: str = ""
    """Why there was nothing to look at, where that is in order."""
    unfollowed: tuple[Unfollowed, ...] = ()
    """The components that were not judged, in the files that were looked at."""
    left_out: tuple[FileOutcome, ...] = ()
    """What no walk looks at though nobody excluded it; the reason is its kind."""

    def counts(self) -> Counter[str]:
        """How many files ended in each bucket."""
        return Counter(outcome.bucket.value for outcome in self.files)
