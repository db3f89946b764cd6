"""Which functions of a file are to return a Template, and which must not, whatever their annotations say."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.component_reasons import tags_of
from tdomcheck.facts.html.component_returns import is_renderer
from tdomcheck.facts.html.components import components_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.classes import decorator_reference, definition, definitions_of, path_of
from tdomcheck.facts.python.closures import decorating
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.terminal import is_stub, later_kind
from tdomcheck.facts.records import Why
from tdomcheck.facts.vocabulary import api
from tdomcheck.rewrite.migrations.guards import FUNCTIONS, guards_around, renders_component
from tdomcheck.rewrite.migrations.template_sites import rendering_calls
from tdomcheck.source.tree import enclosing
from tdomcheck.values import dataclass

_OTHERS = "its name means other things in this file, too"
_OLD = api.NODE | api.MARKUP
_KNOWN = _OLD | api.TEMPLATE | {"str", "None"}
_MOST_ALIASES = 5
_BUILTIN = frozenset({"property", "classmethod", "staticmethod"})
_OVERLOADS = frozenset({"typing.overload", "typing_extensions.overload"})
_TRANSPARENT = api.TRANSPARENT | {
    "abc.abstractmethod",
    "functools.cached_property",
    "typing.final",
    "typing.overload",
    "typing.override",
    "typing_extensions.override",
}


@dataclass(frozen=True, slots=True)
class ComponentFunction:
    """A function that gives, or is to give, a Template."""

    node: tree_sitter.Node
    path: str
    owner: str
    """The class whose objects are called for it, if it is a `__call__`."""
    annotation: tree_sitter.Node | None
    """A return annotation that says something else than Template."""
    is_old: bool
    """It says what components gave before, or that they give text."""
    may_be_none: bool
    is_stub: bool
    is_property: bool
    is_tag: bool
    says_template: bool

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


def component_functions(view: ModuleView, tags: frozenset[str] = frozenset()) -> Iterator[ComponentFunction]:
    """Those that a tag names, that are decorated as components, or whose annotation says so; `tags` are the paths of
    what the tags of other files name."""
    decorated = {component.node.id for component in components_of(view) if component.why is Why.DECORATOR}
    for node in view.nodes["function"]:
        function = _function(view, node, tags)
        is_meant = function.is_tag or node.id in decorated or _is_component_decorated(view, node)
        if (is_meant or _is_said(view, node)) and not _is_aside(view, function):
            yield function


def _function(view: ModuleView, node: tree_sitter.Node, tags: frozenset[str]) -> ComponentFunction:
    path, names = path_of(view, node), _said(view, node)
    is_method = view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind == "class"
    owner = path.removesuffix(".__call__") if is_method and path.endswith(".__call__") else ""
    is_right = not names or names <= api.TEMPLATE | {"None"}
    return ComponentFunction(
        node,
        path,
        owner,
        None if is_right else node.child_by_field_name("return_type"),
        is_old=not is_right and names <= _KNOWN,
        may_be_none="None" in names,
        is_stub=is_stub(node),
        is_property=bool(_decorators(view, node) & {"property", "functools.cached_property"}),
        is_tag=(owner or path) in tags or f":{owner or path}" in tags_of(view)[0],
        says_template=is_right and bool(names),
    )


def _is_aside(view: ModuleView, function: ComponentFunction) -> bool:
    """What is expected to fail, and methods that give text to those who ask for text, as `__html__` does."""
    name, (tags, quiet) = function.name, tags_of(view)
    is_special = name != "__call__" and name.startswith("__") and name.endswith("__")
    is_quiet = f":{function.owner or function.path}" in quiet - tags
    return is_special or is_quiet or view.is_expected_to_fail(function.node.start_byte)


def _said(view: ModuleView, node: tree_sitter.Node) -> set[str]:
    """The references of the return annotation, member by member, aliases spelt out; of a builtin its name."""
    return {name for name in _members(view, node.child_by_field_name("return_type"), _MOST_ALIASES) if name}


def _members(view: ModuleView, node: tree_sitter.Node | None, aliases: int) -> Iterator[str]:
    annotation = annotation_of(view, node)
    for member in annotation.members or (annotation,):
        alias = _alias(view, member.plain_reference) if aliases else None
        if alias is None:
            yield member.plain_reference or member.text
        else:
            yield from _members(view, alias, aliases - 1)


def _alias(view: ModuleView, reference: str) -> tree_sitter.Node | None:
    """What `Html = Element | Fragment` or `type Html = ...` of the file says."""
    name = reference.removeprefix(":")
    if not reference.startswith(":") or "." in name:
        return None
    return view.type_aliases.get(name) or view.assigned(name, 0)


def _is_said(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A Template, or what components gave before tdom 0.1.15; the `Markup` of others counts where tdom is near."""
    names = _said(view, node)
    is_old = bool(names & _OLD) and names <= _KNOWN
    return bool(names & api.TEMPLATE) or (is_old and (view.imports_tdom or bool(names & api.NODE)))


