"""Which functions of a file are components, and why that is known."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import tree_sitter

from tdomcheck.facts.html.render_calls import html_argument, html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of
from tdomcheck.facts.python.classes import decorator_reference, definitions_of, path_of
from tdomcheck.facts.python.definitions import scope_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.terminal import scopes_that_yield
from tdomcheck.facts.vocabulary import api
from tdomcheck.source.tree import enclosing
from tdomcheck.values import dataclass

_DATACLASSES = frozenset({"dataclasses.dataclass", "attrs.define", "attrs.frozen"})


class Why(Enum):
    """What tells that a function is a component; the first that holds."""

    TAG = "a tag of its file names it"
    ANNOTATION = "it says that it returns what components return"
    NAME = "it has the name of one, and a tag of another file may name it"


@dataclass(frozen=True, slots=True)
class Component:
    """A function, or the `__call__` of a class, that tdom calls for what a tag stands for."""

    name: str
    why: Why
    is_method: bool = False
    may_be_none: bool = False
    is_old: bool = False
    """Annotated as components of tdom 0.1.14 were: only what it renders itself is wrong."""
    is_called: bool = False
    """The file itself calls it, beside what tdom does."""
    is_annotated_otherwise: bool = False
    """It is said to return something else than a Template."""
    is_known_by_tag: bool = False
    """Only a tag tells that it is one: other files may call it for what it gives."""


def components_of(view: ModuleView) -> Iterator[tuple[int, Component]]:
    """The components of a file by scope, the likely ones among them."""
    tags, quiet = tags_of(view)
    owners = {path_of(view, owner): owner for owner in view.nodes["class"]}
    for node in view.nodes["function"]:
        path = path_of(view, node)
        owner = owners.get(path.rpartition(".")[0])
        name = path.removesuffix(".__call__") if owner is not None else path
        if (owner is not None and name == path) or f":{name}" in quiet - tags or not _is_plain(view, node):
            continue
        found = _component(view, node, name, owner, is_tag=f":{name}" in tags)
        if found is not None:
            yield scope_of(view, node), found


@once
def tags_of(view: ModuleView) -> tuple[set[str], set[str]]:
    """References that templates use as tags, and those that they use where it is expected to fail."""
    tags: set[str] = set()
    quiet: set[str] = set()
    for template in view.html_templates:
        is_quiet = view.is_expected_to_fail(template.node.start_byte)
        for tag in view.markup(template).tags:
            if tag.is_component:
                (quiet if is_quiet else tags).add(view.resolve(template.interpolations[tag.component].node))
    return tags, quiet


def _component(
    view: ModuleView,
    node: tree_sitter.Node,
    name: str,
    owner: tree_sitter.Node | None,
    *,
    is_tag: bool,
) -> Component | None:
    names = _annotated(view, node)
    is_template = bool(names & api.TEMPLATE) and names <= api.TEMPLATE | {"None"}
    is_old = owner is not None and not (is_template or is_tag) and _was_component(view, owner, node, names)
    why = _why(view, name, is_tag=is_tag, is_said=is_template or is_old)
    if why is None:
        return None
    if _renders_parameter(view, node) or (not is_template and _takes_template(view, node)):
        return None
    return Component(
        name,
        why,
        is_method=owner is not None,
        may_be_none=is_template and "None" in names,
        is_old=is_old,
        is_called=name in called_paths(view),
        is_annotated_otherwise=bool(names - api.TEMPLATE - {"None"}),
        is_known_by_tag=why is not Why.ANNOTATION and not is_template and owner is None,
    )


def is_taken_by_python(view: ModuleView, component: Component, within: tree_sitter.Node) -> bool:
    """Whether the file uses a component otherwise than as a tag: it hands it on, or gives it another name.

    `within` is a node of the function that gives the Template."""
    owner = enclosing(within, "class_definition") if component.is_method else None
    if component.is_called or (owner is not None and _calls_itself(view, owner)):
        return True
    tags = _starts_of_tags(view)
    return any(use.start_byte not in tags and not _is_said_only(use) for use in view.readers.get(component.name, ()))


@once
def _starts_of_tags(view: ModuleView) -> set[int]:
    """Where the names of component tags stand."""
    return {
        template.interpolations[number].node.start_byte
        for template in view.html_templates
        for tag in view.markup(template).tags
        for number in (tag.component, tag.end_component)
        if number >= 0
    }


def _calls_itself(view: ModuleView, owner: tree_sitter.Node) -> bool:
    """`self()` in a method of a class."""
    return any(
        (function := call.child_by_field_name("function")) is not None and function.text == b"self"
        for call in view.nodes["call"]
        if owner.start_byte <= call.start_byte < owner.end_byte
    )


def _is_said_only(use: tree_sitter.Node) -> bool:
    """Whether a name is defined there, or stands in an annotation or among the bases of a class."""
    around = use.parent
    if around is not None and around.type in _DEFINITIONS and around.child_by_field_name("name") == use:
        return True
    while around is not None and around.type in _WITHIN_TYPES:
        around = around.parent
    if around is None or around.type == "type":
        return around is not None
    parent = around.parent
    return around.type == "argument_list" and parent is not None and parent.type == "class_definition"


_DEFINITIONS = frozenset({"function_definition", "class_definition"})
_WITHIN_TYPES = frozenset({"attribute", "subscript", "generic_type", "type_parameter", "union_type", "binary_operator"})


@once
def called_paths(view: ModuleView) -> set[str]:
    """The paths of definitions of the file that it calls, and of classes whose objects it calls."""
    found: set[str] = set()
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is None or (call.parent is not None and call.parent.type == "decorator"):
            continue
        found.add(view.resolve(function).lstrip(":"))
    return found


def _annotated(view: ModuleView, node: tree_sitter.Node) -> set[str]:
    """The references of a return annotation, member by member."""
    annotation = annotation_of(view, node.child_by_field_name("return_type")).wrapped
    members = annotation.members or ((annotation,) if annotation.text else ())
    return {member.plain_reference or member.text for member in members}


def _why(view: ModuleView, name: str, *, is_tag: bool, is_said: bool) -> Why | None:
    if is_tag or is_said:
        return Why.TAG if is_tag else Why.ANNOTATION
    return Why.NAME if may_be_component(view, name) else None


def may_be_component(view: ModuleView, path: str) -> bool:
    """Whether a tag of another file may name a definition: it stands at the top, and has the name of a component."""
    return path[:1].isupper() and "." not in path and not view.source.is_hosted


def _was_component(view: ModuleView, owner: tree_sitter.Node, node: tree_sitter.Node, names: set[str]) -> bool:
    """A dataclass that is called without arguments and gives what components of tdom 0.1.14 gave."""
    old = api.NODE | api.MARKUP
    parameters = node.child_by_field_name("parameters")
    decorators = {decorator_reference(view, found) for found in definitions_of(view).decorator_nodes(owner)}
    is_called_bare = parameters is not None and parameters.named_child_count == 1
    return bool(names & old) and names <= old | {"str"} and bool(decorators & _DATACLASSES) and is_called_bare


def _is_plain(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Called as it is written: not async, no generator, no decorator that may make something else of it."""
    scope = scope_of(view, node)
    if node.children[0].type == "async" or scope in scopes_that_yield(view):
        return False
    return is_transparent(view, node)


def is_transparent(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a function is called with what it takes, and gives what it gives, for all that its decorators do."""
    decorators = definitions_of(view).decorator_nodes(node)
    return all(decorator_reference(view, decorator) in api.TRANSPARENT for decorator in decorators)


def _renders_parameter(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A renderer is given its template, and gives back what it renders."""
    return scope_of(view, node) in _scopes_that_render_parameters(view)


def _is_parameter(view: ModuleView, node: tree_sitter.Node) -> bool:
    return view.text(node) in view.scopes.scopes[view.scopes.index_at(node.start_byte)].parameters


def _rendered_parameters(view: ModuleView) -> Iterator[tree_sitter.Node]:
    for call in html_calls(view):
        argument = html_argument(view, call)
        if argument is not None and argument.type == "identifier" and _is_parameter(view, argument):
            yield argument


@once
def _scopes_that_render_parameters(view: ModuleView) -> set[int]:
    return {view.scopes.index_at(node.start_byte) for node in _rendered_parameters(view)}


def _takes_template(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Any but the `children` of a component."""
    for parameter in definitions_of(view).parameters(node):
        if parameter.name != "children" and parameter.type_ref in api.TEMPLATE:
            return True
    return False
