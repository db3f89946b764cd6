"""Places in a file."""

from __future__ import annotations

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of bytes in a file, as it is on disk."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def touches(self, other: Span) -> bool:
        """Whether the two overlap or meet: two insertions at one place touch."""
        return self.start <= other.end and other.start <= self.end
