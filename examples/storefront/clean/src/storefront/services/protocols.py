"""What other services may rely on, without knowing who provides it."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime: ...


class MessageSender(Protocol):
    """Delivers a plain-text message."""

    def send(self, to: str, subject: str, body: str) -> None: ...
