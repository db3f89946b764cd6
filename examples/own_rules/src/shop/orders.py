"""Orders, and when they were placed."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Order:
    item: str
    placed: datetime = field(default_factory=lambda: datetime.utcnow())
