"""The definitions of a file that tags name."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.component_functions import may_be_component
from tdomcheck.facts.html.props import is_called, parts, tag_places
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definition, path_of
from tdomcheck.model import Premise
from tdomcheck.model.claims import COMPONENT


def component_nodes(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Premise | None]]:
    """What a tag names, in this file or by its premise in another, and what by its annotation one does; also twice."""
    certain: set[int] = set()
    for place in tag_places(view):
        node = definition(view, place.reference)
        if node is not None:
            certain.add(node.id)
            yield node, None
    for part in parts(view):
        if part.places or not is_called(view, part.path):
            certain.add(part.node.id)
            yield part.node, None
    for node in (*view.nodes["function"], *view.nodes["class"]):
        path = path_of(view, node)
        if node.id not in certain and may_be_component(view, path) and definition(view, f":{path}") is not None:
            yield node, Premise(f":{path}", (), (COMPONENT,))
