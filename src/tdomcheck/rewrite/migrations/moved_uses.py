"""What is said of a module that moved, by its dotted name: `svcs_di.injectors.scan`, `svcs_di.injectable`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.import_fallbacks import is_fallback
from tdomcheck.facts.vocabulary.moved_names import NAMES, home_of_module
from tdomcheck.model import Edit, Fix
from tdomcheck.model.changes import Remainder
from tdomcheck.rewrite.migrations.moved_imports import MovedStatement, is_one_of_its_own

_IMPORTING = frozenset({"dotted_name", "aliased_import", "import_statement", "import_from_statement"})


def moved_attributes(view: ModuleView, path: str) -> Iterator[Fix | Remainder]:
    """`svcs_di.injectable`, by whatever name the file has the module."""
    if is_one_of_its_own(path):
        return
    aliases = {fact.alias for fact in view.imports if (fact.module, fact.name) == ("svcs_di", "")}
    yield from _modules_of(view, path, aliases)
    for node in _attributes(view, aliases):
        reference = view.resolve(node)
        home = NAMES.get(reference, "")
        if not home or reference.count(".") != 1 or is_fallback(node):
            continue
        spelled = importable(view, home, reference.rpartition(".")[2])
        span = view.span(node)
        if spelled is None:
            yield Remainder(path, span, f"it is in `{home}` now, and this name means another thing in this file")
        else:
            yield Fix(f"Import it from {home}", (Edit(span.start, span.end, spelled[0]),), imports=spelled[1])


def _modules_of(view: ModuleView, path: str, aliases: Collection[str]) -> Iterator[Remainder]:
    """`svcs_di.injectors.scan` where a file imports `svcs_di` alone: what has loaded the rest is not known."""
    told = {fact.alias for fact in view.imports if fact.module.startswith("svcs_di.") and not fact.name}
    for node in _attributes(view, set(aliases) - told):
        place, home = node, home_of_module(view.resolve(node))
        while not home and place.parent is not None and place.parent.type == "attribute":
            place = place.parent
            home = home_of_module(view.resolve(place))
        if home and not is_fallback(place):
            reason = f"what it asks this module for is in `{home}` now: import that, and ask it"
            yield Remainder(path, view.span(place), reason)


def _attributes(view: ModuleView, names: Collection[str]) -> Iterator[tree_sitter.Node]:
    """The smallest attributes of names that are read anywhere but in imports."""
    for name in sorted(names):
        for node in view.readers.get(name, ()):
            if node.parent is not None and node.parent.type == "attribute":
                yield node.parent


def with_all_uses(view: ModuleView, moved: MovedStatement) -> Fix | None:
    """`import svcs_di.injectors`, and all that is said of it; None where something of it is in yet another place."""
    root = moved.module.partition(".")[0]
    home = next(iter(moved.homes))
    bound = {fact.module for fact in view.imports if fact.alias == root}
    if bound - {root, moved.module} or (root in bound and home.startswith(f"{root}.")):
        return None
    places = [moved.place]
    for node in view.readers.get(root, ()):
        place = _module_at(view, node, moved.module)
        if place is not None and not _is_elsewhere(view, place):
            places.append(place)
        elif root not in bound and not _is_imported(node):
            return None
    spans = [view.span(place) for place in places]
    return Fix(f"Import {home}", tuple(Edit(span.start, span.end, home) for span in spans))


def _is_imported(node: tree_sitter.Node) -> bool:
    return node.parent is not None and node.parent.type in _IMPORTING


def _module_at(view: ModuleView, node: tree_sitter.Node, module: str) -> tree_sitter.Node | None:
    """The attribute that says a module, whose first name a node is."""
    for _ in range(module.count(".")):
        around = node.parent
        if around is None or around.type != "attribute" or around.child_by_field_name("object") != node:
            return None
        node = around
    return node if view.resolve(node) == module else None


def _is_elsewhere(view: ModuleView, place: tree_sitter.Node) -> bool:
    """Whether what is asked of a module is not where the rest of it is."""
    around = place.parent
    return around is not None and around.type == "attribute" and view.resolve(around) in NAMES