def _decorators(view: ModuleView, node: tree_sitter.Node) -> set[str]:
    """The references of decorators; of a builtin, and of what nobody knows, what is written."""
    nodes = definitions_of(view).decorator_nodes(node)
    return {decorator_reference(view, decorator) or view.text(decorator) for decorator in nodes}


def _is_component_decorated(view: ModuleView, node: tree_sitter.Node) -> bool:
    return any(_is_component_decorator(view, decorator) for decorator in definitions_of(view).decorator_nodes(node))


def _is_component_decorator(view: ModuleView, decorator: tree_sitter.Node) -> bool:
    """An imported `component`, with arguments or without: `@app.component` is some framework's."""
    reference = decorator_reference(view, decorator)
    return reference.rpartition(".")[2] == "component" and not reference.startswith(":")


def why_not(view: ModuleView, function: ComponentFunction) -> str:
    """Why a function must not return a Template; nothing where it may."""
    node, names = function.node, _said(view, function.node)
    if later_kind(view, node):
        return "it is async or a generator, which no component can be"
    if not names <= _KNOWN:
        return f"its annotation says `{view.text(function.annotation or node)}`; say what it is to return"
    if _is_rendering_doubtful(view):
        return "what it renders with has several meanings in this file"
    if is_renderer(view, node, is_tag=function.is_tag):
        return "it is given a Template to render"
    if node.id in _guarding(view):
        return "it renders components within a `try` or a `with`, which is left before a Template is rendered"
    wanting = _who_wants_more(view, function)
    if wanting:
        return wanting
    if not function.owner and definition(view, f":{function.path}") is None and not function.is_stub:
        is_overloaded = f":{function.path}" in _overloaded(view)
        return "who calls it is not followed past its overloads" if is_overloaded else _OTHERS
    return ""


@once
def _overloaded(view: ModuleView) -> frozenset[str]:
    """The references of functions with overloads."""
    functions = (node for node in view.nodes["function"] if _decorators(view, node) & _OVERLOADS)
    return frozenset(f":{path_of(view, node)}" for node in functions)


@once
def _guarding(view: ModuleView) -> frozenset[int]:
    """The functions that catch, lock or clean up around the rendering of components."""
    guarding: set[int] = set()
    for call in rendering_calls(view):
        guards = guards_around(call)
        function = enclosing(call, *FUNCTIONS) if guards else None
        if function is not None and function.id not in guarding and renders_component(view, call):
            guarding.add(function.id)
    return frozenset(guarding)


def _who_wants_more(view: ModuleView, function: ComponentFunction) -> str:
    """Who is, or may be, to get something else than a Template."""
    serving = next((text for text in _unknown_decorators(view, function.node)), "")
    if serving:
        return f"`@{serving}` may want the text that it returns"
    if function.is_stub and not function.is_tag and _takes_nodes(view, function.node):
        return "it takes a Node, and may give what it finds there"
    if _takes_request(view, function.node):
        return "it takes a request, so a framework serves what it returns"
    return ""


@once
def _is_rendering_doubtful(view: ModuleView) -> bool:
    """Whether the file gives `html` or `Markup` another meaning than its imports do, be they several."""
    rendering = {fact.alias for fact in view.imports if import_target(fact) in api.HTML | api.MARKUP}
    others = {fact.alias for fact in view.imports if import_target(fact) not in api.HTML | api.MARKUP}
    defined = {path_of(view, node) for kind in ("function", "class") for node in view.nodes[kind]}
    return bool(rendering & (others | defined)) or any(view.count_of_targets(0, name) > 0 for name in rendering)


def _unknown_decorators(view: ModuleView, node: tree_sitter.Node) -> Iterator[str]:
    """What is written of those that may do anything with what the function gives."""
    for decorator in definitions_of(view).decorator_nodes(node):
        text = view.text(decorator)
        closure = decorating(view, decorator)
        is_builtin = text in _BUILTIN and not is_shadowed(view, text)
        is_known = decorator_reference(view, decorator) in _TRANSPARENT or (closure is not None and closure.hands_on)
        if not (is_builtin or is_known or _is_component_decorator(view, decorator)):
            yield " ".join(text.split())


def _takes_request(view: ModuleView, node: tree_sitter.Node) -> bool:
    parameters = [each for each in definitions_of(view).parameters(node) if each.name not in {"self", "cls"}]
    return bool(parameters) and (
        parameters[0].name == "request" or parameters[0].type_ref.rpartition(".")[2] == "Request"
    )


def _takes_nodes(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether it is given what is made already, and not as the `children` of a component."""
    listed = node.child_by_field_name("parameters")
    typed = listed.named_children if listed is not None else ()
    annotations = ((view.text(each).partition(":")[0].strip(), each.child_by_field_name("type")) for each in typed)
    return any(
        name != "children" and not api.NODE.isdisjoint(_members(view, annotation, _MOST_ALIASES))
        for name, annotation in annotations
        if annotation is not None
    )
