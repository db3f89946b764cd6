"""The definitions of a file that tags name."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.props import is_called, parts, tag_places
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definition


def component_nodes(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """What a tag of this file names, and what by its annotation a tag of another does; some of it twice."""
    for place in tag_places(view):
        node = definition(view, place.reference)
        if node is not None:
            yield node
    for part in parts(view):
        if part.places or not is_called(view, part.path):
            yield part.node
