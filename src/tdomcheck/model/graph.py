"""The wiring of an application as nodes and edges."""

from __future__ import annotations

from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A component, a service, a middleware or a module that renders."""

    key: str
    """`package.module.Name`; unique."""
    name: str
    kind: str
    """`page`, `component`, `service` or `middleware`."""
    shape: str
    """`function`, `dataclass`, `class`, `protocol`, `module` or `external`."""
    path: str = ""
    """Where it is defined; empty outside of the project."""
    line: int = 0
    props: tuple[str, ...] = ()
    """What a tag may or must give, the latter with a `*`."""
    registrations: tuple[str, ...] = ()
    """How and where it is registered: `register_factory in shop/wiring.py:12`."""
    is_missing: bool = False
    """It is injected, and nothing registers it."""


@dataclass(frozen=True, slots=True, order=True)
class GraphEdge:
    """One node needs another."""

    source: str
    target: str
    kind: str
    """`renders`, `uses`, `injects`, `replaces` or `hooks`."""
    label: str = ""
    """The name of the field, or where an override holds."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by key and edges, both sorted."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()

    def around(self, key: str) -> Graph:
        """What a node needs, directly or not, and what needs it."""
        wanted = self._closure(key, forward=True) | self._closure(key, forward=False)
        return Graph(
            tuple(node for node in self.nodes if node.key in wanted),
            tuple(edge for edge in self.edges if {edge.source, edge.target} <= wanted),
        )

    def _closure(self, key: str, *, forward: bool) -> set[str]:
        steps: dict[str, list[str]] = {}
        for edge in self.edges:
            start, end = (edge.source, edge.target) if forward else (edge.target, edge.source)
            steps.setdefault(start, []).append(end)
        keys, pending = {key}, [key]
        while pending:
            new = [step for step in steps.get(pending.pop(), ()) if step not in keys]
            keys.update(new)
            pending += new
        return keys
