"""Where an error is caught, where a function may be left, and where a name is given a new value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.blocks import attempt_of, attempts_around
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.records import RegistrationFact
from tdomcheck.regex import regex
from tdomcheck.source.tree import enclosing

REGISTRY_NAME = regex(r"(?i)regist|container|^r$")
"""What a registry or a container is called."""
_EMPTYING = (".close", ".aclose", ".clear")


def is_caught(node: tree_sitter.Node) -> bool:
    """Whether what is done may fail on purpose, or is done where somebody else says so: in a `try`, or a lambda."""
    for statement, is_tried in attempts_around(node):
        attempt = attempt_of(statement)
        if is_tried and attempt is not None and attempt.handlers:
            return True
    around = enclosing(node, "function_definition", "lambda")
    return around is not None and around.type == "lambda"


def turns_in(view: PythonModule, registrations: Sequence[RegistrationFact]) -> tuple[tuple[str, int], ...]:
    """What keeps two registrations that stand in one block from running for one registry, in order."""
    if not registrations and b"regist" not in view.source.utf8:
        return ()
    leaving = (*view.nodes["return"], *view.nodes["yield"], *view.nodes["leaving"])
    turns = [("", view.span(node).start) for node in leaving]
    receivers = {fact.site.receiver for fact in registrations}
    for node, name in _given(view):
        if name in receivers or REGISTRY_NAME.search(name):
            turns.append((name, view.span(node).start))
    return tuple(sorted(turns))


def _given(view: PythonModule) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Names that are given a value, and those of what is closed."""
    for target in view.nodes["target"]:
        yield from ((target, name) for name in re.split(r"[^\w.]+", view.text(target)) if name)
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        text = view.text(function) if function is not None else ""
        if text.endswith(_EMPTYING):
            yield call, text.rpartition(".")[0]
