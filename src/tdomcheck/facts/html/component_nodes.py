"""The definitions of a file that tags name."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.components import Component, components_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.records import Why
from tdomcheck.model import Premise
from tdomcheck.model.claims import COMPONENT


def component_nodes(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Premise | None]]:
    """What a tag names, in this file or by its premise in another, and what by its annotation one does."""
    for component in components_of(view):
        if component.is_single and not component.is_quiet:
            node = component.signature or component.node
            if component.why is Why.TAG or _is_for_tags(component):
                yield node, None
            elif "." not in component.name:
                yield node, Premise(f":{component.name}", (), (COMPONENT,))


def _is_for_tags(component: Component) -> bool:
    """Whether it says that it is a component, and nothing shows that Python calls it."""
    return component.is_certain and component.signature is not None and not component.is_called
