"""The functions of a module that a scan calls by their names, and who else asks for them."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.regex import regex

SET_UPS = frozenset({"svcs_registry", "svcs_container"})
_ASKED = regex(rb"""\.\s*svcs_(?:registry|container)\b|["':]svcs_(?:registry|container)["']""")


def set_up_features(view: ModuleView) -> Iterator[str]:
    """What tells of the setup functions of a file."""
    if b"svcs_registry" not in view.source.utf8 and b"svcs_container" not in view.source.utf8:
        return
    for name in sorted(SET_UPS):
        places = [node for node in view.readers.get(name, ()) if not _is_definition(node)]
        if any(view.resolve(node) == f":{name}" for node in places):
            yield FeatureOf.OWN_SETUP(name)
    if _ASKED.search(view.source.utf8):
        yield Feature.ASKING_FOR_SETUP


def _is_definition(name: tree_sitter.Node) -> bool:
    return name.parent is not None and name.parent.type == "function_definition"
