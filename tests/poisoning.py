"""Values that say what nobody should hear."""

from __future__ import annotations

import typing as t

from tdomcheck.model.codec import field_names
from tdomcheck.values import is_dataclass


def poisoned(value: t.Any, poison: str) -> t.Any:
    """The value with something behind each text in it."""
    if isinstance(value, str):
        return f"{value}{poison}"
    if isinstance(value, tuple):
        return tuple(poisoned(item, poison) for item in value)
    if isinstance(value, dict):
        return {poisoned(name, poison): poisoned(item, poison) for name, item in value.items()}
    if is_dataclass(value):
        kind: t.Any = type(value)
        return kind(*(poisoned(getattr(value, name), poison) for name in field_names(kind)))
    return value
