"""A rule that is written as a piece of code."""

from __future__ import annotations

from tdomcheck.model.finding import Severity
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Constraint:
    """What must hold of a metavariable, or of all that several stand for; empty fields say nothing."""

    name: str
    """The metavariable, without its dollar."""
    regex: str = ""
    """Must match all of its text."""
    not_regex: str = ""
    kinds: tuple[str, ...] = ()
    """`string`, `f-string`, `t-string`, `call`, `name` ... or a node type of the grammar."""
    resolves_to: tuple[str, ...] = ()
    """Dotted names; one ending in `.*` stands for all below it."""


@dataclass(frozen=True, slots=True)
class PatternExample:
    """A piece of code in which a pattern must match, or must not."""

    code: str
    fixed: str = ""


@dataclass(frozen=True, slots=True)
class PatternSpec:
    """`[[tool.tdomcheck.pattern]]`."""

    id: str
    pattern: str
    message: str = ""
    where: tuple[Constraint, ...] = ()
    fix: str = ""
    has_fix: bool = False
    """An empty fix deletes."""
    is_unsafe: bool = False
    severity: Severity = Severity.WARNING
    help: str = ""
    valid: tuple[str, ...] = ()
    invalid: tuple[PatternExample, ...] = ()
