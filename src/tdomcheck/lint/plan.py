"""What to do with one file, and what came of it: values that cross processes."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck.model import Directive, Finding, Gate, RuleInfo, RuleTiming, Severity, Targets, Unfollowed
from tdomcheck.model.rule import OUR_RULES
from tdomcheck.values import dataclass


class KnownRule(t.Protocol):
    """A rule as the engine needs it before it is imported."""

    @property
    def info(self) -> RuleInfo: ...

    @property
    def gate(self) -> Gate: ...


def is_ours(info: RuleInfo) -> bool:
    """Whether a rule came with tdomcheck."""
    return info.module.startswith(OUR_RULES)


class RuleSource(t.Protocol):
    """Where the engine gets rules from; the catalogue is one."""

    @property
    def by_code(self) -> Mapping[str, KnownRule]: ...

    def load(self, code: str) -> type:
        """The class of a rule; may raise whatever its module raises."""
        ...


@dataclass(frozen=True, slots=True)
class PlannedRule:
    """A rule that is on for a file."""

    code: str
    severity: Severity | None
    """The configured severity, or None for the one that the rule itself gives."""
    options: tuple[tuple[str, bool | int | str | tuple[str, ...]], ...] = ()


NEWEST = Targets()


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The rules for one file."""

    rules: tuple[PlannedRule, ...]
    uses_gates: bool = True
    most_bytes: int = 2_000_000
    targets: Targets = NEWEST
    names_tdom: bool = True
    """Whether the project says that it uses tdom; else some file of it has to, for its templates to be tdom's."""
    is_strict: bool = False
    """LibCST has to accept the file, whatever rules are on: the grammar of tree-sitter forgives too much."""


@dataclass(frozen=True, slots=True)
class RuleCrash:
    """A rule raised; the file goes on without it, the run does not stay green."""

    code: str
    detail: str
    is_option: bool = False
    """The rule did not crash: it was given an option that says nothing to it."""


@dataclass(frozen=True, slots=True)
class FileAnalysis:
    """All that a file says by itself."""

    findings: tuple[Finding, ...] = ()
    directives: tuple[Directive, ...] = ()
    crashes: tuple[RuleCrash, ...] = ()
    timings: tuple[RuleTiming, ...] = ()
    judged: bool = False
    """LibCST was needed."""
    is_sound: bool = True
    """The file could be read as Python."""
    excess: str = ""
    """Which limit the file is past, where no rule has looked at it for that."""
    blocks: tuple[int, int] = (0, 0)
    """Code blocks of a document, and sessions in docstrings: those that were checked, and those that were skipped."""
    conditional: tuple[Finding, ...] = ()
    """Findings that stand if their premise holds, which only the project tells, or what is missing is nowhere else."""
    unfollowed: tuple[Unfollowed, ...] = ()
    """The components that nobody could look at."""
