"""Circles in a graph: a shortest one through each group of nodes that lead to each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

Edges = Mapping[str, Collection[str]]
"""By node, the nodes that it leads to."""


def circles_in(edges: Edges) -> list[list[str]]:
    """A shortest circle through every node that is on one and on none before it."""
    circles: list[list[str]] = []
    nodes: set[str] = set()
    groups = _groups(edges)
    for start in sorted(edges):
        group = groups.get(start, frozenset())
        circle = _circle(edges, start, group) if start not in nodes and group else []
        if circle:
            circles.append(circle)
            nodes.update(circle)
    return circles


def _groups(edges: Edges) -> Mapping[str, frozenset[str]]:
    """The nodes on circles, each with all that lead to it and that it leads to: most nodes are on none."""
    groups: dict[str, frozenset[str]] = {}
    backwards: dict[str, list[str]] = {}
    for key, inner in edges.items():
        for each in inner:
            backwards.setdefault(each, []).append(key)
    settled: set[str] = set()
    for last in reversed(_in_order(edges)):
        members = _reached(backwards, last, settled)
        settled |= members
        if len(members) > 1 or last in edges.get(last, ()):
            groups.update(dict.fromkeys(members, frozenset(members)))
    return groups


def _in_order(edges: Edges) -> list[str]:
    """Every node behind all that it leads to, circles aside."""
    order: list[str] = []
    seen: set[str] = set()
    for start in edges:
        pending = [(start, iter(edges.get(start, ())))] if start not in seen else []
        seen.add(start)
        while pending:
            key, inner = pending[-1]
            following = next((each for each in inner if each not in seen), None)
            if following is None:
                order.append(key)
                pending.pop()
            else:
                seen.add(following)
                pending.append((following, iter(edges.get(following, ()))))
    return order


def _reached(edges: Mapping[str, Sequence[str]], start: str, settled: Collection[str]) -> set[str]:
    """What a node leads to, without what is settled."""
    if start in settled:
        return set()
    nodes, pending = {start}, [start]
    while pending:
        fresh = {each for each in edges.get(pending.pop(), ()) if each not in nodes and each not in settled}
        nodes |= fresh
        pending += fresh
    return nodes


def _circle(edges: Edges, start: str, group: frozenset[str]) -> list[str]:
    """The shortest way from a node back to itself, through the nodes that lead to each other."""
    before = {start: ""}
    pending = deque([start])
    while pending:
        last = pending.popleft()
        for key in sorted(group.intersection(edges.get(last, ()))):
            if key == start:
                way = [last]
                while before[way[-1]]:
                    way.append(before[way[-1]])
                return way[::-1]
            if key not in before:
                before[key] = last
                pending.append(key)
    return []
