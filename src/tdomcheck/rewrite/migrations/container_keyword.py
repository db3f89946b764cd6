"""`html(..., context=X)` that becomes `container=X`: TDC904 and `html-context-to-container`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Edit, Fix, Safety
from tdomcheck.regex import regex
from tdomcheck.source.tree import enclosing

_WORD = regex(r"\w+")
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


def unread_arguments(view: ModuleView, names: Collection[str]) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Where arguments of html() of tdom_svcs may stand that its calls do not show, with what keeps them from it."""
    for call in view.nodes["call"]:
        arguments, function = arguments_of(view, call), call.child_by_field_name("function")
        if function is None:
            continue
        keyword = next((arguments.keywords[name] for name in names if name in arguments.keywords), None)
        first = arguments.positional[0] if arguments.positional else None
        if view.resolve(function) == "functools.partial" and first is not None and _is_html(view, first):
            if keyword is not None:
                yield (
                    keyword.parent or keyword,
                    "what `partial` makes may be called with the old name, too: change both",
                )
        elif _is_html(view, function):
            yield from _spread(view, call, names)
        elif keyword is not None and _is_hidden(view, function):
            reason = f"a comprehension of the function has another `{view.text(function)}`: give that another name"
            yield keyword.parent or keyword, reason


def _is_html(view: ModuleView, node: tree_sitter.Node) -> bool:
    reference = view.resolve(node)
    return reference in api.HTML and reference.startswith("tdom_svcs.")


def _spread(view: ModuleView, call: tree_sitter.Node, names: Collection[str]) -> Iterator[tuple[tree_sitter.Node, str]]:
    """`html(t"", **{"context": box})`, also by a name."""
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        value = argument.named_children[0] if argument.type == "dictionary_splat" else None
        for _, mapping in origins(view, value) if value is not None else ():
            keys = (pair.child_by_field_name("key") for pair in mapping.named_children if mapping.type == "dictionary")
            said = [static_text(view, key) for key in keys if key is not None and key.type == "string"]
            old = next((name for name in names if name in said), None)
            if old is not None:
                yield argument, f"`{old}` stands in a dictionary here: give html() its container by name"


def _is_hidden(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether a name that is imported as html() means the target of a comprehension, as far as facts go."""
    name = view.text(function)
    imported = {fact.alias for fact in view.imports if import_target(fact) in api.HTML and "svcs" in fact.module}
    if function.type != "identifier" or name not in imported:
        return False
    around = enclosing(function, "function_definition", "lambda")
    return any(
        clause.type == "for_in_clause" and name in _words(view, clause.child_by_field_name("left"))
        for whole in view.nodes["comprehension"]
        if enclosing(whole, "function_definition", "lambda") == around
        and not whole.start_byte <= function.start_byte < whole.end_byte
        for clause in whole.named_children
    )


def _words(view: ModuleView, node: tree_sitter.Node | None) -> list[str]:
    return _WORD.findall(view.text(node)) if node is not None else []


def _function(view: ModuleView, call: tree_sitter.Node) -> str:
    function = call.child_by_field_name("function")
    return view.text(function) if function is not None else ""
