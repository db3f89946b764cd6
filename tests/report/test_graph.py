"""The wiring in every format: small graphs by eye, large ones by what must hold of all."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.model.graph import Graph, GraphEdge, GraphNode
from tdomcheck.report.graph import FORMATS, render_graph
from tdomcheck.report.graph_layout import HEIGHT, layout_of

MENU = GraphNode("shop.Menu", "Menu", "component", "dataclass", "shop/menu.py", 7, ("title*", "wide"))
USERS = GraphNode("shop.Users", "Users", "service", "class", "shop/users.py", 3, (), (), is_missing=True)
HOME = GraphNode("shop.home", "home", "page", "function", "shop/views.py", 5)
AUDIT = GraphNode(
    "shop.Audit", "Audit", "middleware", "class", "shop/audit.py", 2, (), ("@middleware in shop/audit.py:1",)
)
GRAPH = Graph(
    (AUDIT, MENU, USERS, HOME),
    (
        GraphEdge("shop.Audit", "shop.Menu", "hooks", "before"),
        GraphEdge("shop.Menu", "shop.Users", "injects", "users"),
        GraphEdge("shop.home", "shop.Menu", "renders"),
    ),
)


def test_text() -> None:
    assert render_graph(GRAPH, "text", MENU) == (
        "Pages (1)\n\n"
        "  home  shop/views.py:5\n"
        "      renders Menu\n\n"
        "Components (1)\n\n"
        "> Menu(title*, wide)  shop/menu.py:7\n"
        "      injects Users as users\n"
        "      hooked by Audit (before)\n"
        "      rendered by home\n\n"
        "Services (1)\n\n"
        "  Users  shop/users.py:3\n"
        "      ! nothing registers it\n"
        "      injected into Menu as users\n\n"
        "Middleware (1)\n\n"
        "  Audit  shop/audit.py:2\n"
        "      registered by @middleware in shop/audit.py:1\n"
        "      hooks Menu (before)\n\n"
        "1 page, 1 component, 1 service, 1 middleware; 3 connections; 1 injected but not registered.\n"
    )


def test_nothing_at_all() -> None:
    assert render_graph(Graph(), "text") == "No components, services or middleware were found.\n"
    assert json.loads(render_graph(Graph(), "json")) == {"nodes": [], "edges": [], "focus": None}
    assert "</html>" in render_graph(Graph(), "html")


def test_json_holds_everything() -> None:
    document = json.loads(render_graph(GRAPH, "json", MENU))

    assert document["focus"] == "shop.Menu"
    assert [node["key"] for node in document["nodes"]] == ["shop.Audit", "shop.Menu", "shop.Users", "shop.home"]
    assert document["edges"][1] == {"source": "shop.Menu", "target": "shop.Users", "kind": "injects", "label": "users"}


def test_dot_and_mermaid_name_every_node_and_edge() -> None:
    dot, mermaid = render_graph(GRAPH, "dot"), render_graph(GRAPH, "mermaid")

    assert dot.count("->") == mermaid.count("|") / 2 == 3
    assert '"shop.Users" [label="Users", shape=ellipse, color="red"]' in dot
    assert 'n2(["Users"])' in mermaid
    assert "style n2 stroke:#d1242f" in mermaid


@pytest.mark.parametrize("form", FORMATS)
def test_names_that_mean_something_to_the_format(form: str) -> None:
    """Names come from checked code: they are shown, and nothing of them is run."""
    name = '</script><b title="x">&\\'
    node = GraphNode(f"a.{name}", name, "component", "class", "a.py", 1)
    text = render_graph(Graph((node,), (GraphEdge(node.key, node.key, "uses"),)), form)

    if form == "html":
        assert "</script><b" not in text
        assert text.count("<script") == text.count("</script>") == 2
    elif form == "json":
        assert json.loads(text)["nodes"][0]["name"] == name
    elif form == "mermaid":
        assert "<b" not in text
    elif form == "dot":
        assert '\\"x\\"' in text


def test_the_page_needs_nothing_else() -> None:
    page = render_graph(GRAPH, "html", MENU)

    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)\s*=|@import|url\(", page)
    svg = page[page.index("<svg") : page.index("</svg>") + 6]
    drawing = ET.fromstring(svg)
    assert len(drawing.findall(".//g[@role='button']")) == 4
    assert len(drawing.findall(".//path")) == 3


def test_around_a_node_stands_what_it_needs_and_what_needs_it() -> None:
    other = GraphNode("shop.Other", "Other", "component", "class", "shop/other.py", 1)
    graph = Graph((*GRAPH.nodes, other), (*GRAPH.edges, GraphEdge("shop.home", "shop.Other", "renders")))

    assert [node.name for node in graph.around("shop.Users").nodes] == ["Audit", "Menu", "Users", "home"]
    assert [node.name for node in graph.around("shop.Other").nodes] == ["home", "Other"]


KEYS = st.sampled_from([f"k{number}" for number in range(9)])
KINDS = st.sampled_from(["page", "component", "service", "middleware"])
EDGES = st.builds(GraphEdge, KEYS, KEYS, st.sampled_from(["renders", "uses", "injects", "replaces", "hooks"]))


@given(st.lists(KINDS, min_size=9, max_size=9), st.lists(EDGES, max_size=20))
def test_boxes_never_meet_and_stay_on_the_page(kinds: list[str], edges: list[GraphEdge]) -> None:
    """Also for circles."""
    nodes = tuple(GraphNode(f"k{number}", f"Name{number}", kind, "class") for number, kind in enumerate(kinds))
    graph = Graph(nodes, tuple(sorted(set(edges))))

    layout = layout_of(graph)

    boxes = list(layout.boxes.values())
    assert len(boxes) == 9
    for number, box in enumerate(boxes):
        assert box.x >= 0
        assert box.right <= layout.width
        assert box.y >= 0
        assert box.y + HEIGHT <= layout.height
        for other in boxes[number + 1 :]:
            assert box.right <= other.x or other.right <= box.x or abs(box.y - other.y) >= HEIGHT
    assert layout_of(graph) == layout
