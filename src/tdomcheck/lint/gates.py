"""Which rules could fire in a file at all."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Gate
from tdomcheck.model.features import beside_templates
from tdomcheck.source.tree import compiled_query


@cache
def _encoded(tokens: tuple[str, ...]) -> tuple[bytes, ...]:
    """Made once, not for every file."""
    return tuple(token.encode() for token in tokens)


def needs_templates(gate: Gate, features: Collection[str]) -> bool:
    """Whether a rule that is let in is let in for the sake of templates and components alone."""
    return bool(gate.features) and beside_templates(features).isdisjoint(gate.features)


def admits(gate: Gate, view: ModuleView, features: Collection[str]) -> bool:
    """Whether a rule with this gate has to run; a tree with errors passes every gate."""
    if gate.is_open or view.tree.is_broken:
        return True
    if gate.features and not any(word in features for word in gate.features):
        return False
    utf8 = view.source.utf8
    if gate.tokens and not any(token in utf8 for token in _encoded(tuple(gate.tokens))):
        return False
    if gate.query:
        return bool(tree_sitter.QueryCursor(compiled_query(gate.query)).matches(view.tree.root))
    return True
