"""`graph`: the wiring of a project, from its facts."""

from __future__ import annotations

import difflib
import os
from bisect import bisect_right
from collections.abc import Mapping

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.project_facts import project_of
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.files import write_report
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.facts.project.graph import graph_of
from tdomcheck.model.graph import Graph, GraphEdge, GraphNode
from tdomcheck.report.escape import told, visible
from tdomcheck.report.graph import render_graph
from tdomcheck.values import replace


def run_graph(request: Request, name: str, form: str, output_file: str, *, tests: bool) -> tuple[str, int, str]:
    """The graph as text, empty where it went into a file; the exit code; and what kept it from being whole."""
    session = Session(request)
    try:
        run = check(session, is_whole=True)
        graph = _graph(session, run, tests=tests)
        result = conclude(session, run)
        failed = [outcome for outcome in result.files if outcome.bucket.value == "failed"]
    finally:
        session.close()
    focus = _node_called(graph, name) if name else None
    view = graph.around(focus.key) if focus else graph
    unread = [finding for finding in result.findings if finding.code in _UNREAD]
    notice = told("warning", result.warnings)
    notice += told("warning", (f"{outcome.path} is not in the graph: {outcome.reason}" for outcome in failed))
    notice += told("warning", (f"{finding.path} may be missing in the graph: {finding.message}" for finding in unread))
    notice += told("error", result.errors)
    text = render_graph(_printable(view), form, _printable_node(focus) if focus else None)
    if output_file:
        write_report(output_file, text)
        text = ""
    if failed or result.errors:
        return text, ExitCode.UNTRUSTWORTHY, notice
    return text, ExitCode.FINDINGS if unread else ExitCode.CLEAN, notice


_UNREAD = frozenset({"TDC001", "TDC002"})
"""Findings about files that could not be read as Python."""


def _graph(session: Session, run: RunAnalysis, *, tests: bool) -> Graph:
    """The graphs of all projects that were looked at, side by side."""
    nodes: dict[str, GraphNode] = {}
    edges: set[GraphEdge] = set()
    for project in run.projects:
        context, states = project.context, project.files.states
        names = {context.inside(state.planned.path): state.planned.shown for state in states}
        graph = graph_of(project_of(context, project.files), _Lines(session.cwd, names), names, tests=tests)
        nodes.update({node.key: node for node in graph.nodes})
        edges.update(graph.edges)
    return Graph(tuple(nodes[key] for key in sorted(nodes)), tuple(sorted(edges)))


def _printable(graph: Graph) -> Graph:
    """The same graph with names that may be printed anywhere: modules are called as their files are."""
    nodes = tuple(map(_printable_node, graph.nodes))
    edges = tuple(
        GraphEdge(visible(edge.source), visible(edge.target), edge.kind, visible(edge.label)) for edge in graph.edges
    )
    return Graph(nodes, edges)


def _printable_node(node: GraphNode) -> GraphNode:
    return replace(
        node,
        key=visible(node.key),
        name=visible(node.name),
        path=visible(node.path),
        props=tuple(map(visible, node.props)),
        registrations=tuple(map(visible, node.registrations)),
    )


class _Lines:
    """Lines of places in files, each file read once."""

    def __init__(self, cwd: str, names: Mapping[str, str]) -> None:
        self._cwd = cwd
        self._names = names
        self._starts: dict[str, list[int]] = {}

    def __call__(self, path: str, offset: int) -> int:
        if path not in self._starts:
            self._starts[path] = _line_starts(os.path.join(self._cwd, self._names.get(path, path)))
        return bisect_right(self._starts[path], offset)


def _line_starts(path: str) -> list[int]:
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
    except OSError:
        return [0]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts


def _node_called(graph: Graph, name: str) -> GraphNode:
    """The node of a name or of a dotted name."""
    exact = [node for node in graph.nodes if name in {node.key, node.name}]
    if len(exact) == 1:
        return exact[0]
    if exact:
        places = "".join(f"\n  {node.key}" for node in exact)
        raise UsageError(f"{name} is the name of {len(exact)} things; say which:{places}")
    near = difflib.get_close_matches(name, [word for node in graph.nodes for word in (node.name, node.key)], 1)
    raise UsageError(f"nothing in the graph is called {name}{f'; did you mean {near[0]}?' if near else ''}")
