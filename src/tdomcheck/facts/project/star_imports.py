"""Which modules the star imports of a module lead to, and which of them have a name to give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class _Circle:
    """Modules that star each other, mostly just one: what one of them has all of them offer."""

    members: tuple[str, ...]
    nexts: tuple[int, ...]
    """The circles that they star besides, the last import first."""
    reach: int
    """As bits, this circle and all that it leads to."""


class Stars:
    """The star imports of a project as far as somebody has asked, each followed once.

    Python runs circles in an order of its own; here the first one that is given wins.
    """

    def __init__(
        self,
        stars: Callable[[str], Sequence[str]],
        names: Callable[[str], Iterable[str]],
        ends: Callable[[str, str], bool],
    ) -> None:
        self._stars = stars
        """The files whose modules a file stars."""
        self._names = names
        """What a file may give: its own names, what it imports, its submodules."""
        self._ends = ends
        """Whether a file imports a name itself, so that its own stars no longer count."""
        self._circles: list[_Circle] = []
        self._circle_of: dict[str, int] = {}
        self._given: dict[str, int] = {}
        """By name, as bits the circles that have it."""
        self._names_of: dict[str, frozenset[str]] = {}

    def circle_of(self, path: str) -> int:
        """The number of the circle that a file stands in."""
        if path not in self._circle_of:
            self._explore(path)
        return self._circle_of[path]

    def givers(self, circle: int, name: str) -> Sequence[str]:
        """The files of a circle that have a name."""
        if not self._given.get(name, 0) >> circle & 1:
            return ()
        return [member for member in self._circles[circle].members if name in self._names_of[member]]

    def nexts(self, circle: int, name: str) -> Iterator[int]:
        """The circles that may give a name to one that stars them; none where that has it by an import."""
        start, wanted = self._circles[circle], self._given.get(name, 0)
        if len(start.members) == 1 and self._ends(start.members[0], name):
            return
        yield from (target for target in start.nexts if self._circles[target].reach & wanted)

    def _explore(self, start: str) -> None:
        """Find the circles that a file leads to (Tarjan), on a stack of our own: chains may be long."""
        numbers: dict[str, int] = {}
        lows: dict[str, int] = {}
        path: list[tuple[str, Iterator[str]]] = []
        open_: list[str] = []
        entering: str | None = start
        while entering is not None or path:
            if entering is not None:
                numbers[entering] = lows[entering] = len(numbers)
                open_.append(entering)
                path.append((entering, iter(self._stars(entering))))
            current, rest = path[-1]
            entering = None
            for target in rest:
                if target in self._circle_of:
                    continue
                if target not in numbers:
                    entering = target
                    break
                lows[current] = min(lows[current], numbers[target])
            if entering is not None:
                continue
            path.pop()
            if path:
                lows[path[-1][0]] = min(lows[path[-1][0]], lows[current])
            if lows[current] == numbers[current]:
                members = [open_.pop()]
                while members[-1] != current:
                    members.append(open_.pop())
                self._close(members)

    def _close(self, members: Sequence[str]) -> None:
        index = len(self._circles)
        self._circle_of.update(dict.fromkeys(members, index))
        targets = (self._circle_of[target] for member in sorted(members) for target in self._stars(member))
        nexts = tuple(target for target in dict.fromkeys(targets) if target != index)
        reach = 1 << index
        for target in nexts:
            reach |= self._circles[target].reach
        self._circles.append(_Circle(tuple(sorted(members)), nexts, reach))
        for member in members:
            self._names_of[member] = frozenset(self._names(member))
            for name in self._names_of[member]:
                self._given[name] = self._given.get(name, 0) | 1 << index
