"""Colours, where the terminal has them."""

from __future__ import annotations

from tdomcheck.model import Severity
from tdomcheck.values import dataclass

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "gutter": "1;34",
    "help": "1;36",
    "note": "1",
    "strong": "1",
    "removed": "31",
    "added": "32",
    "good": "1;32",
}


def linked(text: str, address: str) -> str:
    """Text that leads to an address, where there is one; as OSC 8 has it."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if address else text


@dataclass(frozen=True, slots=True)
class Palette:
    """Wraps text in colours, or leaves it alone."""

    enabled: bool

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.enabled and text else text

    def severity(self, severity: Severity, text: str) -> str:
        return self(severity.value, text)
