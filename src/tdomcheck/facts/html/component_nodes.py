"""The definitions of a file that tags name."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.components import Component, components_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import decorator_reference, definitions_of
from tdomcheck.facts.records import Why
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import COMPONENT


def component_nodes(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Premise | None]]:
    """What a tag names, in this file or by its premise in another, and what by its annotation one does."""
    for component in components_of(view):
        if component.is_single and not component.is_quiet:
            node = component.signature or component.node
            if component.why is Why.TAG or _is_for_tags(view, component):
                yield node, None
            elif "." not in component.name:
                yield node, Premise(f":{component.name}", (), (COMPONENT,))


def _is_for_tags(view: ModuleView, component: Component) -> bool:
    """Whether it says that it is a component, nothing shows that Python calls it, and nothing is made of it."""
    if component.call is None or component.given is not None or component.is_called or not component.is_certain:
        return False
    decorators = definitions_of(view).decorator_nodes(component.call)
    return all(decorator_reference(view, decorator) in api.TRANSPARENT for decorator in decorators)
