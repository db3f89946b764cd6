"""Places that take a function and never call it by position: an injector, a registration, who only asks about it."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.services.containers import is_of_container
from tdomcheck.facts.vocabulary import api
from tdomcheck.source.tree import unwrapped

_INJECTORS = frozenset(
    f"{kind}{mode}Injector" for kind in ("", "Default", "Keyword", "Hopscotch") for mode in ("", "Async")
)
"""Whatever they call, they give by name."""
_ASKING = frozenset(
    {"callable", "hasattr", "hash", "id", "isinstance", "issubclass", "print", "repr", "type"}
    | {f"inspect.{name}" for name in ("signature", "getdoc", "getfile", "getmodule", "getsource", "getsourcefile")}
    | {f"inspect.is{kind}" for kind in ("asyncgenfunction", "class", "coroutinefunction", "function")}
    | {"asyncio.iscoroutinefunction", "inspect.isgeneratorfunction", "inspect.isroutine", "typing.get_type_hints"}
)
_TOLD = frozenset({"__annotations__", "__class__", "__dict__", "__doc__", "__module__", "__name__", "__qualname__"})
"""`__call__` is not among them, nor what tells which parameters have a place."""


def is_used_by_name(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether whoever has a function from a place asks about it, or calls it by name alone."""
    parent = node.parent
    if parent is not None and parent.type == "attribute":
        name = parent.child_by_field_name("attribute")
        return name is not None and name != node and view.text(name) in _TOLD
    if parent is not None and parent.type == "keyword_argument":
        parent = parent.parent
    call = parent.parent if parent is not None and parent.type == "argument_list" else None
    return call is not None and call.type == "call" and _takes(view, call, node)


def _takes(view: ModuleView, call: tree_sitter.Node, node: tree_sitter.Node) -> bool:
    """Whether a call takes a function as one that it asks about, or fills by name."""
    function, given = call.child_by_field_name("function"), arguments_of(view, call)
    if function is None:
        return False
    reference, method = view.resolve(function), method_of(view, call)
    if reference in _ASKING or (function.type == "identifier" and not reference and method in _ASKING):
        return function.type == "attribute" or bool(reference) or not is_shadowed(view, method)
    if reference in api.AUTO:
        return given.get(0, "target") == node
    if function.type == "attribute" and method in api.REGISTER_FACTORY:
        return given.get(0, "svc_type") == node
    if function.type == "attribute" and method in api.FETCH_METHODS and is_of_container(view, function):
        return node in given.positional
    return given.get(0, "target") == node and _is_injector(view, function)


def _is_injector(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether something is an injector by what it is made of, asked for by, or annotated as."""
    parameter = parameter_at(view, node) if node.type == "identifier" else None
    if parameter is not None:
        return _is_class(parameter.type_ref) and not view.is_assigned(parameter.name, node.start_byte)
    value = unwrapped(view.given(node) or node)
    if value.type == "await" and value.named_children:
        value = unwrapped(value.named_children[0])
    function = value.child_by_field_name("function") if value.type == "call" else None
    if function is None or _is_class(view.resolve(function)):
        return function is not None
    asked = arguments_of(view, value).positional
    is_fetched = function.type == "attribute" and method_of(view, value) in {"get", "aget"}
    return is_fetched and len(asked) == 1 and _is_class(view.resolve(asked[0]))


def _is_class(reference: str) -> bool:
    return reference.partition(".")[0] in api.ROOTS and reference.rpartition(".")[2] in _INJECTORS
