"""What can stop a run, each with the facts it holds and the sentence it says."""

from __future__ import annotations

from enum import IntEnum

from tdomcheck.values import dataclass


class ExitCode(IntEnum):
    """Exit codes of every command."""

    CLEAN = 0
    FINDINGS = 1
    UNTRUSTWORTHY = 2
    INTERRUPTED = 130


class TdomcheckError(Exception):
    """Anything that makes a run untrustworthy; its text is shown to a person."""


class TookLongError(KeyboardInterrupt):
    """Raised into work that is at it for too long; whoever tells what a rule raised lets an interrupt pass."""


@dataclass
class UsageError(TdomcheckError):
    """The command line asks for something that cannot be done."""

    message: str

    def __str__(self) -> str:
        return self.message


@dataclass
class ConfigError(TdomcheckError):
    """All problems of the configuration, collected, each already framed with its TOML line."""

    problems: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.problems)


class BadOption(TdomcheckError):
    """What a rule raises that can do nothing with the value of an option; the message says what it wants."""


@dataclass
class CatalogError(TdomcheckError):
    """Rules that could not be imported or do not keep the contract of a rule."""

    problems: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.problems)


@dataclass
class WriteError(TdomcheckError):
    """Files could not be written; nothing is left half-done."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


@dataclass
class LedgerError(TdomcheckError):
    """The ledger of a project cannot be used."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: the ledger cannot be used: {self.reason}"


@dataclass
class TaskRefusal(TdomcheckError):
    """A task does not let a run change anything."""

    code: int
    name: str
    message: str
    details: tuple[tuple[str, str | int | float | None], ...] = ()
    retryable: bool = False

    def __str__(self) -> str:
        again = "it may be tried again" if self.retryable else "to try again is no use"
        return f"{self.name} ({self.code}): {self.message}; {again}. Nothing was done"


@dataclass
class GitError(TdomcheckError):
    """Git could not answer."""

    command: str
    reason: str

    def __str__(self) -> str:
        return f"`{self.command}` failed: {self.reason}"


@dataclass
class Undecodable(TdomcheckError):
    """The bytes of a file are not text in the encoding that they declare."""

    reason: str
    offset: int = 0

    def __str__(self) -> str:
        return self.reason


@dataclass
class Unlocatable(Undecodable):
    """The bytes are text, in an encoding that does not say which bytes its characters come from."""


@dataclass
class Unparsable(TdomcheckError):
    """The text of a file is not Python, or not the TOML that it should be."""

    reason: str
    offset: int = 0

    def __str__(self) -> str:
        return self.reason
