"""What can be said of the syntax of a file."""

from __future__ import annotations

from tdomcheck.model import Span
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Complaint:
    """Python refuses a text; lines and columns count from one, columns in characters."""

    message: str
    line: int
    column: int
    end_column: int = 0
    """Where the range ends, if that is on the same line; 0 where nobody knows."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The parser itself failed over a text."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The file is not Python."""

    span: Span
    """In the bytes of the file."""
    message: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Nobody knows whether the file is Python: reading it takes more than a stated limit."""

    reason: str


Verdict = Refusal | Unfinished | None
"""None where the file is Python."""
