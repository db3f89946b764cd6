"""What is known about a codemod, and what a run of some came to."""

from __future__ import annotations

from enum import Enum

from tdomcheck.model.rule import OptionSpec
from tdomcheck.model.span import Span
from tdomcheck.values import dataclass

CodemodOption = bool | int | str | tuple[str, ...]


class CodemodScope(Enum):
    """What a codemod looks at in one go."""

    FILE = "file"
    PROJECT = "project"
    RULES = "rules"
    """The project by its rules: what their fixes make of it."""


@dataclass(frozen=True, slots=True)
class CodemodInfo:
    """A codemod as the command line, the reports and the documentation see it."""

    name: str
    """Lower-case words with hyphens: its module with hyphens for underscores."""
    description: str
    """One line that says what it does."""
    scope: CodemodScope = CodemodScope.FILE
    options: tuple[OptionSpec, ...] = ()
    versions: str = ""
    """A specifier on tdom, svcs-di or svcs, such as `svcs>=26.1`; empty where it always holds."""


@dataclass(frozen=True, slots=True)
class CodemodStep:
    """One codemod of a run, with the options that are set."""

    name: str
    options: tuple[tuple[str, CodemodOption], ...] = ()
    recipe: str = ""
    """The recipe that it is a part of."""


@dataclass(frozen=True, slots=True)
class CodemodTable:
    """What a configuration says of a codemod, or what a recipe of it consists of."""

    name: str
    options: tuple[tuple[str, CodemodOption], ...] = ()
    steps: tuple[CodemodStep, ...] | None = None
    """None: it is no recipe."""


class StepState(Enum):
    """What one codemod came to in one file."""

    CHANGED = "changed"
    UNCHANGED = "unchanged"
    SKIPPED = "skipped"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class StepOutcome:
    name: str
    state: StepState
    reason: str = ""


@dataclass(frozen=True, slots=True, order=True)
class OpenSite:
    """A place that a codemod left, in the file as it is afterwards."""

    span: Span
    codemod: str
    reason: str
    symbol: str = ""
    recipe: str = ""
    cycle: int = 1
    is_past: bool = False
    """The file says nothing of it any more: only the run that made it so knows, and no comment reminds of it."""


@dataclass(frozen=True, slots=True)
class FileConversion:
    """What the codemods of a run came to in one file."""

    before: bytes = b""
    after: bytes = b""
    outcomes: tuple[StepOutcome, ...] = ()
    sites: tuple[OpenSite, ...] = ()
    symbols: tuple[str, ...] = ()
    """The paths of the definitions that were touched, within the module."""
    failure: str = ""
    """Why it cannot be looked at: it is no Python, or no text."""
    trouble: str = ""
    """Why nobody looked at it: it could not be read, is too large, or ended the process that did."""
    dropped: tuple[str, ...] = ()
    """What it imported at its top, and imports no longer."""

    @property
    def is_changed(self) -> bool:
        return self.before != self.after
