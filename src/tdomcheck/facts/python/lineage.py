"""A class and all that it inherits from."""

from __future__ import annotations

import typing as t
from collections import deque
from collections.abc import Callable, Hashable, Sequence

from tdomcheck.facts.limits import MOST_ANCESTORS

Owner = t.TypeVar("Owner")


class Lineages(t.Generic[Owner]):
    """Follows classes to their bases, each once: of a file, or of a project."""

    def __init__(
        self,
        key: Callable[[Owner], Hashable],
        bases: Callable[[Owner], Sequence[Owner] | None],
        cut_off: Callable[[Owner, Sequence[Owner]], None] = lambda *_: None,
    ) -> None:
        """`bases` gives None where one of them is not known; `cut_off` is told who has too many."""
        self._key = key
        self._bases = bases
        self._cut_off = cut_off
        self._known: dict[Hashable, list[Owner] | None] = {}

    def of(self, owner: Owner) -> list[Owner] | None:
        """A class and its bases, nearest first; None where one of them is not known, or where there are too many.

        Whoever asked for all of a long line would take time with the square."""
        key = self._key(owner)
        if key not in self._known:
            self._known[key] = self._follow(owner)
        lineage = self._known[key]
        return None if lineage is None else [*lineage]

    def _follow(self, owner: Owner) -> list[Owner] | None:
        order: list[Owner] = []
        seen: set[Hashable] = set()
        pending = deque([owner])
        while pending:
            current = pending.popleft()
            key = self._key(current)
            if key in seen:
                continue
            if len(order) == 1 and not pending and key in self._known:
                return self._above(owner, self._known[key])
            bases = self._bases(current) if len(order) <= MOST_ANCESTORS else None
            if bases is None:
                if len(order) > MOST_ANCESTORS:
                    self._cut_off(owner, order)
                return None
            seen.add(key)
            order.append(current)
            pending += bases
        return order

    def _above(self, owner: Owner, lineage: list[Owner] | None) -> list[Owner] | None:
        """A class whose one base was followed for itself."""
        if lineage is not None and len(lineage) > MOST_ANCESTORS:
            self._cut_off(owner, lineage)
            return None
        return None if lineage is None else [owner, *lineage]
