"""Where the nodes of a graph stand: columns from what renders to what is injected, with few crossings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.model.graph import Graph
from tdomcheck.values import dataclass

ROW, GAP, PADDING = 46, 110, 40
HEIGHT = 30
_CHARACTER = 7.4
_LEAST = 90
_RANKS = {"page": 0, "middleware": 0, "component": 1, "service": 2}
_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Box:
    """A node on the page, in pixels."""

    x: float
    y: float
    width: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def middle(self) -> float:
        return self.y + HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """All boxes, and the page that holds them."""

    boxes: Mapping[str, Box]
    width: float
    height: float


def layout_of(graph: Graph) -> Layout:
    """A place for every node; the same graph always looks the same."""
    columns = _ordered(graph, _columns(graph))
    names = {node.key: node.name for node in graph.nodes}
    widths = [max(_width(names[key]) for key in column) for column in columns]
    tallest = max((len(column) for column in columns), default=0)
    boxes: dict[str, Box] = {}
    x = float(PADDING)
    for column, width in zip(columns, widths, strict=True):
        top = PADDING + (tallest - len(column)) * ROW / 2
        for row, key in enumerate(column):
            boxes[key] = Box(x, top + row * ROW, width)
        x += width + GAP
    return Layout(boxes, max(x - GAP + PADDING, 2 * PADDING), 2 * PADDING + tallest * ROW)


def _width(name: str) -> float:
    return max(_LEAST, 26 + _CHARACTER * len(name))


def _columns(graph: Graph) -> list[list[str]]:
    """Nodes by depth: each stands right of what needs it, and services right of all components."""
    kinds = {node.key: node.kind for node in graph.nodes}
    depth = dict.fromkeys(kinds, 0)
    steps = [(edge.source, edge.target) for edge in graph.edges]
    for rank in (1, 2):
        for key, kind in kinds.items():
            if _RANKS[kind] == rank:
                floor = max((depth[other] for other, its in kinds.items() if _RANKS[its] < rank), default=-1)
                depth[key] = max(depth[key], floor + 1)
        _push(depth, steps, {key for key, kind in kinds.items() if _RANKS[kind] == rank})
    columns: dict[int, list[str]] = {}
    for key in sorted(depth):
        columns.setdefault(depth[key], []).append(key)
    return [columns[level] for level in sorted(columns)]


def _push(depth: dict[str, int], steps: Sequence[tuple[str, str]], among: set[str]) -> None:
    """Move targets to the right of their sources, a bounded number of times: wirings may be circles."""
    within = [(source, target) for source, target in steps if source in among and target in among]
    for _ in range(min(len(among), 12)):
        moved = False
        for source, target in within:
            if depth[target] <= depth[source] < 12:
                depth[target] = depth[source] + 1
                moved = True
        if not moved:
            return


def _ordered(graph: Graph, columns: list[list[str]]) -> list[list[str]]:
    """Each column sorted by the mean height of its neighbours, there and back again."""
    neighbours: dict[str, list[str]] = {node.key: [] for node in graph.nodes}
    for edge in graph.edges:
        neighbours[edge.source].append(edge.target)
        neighbours[edge.target].append(edge.source)
    for sweep in range(_SWEEPS):
        places = {key: row / max(len(column), 1) for column in columns for row, key in enumerate(column)}
        order = columns if sweep % 2 == 0 else columns[::-1]
        for column in order:
            column.sort(key=lambda key: (_mean(places, neighbours[key], places[key]), key))
            places.update({key: row / len(column) for row, key in enumerate(column)})
    return columns


def _mean(places: Mapping[str, float], keys: Sequence[str], own: float) -> float:
    return sum(places[key] for key in keys) / len(keys) if keys else own
