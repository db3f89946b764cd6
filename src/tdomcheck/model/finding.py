"""What a rule says about a place."""

from __future__ import annotations

from enum import Enum

from tdomcheck.model.fix import Fix
from tdomcheck.model.premise import Premise
from tdomcheck.model.span import Span
from tdomcheck.values import dataclass


class Severity(Enum):
    """How bad a finding is; `info` fails a run only where it is asked to."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding, such as "prop declared here"."""

    path: str
    span: Span
    label: str


class Doubt(Enum):
    """Why nobody can tell what an import comes to."""

    OUTSIDE = "its module is outside the project"
    GUARDED = "its import may be skipped, or may fail"
    UNREADABLE = "nobody can tell what its module defines"
    AMBIGUOUS = "several folders have its module"
    MOVED = "its file changes where Python looks for modules"


@dataclass(frozen=True, slots=True)
class Absence:
    """A module, or a name of one, that no file tells of: the disk and git say whether it is somewhere else."""

    module: str
    """The dotted name that was looked for."""
    stems: tuple[str, ...]
    """Where it would be in the project, without a suffix."""
    is_own: bool
    """The project itself says that it would be there, or which folder has it."""
    name: str = ""
    """What is imported from it."""
    tag: str = ""
    """The component that is not judged, as templates write it; empty for all else."""
    doubt: Doubt | None = None
    """Why it is no mistake for all that is known; then it is only counted."""
    folder: str = ""
    """The one that has it, and that is no import root."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: where, which rule, what is wrong, what happens at run time, what to do."""

    path: str
    """Relative to the folder the run reports against, with `/`; undecodable names carry surrogates."""
    span: Span
    code: str
    slug: str
    message: str
    severity: Severity
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    note: str = ""
    """What happens at run time, quoted from tdom or svcs where possible."""
    help: str = ""
    """What to do, when there is no fix to show."""
    premise: Premise | None = None
    """What has to hold of other files; the project pass keeps the finding, or drops it."""
    absence: Absence | None = None
    """What must not be anywhere else, either."""

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (self.path, self.span.start, self.span.end, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Directive:
    """A comment that accepts findings, with the bytes that it covers."""

    path: str
    span: Span
    """The comment."""
    codes: tuple[str, ...]
    """Codes and slugs as written; Fixit's comments name rule classes."""
    covers: tuple[Span, ...]
    reason: str = ""
    until: str = ""
    owner: str = ""
    is_fixit: bool = False
    problem: str = ""
    """Why it is malformed; such a comment accepts nothing."""
    code_spans: tuple[Span, ...] = ()
    """Where each code stands, so that one can be taken out."""
    removal: Span | None = None
    """What goes when the whole comment goes."""
    is_expected: bool = False
    """In a document, which shows what is wrong: nobody asks whether it is needed; without codes it accepts all."""
    is_todo: bool = False
    """It says that a codemod has something left there, and keeps nobody off."""


class Acceptance(Enum):
    """What accepts a finding."""

    COMMENT = "comment"
    BASELINE = "baseline"


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """A finding that somebody accepts, with what they said of it."""

    finding: Finding
    kind: Acceptance
    reason: str = ""
    owner: str = ""
    until: str = ""
    span: Span | None = None
    """The comment, in the file of the finding."""
