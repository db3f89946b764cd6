"""A view that gets its decorator: TDC301 and `add-view-decorator`."""

from __future__ import annotations

from keyword import iskeyword

import tree_sitter

from tdomcheck.authoring.views import View, node_of
from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.model import Edit, Fix, Safety


def decorator_problem(option: str, name: str) -> str:
    """What is wrong with what an option calls a decorator, or nothing."""
    if all(part.isidentifier() and not iskeyword(part) for part in name.split(".")):
        return ""
    return f"`{name}` is no name of a decorator: `{option}` takes one such as `view` or `shop.view`"


def decorated_view(view: ModuleView, found: View, decorator: str) -> Fix | None:
    """A line above a view, with the import of a dotted name; None where the name is not known, or means another."""
    node = node_of(view, found.fact)
    around = node.parent if node.parent is not None and node.parent.type == "decorated_definition" else node
    start = view.span(around).start
    module, _, name = decorator.rpartition(".")
    is_known = bool(view.resolve_at(name, start))
    spelled = importable(view, module, name) if module else (name, ()) if is_known else None
    column = view.source.position(start).column - 1
    indent = view.source.slice(start - column, start)
    if spelled is None or indent.strip():
        return None
    return Fix(
        f"Decorate it with `@{spelled[0]}`",
        (Edit(start, start, f"@{spelled[0]}\n{indent}"),),
        Safety.UNSAFE,
        spelled[1],
        unsafe_because="the view is registered then",
    )


def undecorated_because(decorator: str) -> str:
    """Why a view of a file got no decorator, and what to do."""
    module, _, name = decorator.rpartition(".")
    if not module:
        return f"`{decorator}` is not known here; give its dotted name as the first of `decorators`"
    return f"`{name}` means another thing here: import `{decorator}` by a name of its own, and it is called by that"


def is_on_a_function(view: ModuleView, name: str) -> bool:
    """Whether a function of the file has a decorator as it is, without a call."""
    return any(
        name in {_last(view, decorator) for decorator in definitions_of(view).decorator_nodes(function)}
        for function in view.nodes["function"]
    )


def _last(view: ModuleView, decorator: tree_sitter.Node) -> str:
    node = decorator.named_children[0] if decorator.type == "decorator" and decorator.named_children else decorator
    if node.type == "attribute":
        node = node.child_by_field_name("attribute") or node
    return view.text(node) if node.type == "identifier" else ""
