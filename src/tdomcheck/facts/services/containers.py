"""What is a container: told by its name, or by what it was made of."""

from __future__ import annotations

import re

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.facts.vocabulary import libraries as api

_CALLED = re.compile(r"(?i)(?:^|[._])(?:\w*container\w*|svcs)$")


def is_of_container(view: ModuleView, function: tree_sitter.Node | None) -> bool:
    """Whether a method is called on a container, told by its name or by what it was made of."""
    held = function.child_by_field_name("object") if function is not None else None
    if held is None:
        return False
    return _CALLED.search(view.text(held)) is not None or _is_made(view, held)


def _is_made(view: ModuleView, held: tree_sitter.Node) -> bool:
    """Whether something was made by a class of containers, whatever it is called."""
    if held.type != "identifier":
        return held.type == "call" and _makes_container(view, held)
    value = view.assigned(view.text(held), held.start_byte)
    if value is not None:
        return value.type == "call" and _makes_container(view, value)
    return (view.scopes.index_at(held.start_byte), view.text(held)) in _opened_containers(view)


def _makes_container(view: ModuleView, call: tree_sitter.Node) -> bool:
    function = call.child_by_field_name("function")
    reference = view.resolve(function) if function is not None else ""
    return reference.rpartition(".")[2].endswith("Container") and reference.partition(".")[0] in api.ROOTS


@once
def _opened_containers(view: ModuleView) -> set[tuple[int, str]]:
    """By scope, the names of `with Container(...) as name`."""
    found: set[tuple[int, str]] = set()
    for target in view.captures["target"]:
        opened = target.parent if target.type == "as_pattern_target" else None
        call = opened.named_children[0] if opened is not None and opened.named_children else None
        if call is not None and call.type == "call" and _makes_container(view, call):
            found.add((view.scopes.index_at(target.start_byte), view.text(target)))
    return found
