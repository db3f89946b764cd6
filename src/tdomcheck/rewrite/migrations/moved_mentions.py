"""What still says the old home of a name, and is not changed: imports that may fail, and texts."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.blocks import attempts_around
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.vocabulary.moved_names import MOVED, home_of_module, home_of_name
from tdomcheck.model.changes import Remainder
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.moved_imports import caught_imports, is_one_of_its_own

_DIVIDED = frozenset(name.rpartition(".")[0] for name in MOVED)
"""Modules that are still there, and have lost something."""
_ROOTS = ("svcs_di.", "svcs_hopscotch.")
_DOTTED = regex(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*(?::[^\W\d][\w.]*)?")


def moved_mentions(view: ModuleView, path: str) -> Iterator[Remainder]:
    """The places of a file that name what has moved, and that somebody has to look at."""
    for moved in caught_imports(view, path):
        homes = sorted({home for home in moved.homes if home})
        if not any(_says(view, moved.statement, home) for home in homes):
            reason = (
                f"an import that may fail stands for some release: say what becomes of it, as {homes[0]} has it now"
            )
            yield Remainder(path, view.span(moved.place), reason)
    if not is_one_of_its_own(path):
        yield from _stars(view, path)
        yield from _texts(view, path)


def _stars(view: ModuleView, path: str) -> Iterator[Remainder]:
    """`from svcs_di import *`: what the file takes by it, and others take from the file, may be elsewhere now."""
    for statement in view.nodes["import"]:
        origin = statement.child_by_field_name("module_name")
        module = view.text(origin) if origin is not None else ""
        is_star = any(child.type == "wildcard_import" for child in statement.children)
        if is_star and module in _DIVIDED and not home_of_module(module):
            reason = f"some of what `{module}` had is elsewhere now: name what is taken from it"
            yield Remainder(path, view.span(statement), reason)


def _says(view: ModuleView, statement: tree_sitter.Node, home: str) -> bool:
    """Whether the `try` around an import names the new home as well."""
    around = [attempt for attempt, _ in attempts_around(statement, everywhere=True)]
    return any(home in view.text(attempt) for attempt in around)


def _texts(view: ModuleView, path: str) -> Iterator[Remainder]:
    """`patch("svcs_di.injectors.scan")`: a text may be anything, so it is not changed."""
    utf8 = view.source.utf8
    if not any(root.rstrip(".").encode() in utf8 for root in _ROOTS):
        return
    for node in view.nodes["string"]:
        text = static_text(view, node)
        dotted = text.replace(":", ".")
        if dotted.startswith(_ROOTS) and _DOTTED.fullmatch(text):
            module, _, name = dotted.rpartition(".")
            home = home_of_name(module, name) or home_of_module(dotted)
            if home:
                reason = f'the text "{text}" may name what is in {home} now; no text is changed here'
                yield Remainder(path, view.span(node), reason)
