"""`html(..., context=X)` that becomes `container=X`: TDC904 and `html-context-to-container`."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.model import Edit, Fix, Safety
from tdomcheck.regex import regex

_HOLDER = regex(r"(?i)container$")
_CONTAINERS = frozenset({"Container", "HopscotchContainer", "InjectorContainer"})
_DATA = frozenset(
    {
        "dictionary",
        "dictionary_comprehension",
        "list",
        "tuple",
        "set",
        "string",
        "concatenated_string",
        "integer",
        "float",
        "true",
        "false",
    }
)


def container_keyword(view: ModuleView, name: tree_sitter.Node, value: tree_sitter.Node) -> Fix:
    """The new name of a keyword argument; safe where its value is a container."""
    span = view.span(name)
    edits = (Edit(span.start, span.end, "container"),)
    if is_container(view, value):
        return Fix("Call it `container`", edits)
    because = f"`{view.text(value)}` is not known to be a container"
    return Fix("Call it `container`", edits, Safety.UNSAFE, unsafe_because=because)


def is_container(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression is called a container, or was made one a step back."""
    for _, value in origins(view, node):
        made = value.child_by_field_name("function") if value.type == "call" else None
        if made is not None and view.resolve(made).rpartition(".")[2] in _CONTAINERS:
            return True
    return _HOLDER.search(view.dotted(node).rpartition(".")[2]) is not None


def is_plain_data(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression may be a dict, a text or the like, which no container is."""
    return any(
        value.type in _DATA or (value.type == "call" and _function(view, value) == "dict")
        for _, value in origins(view, node)
    )


def _function(view: ModuleView, call: tree_sitter.Node) -> str:
    function = call.child_by_field_name("function")
    return view.text(function) if function is not None else ""
