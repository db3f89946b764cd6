"""A graph as text, JSON, Graphviz, Mermaid or a page of HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from tdomcheck.model.graph import Graph, GraphEdge, GraphNode

FORMATS = ("text", "json", "dot", "mermaid", "html")
KINDS = ("page", "component", "service", "middleware")
_VERBS = {"renders": "renders", "uses": "uses", "injects": "injects", "replaces": "stands in for", "hooks": "hooks"}
_BACK = {
    "renders": "rendered by",
    "uses": "used by",
    "injects": "injected into",
    "replaces": "replaced by",
    "hooks": "hooked by",
}


def render_graph(graph: Graph, form: str, focus: GraphNode | None = None) -> str:
    """A graph in one of the formats."""
    return _RENDERERS[form](graph, focus)


def _text(graph: Graph, focus: GraphNode | None) -> str:
    if not graph.nodes:
        return "No components, services or middleware were found.\n"
    names = {node.key: node.name for node in graph.nodes}
    ahead: dict[str, list[GraphEdge]] = {}
    back: dict[str, list[GraphEdge]] = {}
    for edge in graph.edges:
        ahead.setdefault(edge.source, []).append(edge)
        if edge.source != edge.target:
            back.setdefault(edge.target, []).append(edge)
    lines: list[str] = []
    for kind, nodes in _by_kind(graph).items():
        lines += [f"{_plural(kind)} ({len(nodes)})", ""]
        for node in nodes:
            lines += _node_lines(node, is_focus=node == focus)
            for edge in ahead.get(node.key, ()):
                lines.append(f"      {_VERBS[edge.kind]} {names[edge.target]}{_label(edge)}")
            for edge in back.get(node.key, ()):
                lines.append(f"      {_BACK[edge.kind]} {names[edge.source]}{_label(edge)}")
            lines.append("")
    return "\n".join([*lines, _totals(graph)]) + "\n"


def _by_kind(graph: Graph) -> dict[str, list[GraphNode]]:
    """The nodes of each kind that there is, in the order of the kinds."""
    groups = {kind: [node for node in graph.nodes if node.kind == kind] for kind in KINDS}
    return {kind: nodes for kind, nodes in groups.items() if nodes}


def _totals(graph: Graph) -> str:
    """The last line, as in `2 components, 1 service; 4 connections.`"""
    counts = ", ".join(_counted(len(nodes), kind) for kind, nodes in _by_kind(graph).items())
    missing = sum(node.is_missing for node in graph.nodes)
    tail = f"; {missing} injected but not registered" if missing else ""
    return f"{counts}; {_count(len(graph.edges), 'connection')}{tail}."


def _plural(kind: str) -> str:
    return {"page": "Pages", "component": "Components", "service": "Services", "middleware": "Middleware"}[kind]


def _counted(number: int, kind: str) -> str:
    return f"{number} middleware" if kind == "middleware" else _count(number, kind)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _node_lines(node: GraphNode, *, is_focus: bool) -> Iterator[str]:
    mark = "> " if is_focus else "  "
    place = f"  {node.path}:{node.line}" if node.path else "  (outside of the project)"
    props = f"({', '.join(node.props)})" if node.props else ""
    yield f"{mark}{node.name}{props}{place}"
    if node.is_missing:
        yield "      ! nothing registers it"
    for registration in node.registrations:
        yield f"      registered by {registration}"


def _label(edge: GraphEdge) -> str:
    if not edge.label:
        return ""
    return f" as {edge.label}" if edge.kind == "injects" else f" ({edge.label})"


def _json(graph: Graph, focus: GraphNode | None) -> str:
    document = {
        "nodes": [asdict(node) for node in graph.nodes],
        "edges": [asdict(edge) for edge in graph.edges],
        "focus": focus.key if focus else None,
    }
    return json.dumps(document, indent=2) + "\n"


_DOT_SHAPES = {"page": "note", "component": "box", "service": "ellipse", "middleware": "hexagon"}
_DOT_STYLES = {"replaces": "dashed", "hooks": "dotted", "injects": "solid", "uses": "bold", "renders": "bold"}


def _dot(graph: Graph, focus: GraphNode | None) -> str:
    lines = ["digraph wiring {", "  rankdir=LR;", '  node [fontname="sans-serif"];', '  edge [fontname="sans-serif"];']
    for node in graph.nodes:
        extra = ', color="red"' if node.is_missing else ', penwidth="3"' if node == focus else ""
        lines.append(f"  {_quoted(node.key)} [label={_quoted(node.name)}, shape={_DOT_SHAPES[node.kind]}{extra}];")
    for edge in graph.edges:
        label = edge.label or edge.kind
        style = _DOT_STYLES[edge.kind]
        lines.append(f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(label)}, style={style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_BRACKETS = {"page": ("[/", "/]"), "component": ("[", "]"), "service": ("([", "])"), "middleware": ("{{", "}}")}
_ARROWS = {"replaces": "-.->", "hooks": "-.->", "injects": "-->", "uses": "==>", "renders": "==>"}


def _mermaid(graph: Graph, focus: GraphNode | None) -> str:
    ids = {node.key: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    for node in graph.nodes:
        opening, closing = _BRACKETS[node.kind]
        lines.append(f'  {ids[node.key]}{opening}"{_entities(node.name)}"{closing}')
    for edge in graph.edges:
        label = _entities(edge.label or edge.kind)
        lines.append(f'  {ids[edge.source]} {_ARROWS[edge.kind]}|"{label}"| {ids[edge.target]}')
    lines += [f"  style {ids[node.key]} stroke:#d1242f,stroke-width:2px" for node in graph.nodes if node.is_missing]
    if focus is not None:
        lines.append(f"  style {ids[focus.key]} stroke-width:4px")
    return "\n".join(lines) + "\n"


def _entities(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def _html(graph: Graph, focus: GraphNode | None) -> str:
    from tdomcheck.report.graph_page import page  # the layout is needed for this format only

    return page(graph, focus)


_RENDERERS: Mapping[str, Callable[[Graph, GraphNode | None], str]] = {
    "text": _text,
    "json": _json,
    "dot": _dot,
    "mermaid": _mermaid,
    "html": _html,
}
