"""The methods by which the builtin collections change."""

from __future__ import annotations

import enum
import typing as t


class Change(enum.Enum):
    """What a method does to the list, set or dict that it is called on."""

    ITEM = enum.auto()
    """It puts in one value."""
    ITEMS = enum.auto()
    """It puts in all that another collection holds."""
    REMOVAL = enum.auto()
    ORDER = enum.auto()


MUTATING: t.Final = {
    **dict.fromkeys(("append", "appendleft", "add", "insert", "setdefault"), Change.ITEM),
    **dict.fromkeys(("extend", "extendleft", "update"), Change.ITEMS),
    **dict.fromkeys(("remove", "discard", "pop", "popleft", "popitem", "clear"), Change.REMOVAL),
    **dict.fromkeys(("sort", "reverse"), Change.ORDER),
}
"""The methods of the builtin collections, and of a deque, that change what they hold."""

PUTTING: t.Final = frozenset(name for name, change in MUTATING.items() if change in {Change.ITEM, Change.ITEMS})
"""Those that put something in."""
