"""What names of libraries mean to whoever reads a file: plain Python has none, tdom and svcs have theirs."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.facts.records import ValueKind
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class KnownNames:
    """All by reference."""

    markers: Mapping[str, str] = field(default_factory=dict)
    """Generic types whose first argument is the type that counts, such as `Inject`, each with its short name."""
    calls: Mapping[str, ValueKind] = field(default_factory=dict)
    """The kinds of what functions and classes give back."""
    plain_decorators: frozenset[str] = frozenset()
    """Decorators that leave the methods of a class as they are."""
