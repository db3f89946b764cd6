"""Clocks."""

from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass
class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        return datetime.now(tz=UTC)


@dataclass
class FrozenClock:
    """A clock that stands still, for tests and previews."""

    moment: datetime = field(default=datetime(2026, 1, 15, 12, 0, tzinfo=UTC))

    def now(self) -> datetime:
        return self.moment
