"""What a file opens containers with, and whether it does so in ways that are not followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.python.value_paths import CALL, value_path
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex

CONTAINER = "HopscotchContainer"
_OPENING = regex(r"Container$")
_DESCRIBING = regex(r"^register|^overwrite|^get_implementation$|^(?:injectable|middleware|hookable|view)$")
"""Calls whose `resource=` is the class of a resource, and no resource."""
_HARMLESS = frozenset({"type", "import_from_statement", "dotted_name", "aliased_import", "generic_type"})


def makers_of_resource(view: ModuleView, call: tree_sitter.Node, reference: str) -> Iterator[str]:
    """What is called to make what a resource may be, or `=` before what it is, as far as that is told."""
    resource = arguments_of(view, call).keywords.get("resource") if _OPENING.search(reference) else None
    for _, value in origins(view, resource) if resource is not None else ():
        path = value_path(view, value) if value.type != "none" else None
        if path is not None and path.steps in {(), (CALL,)}:
            yield path.reference if path.steps else f"={path.reference}"
        elif value.type != "none":
            yield ""


def opens_indirectly(view: ModuleView) -> bool:
    """Whether a container's class is handed on or derived from, or something unknown takes a `resource=`."""
    if b"resource" not in view.source.utf8 and CONTAINER.encode() not in view.source.utf8:
        return False
    return _is_handed_on(view, _is_container) or any(_is_unknown(view, call) for call in view.nodes["call"])


def runs_indirectly(view: ModuleView) -> bool:
    """Whether a function that runs middleware is handed on: then it may run any phase."""
    return b"execute_" in view.source.utf8 and _is_handed_on(view, api.EXECUTE.__contains__)


def _is_container(reference: str) -> bool:
    return reference.rpartition(".")[2] == CONTAINER


def _is_handed_on(view: ModuleView, is_meant: Callable[[str], bool]) -> bool:
    """Whether what references mean is used in any other way than to call it, or in an annotation."""
    aliases = {fact.alias for fact in view.imports if fact.module.partition(".")[0] in api.ROOTS}
    named = (_dotted(node) for alias in aliases for node in view.readers.get(alias, []))
    return any(is_meant(view.resolve(node)) and not _is_plain_use(node) for node in named)


def _dotted(name: tree_sitter.Node) -> tree_sitter.Node:
    """The whole of `package.module.name` that a name begins."""
    while name.parent is not None and name.parent.type == "attribute" and name == name.parent.named_children[0]:
        name = name.parent
    return name


def _is_plain_use(node: tree_sitter.Node) -> bool:
    """A call, or an annotation."""
    parent = node.parent
    is_called = parent is not None and parent.type == "call" and parent.child_by_field_name("function") == node
    while parent is not None and not is_called:
        if parent.type in _HARMLESS:
            return True
        parent = parent.parent if parent.type in {"subscript", "binary_operator", "attribute"} else None
    return is_called


def _is_unknown(view: ModuleView, call: tree_sitter.Node) -> bool:
    function, arguments = call.child_by_field_name("function"), arguments_of(view, call)
    if function is None or not ("resource" in arguments.keywords or arguments.has_star):
        return False
    name = method_of(view, call) or view.text(function).rpartition(".")[2]
    is_opening = _OPENING.search(view.resolve(function)) is not None
    if is_opening:
        return arguments.has_star
    return "resource" in arguments.keywords and not _DESCRIBING.search(name)
