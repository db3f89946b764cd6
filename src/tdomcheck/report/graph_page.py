"""A graph as one page of HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from html import escape

from tdomcheck.model.graph import Graph, GraphEdge, GraphNode
from tdomcheck.report.graph_assets import SCRIPT, STYLE
from tdomcheck.report.graph_layout import HEIGHT, Box, Layout, layout_of
from tdomcheck.report.html_page import whole_page

_LEGEND = (
    ("page", "page: a function or module that renders"),
    ("component", "component"),
    ("service", "service"),
    ("middleware", "middleware"),
)


def page(graph: Graph, focus: GraphNode | None) -> str:
    """The whole document."""
    title = f"Wiring of {focus.name}" if focus else "Wiring"
    return whole_page(title, STYLE, _body(graph, focus, title), _data(graph, focus), SCRIPT)


def _body(graph: Graph, focus: GraphNode | None, title: str) -> Iterator[str]:
    yield from _header(graph, title)
    yield "<main>"
    yield '<div id="stage" tabindex="0" aria-label="Drag to move, scroll to zoom">'
    yield from _drawing(graph, layout_of(graph), focus)
    yield "</div>"
    yield '<aside id="details" aria-live="polite">'
    yield "<p>Choose a node to see what it needs and what needs it.</p>"
    yield "</aside>"
    yield "</main>"


def _header(graph: Graph, title: str) -> Iterator[str]:
    missing = sum(node.is_missing for node in graph.nodes)
    yield "<header>"
    yield f"<h1>{escape(title)}</h1>"
    yield '<label>Find <input id="search" type="search" autocomplete="off" placeholder="a name"></label>'
    yield '<ul id="legend">'
    for kind, words in _LEGEND:
        number = sum(node.kind == kind for node in graph.nodes)
        if number:
            yield f'<li class="{kind}"><span></span>{escape(words)} ({number})</li>'
    if missing:
        yield f'<li class="missing"><span></span>injected, not registered ({missing})</li>'
    yield "</ul>"
    yield '<button type="button" id="fit">Show all</button>'
    yield "</header>"


def _drawing(graph: Graph, layout: Layout, focus: GraphNode | None) -> Iterator[str]:
    size = f"{layout.width:.0f} {layout.height:.0f}"
    yield f'<svg viewBox="0 0 {size}" role="img" aria-label="The wiring as a graph">'
    yield '<g id="world">'
    for edge in graph.edges:
        yield _edge(edge, layout)
    for number, node in enumerate(graph.nodes):
        yield _node(number, node, layout.boxes[node.key], is_focus=node == focus)
    yield "</g></svg>"


def _edge(edge: GraphEdge, layout: Layout) -> str:
    """A curve from the right side of one box to the left side of the other, or around where that lies before it."""
    start, end = layout.boxes[edge.source], layout.boxes[edge.target]
    if start.right < end.x:
        reach = (end.x - start.right) / 2
        way = (
            f"M{start.right:.0f} {start.middle:.0f} C{start.right + reach:.0f} {start.middle:.0f} "
            f"{end.x - reach:.0f} {end.middle:.0f} {end.x:.0f} {end.middle:.0f}"
        )
    else:
        reach = 60.0
        way = (
            f"M{start.right:.0f} {start.middle:.0f} C{start.right + reach:.0f} {start.middle:.0f} "
            f"{end.right + reach:.0f} {end.middle:.0f} {end.right:.0f} {end.middle:.0f}"
        )
    ends = f'data-source="{escape(edge.source)}" data-target="{escape(edge.target)}"'
    label = f"{edge.kind} {edge.label}".strip()
    return f'<path class="edge {edge.kind}" {ends} d="{way}"><title>{escape(label)}</title></path>'


def _node(number: int, node: GraphNode, box: Box, *, is_focus: bool) -> str:
    classes = " ".join(["node", node.kind, *(["missing"] if node.is_missing else []), *(["focus"] if is_focus else [])])
    label = f"{node.kind} {node.name}"
    return (
        f'<g class="{classes}" id="n{number}" data-key="{escape(node.key)}" role="button" tabindex="0" '
        f'aria-label="{escape(label)}">'
        f'<rect x="{box.x:.0f}" y="{box.y:.0f}" width="{box.width:.0f}" height="{HEIGHT}" rx="6"></rect>'
        f'<text x="{box.x + box.width / 2:.0f}" y="{box.middle + 4:.0f}">{escape(node.name)}</text></g>'
    )


def _data(graph: Graph, focus: GraphNode | None) -> dict[str, object]:
    """What the details show."""
    return {
        "nodes": [asdict(node) for node in graph.nodes],
        "edges": [asdict(edge) for edge in graph.edges],
        "focus": focus.key if focus else None,
    }
