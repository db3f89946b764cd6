"""Words of gates that more than the gates ask for; without imports, for a run that only reads its cache."""

from __future__ import annotations

REGISTERS = "registers"
"""Beside `registration`: not only by decorators, which would have to come from a library of containers."""
