"""What is a component of a file, and why that is known: the one answer, for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.component_reasons import Kind, Said, is_meant, said_of, tags_of, why_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.callable_values import NamedCallable, named_callables
from tdomcheck.facts.python.classes import definition, path_of
from tdomcheck.facts.python.closures import is_handed_on, signature_of
from tdomcheck.facts.python.definitions import methods_in
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.terminal import Later, later_kind
from tdomcheck.facts.records import Why
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import COMPONENT
from tdomcheck.source.tree import enclosing
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Component:
    """What tdom calls, or may call, for what a tag stands for: every rule, the graph and the gates ask this."""

    name: str
    """Its lexical path."""
    kind: Kind
    why: Why
    node: tree_sitter.Node
    call: tree_sitter.Node | None
    """The function that gives the Template: of a class its own `__call__`; None where that is not known."""
    signature: tree_sitter.Node | None
    """What says which props it takes: the class, or the function that its decorators leave; None if nobody can tell."""
    said: Said
    later: Later | None
    """What it gives instead, if it gives nothing at once."""
    is_certain: bool
    """It is one whatever other files say; else it is if a tag of theirs names it."""
    is_single: bool
    """The name means nothing else in its file."""
    is_transparent: bool
    """It is called with what it takes, and gives what it gives, for all that its decorators do."""
    is_quiet: bool
    """The only tags of its file that name it stand where they are expected to fail."""
    is_called: bool
    """The file itself calls it, beside what tdom does."""
    given: NamedCallable | None = None
    """What a variable is given."""

    @property
    def is_class(self) -> bool:
        return self.kind is Kind.CLASS

    @property
    def is_known_by_tag(self) -> bool:
        """Only a tag tells that it is one: other files may call it for what it gives."""
        is_function = self.kind in {Kind.FUNCTION, Kind.VARIABLE} and self.node.type != "lambda"
        return is_function and self.why in {Why.TAG, Why.NAME} and not self.said.is_template

    @property
    def premise(self) -> Premise | None:
        """What other files have to say for it to be one."""
        return None if self.is_certain else Premise(f":{self.name}", (), (COMPONENT,))


@once
def components_of(view: ModuleView) -> tuple[Component, ...]:
    """The components of a file, and what a tag of another file may make one: functions, classes, variables."""
    return tuple(_components(view))


def _components(view: ModuleView) -> Iterator[Component]:
    for node in view.nodes["function"]:
        is_method = view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind == "class"
        component = _component(view, node, Kind.METHOD if is_method else Kind.FUNCTION, node)
        if component is not None:
            yield component
    for node in view.nodes["class"]:
        component = _component(view, node, Kind.CLASS, dict(methods_in(view, node)).get("__call__"))
        if component is not None:
            yield component
    for named in named_callables(view, api.TRANSPARENT):
        component = _named(view, named)
        if component is not None:
            yield component


def _component(view: ModuleView, node: tree_sitter.Node, kind: Kind, call: tree_sitter.Node | None) -> Component | None:
    path = path_of(view, node)
    tags, quiet = tags_of(view)
    is_tag = f":{path}" in tags
    if kind is Kind.METHOD and not is_tag:
        return None
    said = said_of(view, call, node if kind is Kind.CLASS and not is_tag else None)
    why = why_of(view, path, kind, call, said, is_tag=is_tag)
    if why is None:
        return None
    return Component(
        path,
        kind,
        why,
        node,
        call,
        node if kind is Kind.CLASS else signature_of(view, node, api.TRANSPARENT),
        said,
        later_kind(view, call) if call is not None else None,
        is_certain=is_tag or (why is not Why.NAME and is_meant(view, path, kind, call)),
        is_single=definition(view, f":{path}") == node,
        is_transparent=call is not None and is_handed_on(view, call, api.TRANSPARENT),
        is_quiet=not is_tag and f":{path}" in quiet,
        is_called=path in called_paths(view),
    )


def _named(view: ModuleView, named: NamedCallable) -> Component | None:
    """A name that is given what can be called: of an object, and of a lambda, only a tag tells what it is for."""
    name, given = view.text(named.name), named.given
    tags, quiet = tags_of(view)
    is_tag = f":{name}" in tags
    said = said_of(view, given.call, None)
    why = why_of(view, name, Kind.VARIABLE, given.call, said, is_tag=is_tag)
    if why is None:
        return None
    called = called_paths(view)
    is_class = given.signature is not None and given.signature.type == "class_definition"
    kind = Kind.CLASS if is_class else Kind.FUNCTION
    is_shown = why is Why.ANNOTATION and not given.is_object and is_meant(view, name, kind, given.call)
    return Component(
        name,
        Kind.VARIABLE,
        why,
        named.value,
        given.call,
        given.signature,
        said,
        later_kind(view, given.call) if given.call is not None else None,
        is_certain=is_tag or (is_shown and not name.isupper()),
        is_single=True,
        is_transparent=given.call is not None,
        is_quiet=not is_tag and f":{name}" in quiet,
        is_called=name in called or (given.call is not None and path_of(view, given.call) in called),
        given=named,
    )


def tagged_lambda(view: ModuleView, name: str, node: tree_sitter.Node) -> Component:
    """A lambda that a name of the file is given, and a tag names."""
    return Component(
        name,
        Kind.VARIABLE,
        Why.TAG,
        node,
        call=node,
        signature=node,
        said=Said(),
        later=None,
        is_certain=True,
        is_single=True,
        is_transparent=True,
        is_quiet=False,
        is_called=name in called_paths(view),
    )


def is_taken_by_python(view: ModuleView, component: Component, within: tree_sitter.Node) -> bool:
    """Whether the file uses a component otherwise than as a tag: it hands it on, or gives it another name.

    `within` is a node of the function that gives the Template."""
    owner = enclosing(within, "class_definition") if component.is_class else None
    if component.is_called or (owner is not None and _calls_itself(view, owner)):
        return True
    tags = starts_of_tags(view)
    return any(use.start_byte not in tags and not is_said_only(use) for use in view.readers.get(component.name, ()))


@once
def starts_of_tags(view: ModuleView) -> set[int]:
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


def is_said_only(use: tree_sitter.Node) -> bool:
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
    paths: set[str] = set()
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is None or (call.parent is not None and call.parent.type == "decorator"):
            continue
        paths.add(view.resolve(function).lstrip(":"))
    return paths
