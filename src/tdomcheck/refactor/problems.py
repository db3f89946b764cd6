"""Why a refactoring is not done; each says what stands in its way, where, and what to do."""

from __future__ import annotations

from tdomcheck.errors import UsageError
from tdomcheck.values import dataclass


class RefactoringRefusal(UsageError):
    """A refactoring is not done, and nothing is changed."""


class BadName(RefactoringRefusal):
    """The new name is none, or none that anybody should take."""


class NotFound(RefactoringRefusal):
    """Nothing in the project is called that."""


class Ambiguous(RefactoringRefusal):
    """More than one thing is called that."""


class Collision(RefactoringRefusal):
    """The new name means something else in a place that the old one reaches."""


class StillUsed(RefactoringRefusal):
    """What is to be deleted is referred to."""


class NotMovable(RefactoringRefusal):
    """A definition cannot stand where it is to go."""


class UnreadableFiles(RefactoringRefusal):
    """Files that mention the name cannot be read, so that references in them would be left behind."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"
