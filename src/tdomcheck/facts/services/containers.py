"""What is a container: told by its name, or by what it was made of."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex

_CALLED = regex(r"(?i)(?:^|[._])(?:\w*container\w*|svcs)$")
_HOLDER = regex(r"(?i)(container|svcs|services|ctr)$")
_OTHERS = frozenset({"docker", "mock", "podman", "pytest_mock", "testcontainers", "unittest"})
"""Libraries that have containers of another kind, or that make believe."""


def is_of_container(view: ModuleView, function: tree_sitter.Node | None) -> bool:
    """Whether a method is called on a container, told by its name or by what it was made of."""
    held = function.child_by_field_name("object") if function is not None else None
    if held is None:
        return False
    return names_container(view.text(held)) or _is_made(view, held)


def names_container(dotted: str) -> bool:
    """Whether a name tells that it is of a container, or of what gives one."""
    return _CALLED.search(dotted) is not None


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
    return function is not None and _is_container_class(view.resolve(function))


def _is_container_class(reference: str) -> bool:
    return reference.rpartition(".")[2].endswith("Container") and reference.partition(".")[0] in api.ROOTS


@once
def _opened_containers(view: ModuleView) -> set[tuple[int, str]]:
    """By scope, the names of `with Container(...) as name`."""
    names: set[tuple[int, str]] = set()
    for target in view.nodes["target"]:
        opened = target.parent if target.type == "as_pattern_target" else None
        call = opened.named_children[0] if opened is not None and opened.named_children else None
        if call is not None and call.type == "call" and _makes_container(view, call):
            names.add((view.scopes.index_at(target.start_byte), view.text(target)))
    return names


def is_certain_container(view: ModuleView, holder: tree_sitter.Node) -> bool:
    """Whether more than a name says that something is a container: what made it, or an annotation."""
    for _, value in origins(view, holder):
        if value.type == "call" and _makes_container(view, value):
            return True
    return (view.scopes.index_at(holder.start_byte), view.text(holder)) in _declared_containers(view)


@once
def _declared_containers(view: ModuleView) -> set[tuple[int, str]]:
    """By scope, the names of `with Container(...) as name`, and of parameters that are annotated as containers."""
    names = {name for name in _opened_containers(view) if view.count_of_targets(*name) == 1}
    for function in view.nodes["function"]:
        listed = function.child_by_field_name("parameters") or function
        for parameter in definitions_of(view).parameters(function):
            if _is_container_class(parameter.type_ref) and not view.is_assigned(parameter.name, listed.start_byte):
                names.add((view.scopes.index_at(listed.start_byte), parameter.name))
    return names


def readers_of_containers(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """The places that read a name that is certainly a container, also those in functions within."""
    if b"Container" not in view.source.utf8:
        return
    scopes = view.scopes
    places = _opened_containers(view) | _declared_containers(view)
    places |= {key for key, values in view.assignments.items() if any(_is_new(view, value) for value in values)}
    for name in sorted({name for _, name in places}):
        for node in view.readers.get(name, []):
            index = scopes.index_at(node.start_byte)
            while index > 0 and (index, name) not in places:
                index = scopes.scopes[index].parent
            if (index, name) in places:
                yield node


def _is_new(view: ModuleView, value: tree_sitter.Node) -> bool:
    return value.type == "call" and _makes_container(view, value)


def is_named_container(view: ModuleView, function: tree_sitter.Node, holder: tree_sitter.Node) -> bool:
    """Whether a method is one of svcs's integrations, or of what is named like a container."""
    reference = view.resolve(function)
    if reference and not reference.startswith(":"):
        return reference.startswith("svcs.")
    is_other = holder.type == "identifier" and _is_of_another(view, holder)
    return not is_other and _HOLDER.search("".join(view.text(holder).split()).rpartition(".")[2]) is not None


def _is_of_another(view: ModuleView, holder: tree_sitter.Node) -> bool:
    """Whether a name is given what a class or function of another library makes, whatever it is called."""
    values = view.assignments.get((view.scopes.index_at(holder.start_byte), view.text(holder)), [])
    made = (value.child_by_field_name("function") for value in values if value.type == "call")
    return any(view.resolve(function).partition(".")[0] in _OTHERS for function in made if function is not None)
