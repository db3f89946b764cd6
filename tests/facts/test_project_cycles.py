"""Circles in a graph: none where nothing leads back, and one of the shortest through each group that does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.facts.project.cycles import Edges, circles_in


@pytest.mark.parametrize(
    "edges",
    [
        pytest.param({}, id="nothing at all"),
        pytest.param({"a": []}, id="a node that leads nowhere"),
        pytest.param({"a": ["b"], "b": ["c"], "c": []}, id="a chain"),
        pytest.param({"a": ["b", "c"], "b": ["d"], "c": ["d"]}, id="two ways to one node"),
        pytest.param({"a": ["outside"]}, id="a node that is only led to"),
        pytest.param({str(n): [str(n + 1)] for n in range(5_000)}, id="a chain longer than the stack of Python"),
    ],
)
def test_where_nothing_leads_back_there_is_no_circle(edges: Edges) -> None:
    assert circles_in(edges) == []


@pytest.mark.parametrize(
    ("edges", "circles"),
    [
        pytest.param({"a": ["a"]}, [["a"]], id="a node that leads to itself"),
        pytest.param({"a": ["b"], "b": ["a"]}, [["a", "b"]], id="two nodes"),
        pytest.param({"b": ["c"], "c": ["b"], "a": ["b"]}, [["b", "c"]], id="what leads to a circle is not on it"),
        pytest.param({"a": ["b", "c"], "b": ["c"], "c": ["a"]}, [["a", "c"], ["b", "c", "a"]], id="the shorter first"),
        pytest.param(
            {"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]}, [["a", "b"], ["c", "d"]], id="two that do not meet"
        ),
        pytest.param({"a": ["b", "c"], "b": ["a"], "c": ["a"]}, [["a", "b"], ["c", "a"]], id="two through one node"),
    ],
)
def test_a_circle_begins_with_its_first_name(edges: Edges, circles: list[list[str]]) -> None:
    assert circles_in(edges) == circles


NODES = st.sampled_from("abcdef")


@given(st.dictionaries(NODES, st.lists(NODES, max_size=3)))
def test_every_step_of_a_circle_is_an_edge(edges: Edges) -> None:
    for circle in circles_in(edges):
        assert len(set(circle)) == len(circle)
        assert all(after in edges[node] for node, after in zip(circle, [*circle[1:], circle[0]], strict=True))


@given(st.dictionaries(NODES, st.lists(NODES, max_size=3)))
def test_a_node_is_on_a_circle_if_it_leads_back_to_itself(edges: Edges) -> None:
    nodes = {node for circle in circles_in(edges) for node in circle}
    for node in edges:
        pending, seen = list(edges[node]), set[str]()
        while pending:
            step = pending.pop()
            if step not in seen:
                seen.add(step)
                pending += edges.get(step, ())
        assert (node in nodes) == (node in seen)
