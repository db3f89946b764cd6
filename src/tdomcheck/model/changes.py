"""What a codemod or a refactoring wants: edits by file, what it proposes, and what it could not convert."""

from __future__ import annotations

from enum import Enum

from tdomcheck.model.fix import Edit, ImportRequest
from tdomcheck.model.span import Span
from tdomcheck.values import dataclass


class Tier(Enum):
    """How sure it is that a place refers to a symbol."""

    PROVEN = "proven"
    """The same file, by lexical binding."""
    STRONG = "strong"
    """An import chain leads to the definition."""
    ANCHORED = "anchored"
    """An attribute of an unknown receiver, or a text that looks like the dotted name."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FileEdits:
    """What changes in one file that is there, and where it goes."""

    path: str
    """Relative to the root of what is written, with `/`."""
    edits: tuple[Edit, ...] = ()
    imports: tuple[ImportRequest, ...] = ()
    new_path: str = ""
    """Empty: it stays where it is."""
    symbols: tuple[str, ...] = ()
    """Dotted names of the definitions that the edits touch."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is created; where one stands already, nothing is written."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class DeletedFile:
    """A file that goes."""

    path: str


FileWish = FileEdits | NewFile | DeletedFile


@dataclass(frozen=True, slots=True)
class Proposal:
    """An edit that is not proven: it is listed, and made where proposals are asked for."""

    path: str
    span: Span
    tier: Tier
    reason: str
    edits: tuple[Edit, ...]
    is_reference: bool = True
    """Code may break where it is left; a word of prose breaks nothing."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """A place that a codemod was asked for and leaves as it is."""

    path: str
    span: Span
    reason: str
    symbol: str = ""
    """The dotted name of the definition around it."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """All that one codemod wants of a project, before anything is written."""

    files: tuple[FileWish, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    remainders: tuple[Remainder, ...] = ()
