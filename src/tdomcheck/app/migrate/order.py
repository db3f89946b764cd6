"""What a run of codemods is asked to do, free of how it was asked."""

from __future__ import annotations

import typing as t
from collections.abc import Callable
from enum import Enum

from tdomcheck.model.codemod import CodemodStep
from tdomcheck.values import dataclass

if t.TYPE_CHECKING:
    from concurrent.futures import Executor


class RunEffect(Enum):
    """What becomes of the changes."""

    WRITE = "write"
    SUMMARY = "summary"
    """`--dry-run`"""
    PATCH = "patch"
    """`--diff`"""
    PLAN = "plan"
    """`--plan`"""


@dataclass(frozen=True, slots=True)
class MigrationOrder:
    """One run of some codemods."""

    steps: tuple[CodemodStep, ...]
    effect: RunEffect = RunEffect.WRITE
    limit: int = 0
    """Most files that are changed; 0: all."""
    allows_dirty: bool = False
    marks: bool = False
    verify: str | None = None
    allows_failing_verify: bool = False
    takes_proposals: bool = False
    fails_on_proposals: bool = False
    resumes: bool = False
    is_of_repository: bool = False
    """No PATHS mean the whole project, not the files of a check."""
    reads_project: bool = False
    """Some codemod looks at the whole project, whatever PATHS say of what is written."""
    label: str = ""
    """What the journal says of the run: the same names and options have the same."""
    names_tests: bool = True
    """Somebody reads which tests the change touches."""
    shows_contents: bool = False
    """Of what is not written somebody sees what it would hold, down to its layout."""
    executor: Executor | None = None
    on_plan: Callable[[int], None] | None = None
    """Told how many files the run is about."""
