"""Registrations and fetches: what containers are told about, and what they are asked for."""

from __future__ import annotations

from dataclasses import dataclass

import tree_sitter

from tdomcheck.facts import api
from tdomcheck.facts.definitions import Definitions
from tdomcheck.facts.module import ModuleView
from tdomcheck.facts.values import FetchFact, RegistrationFact


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call."""

    positional: tuple[tree_sitter.Node, ...]
    keywords: dict[str, tree_sitter.Node]
    has_star: bool

    def get(self, position: int, *names: str) -> tree_sitter.Node | None:
        """An argument by position or by any of its names."""
        if position < len(self.positional):
            return self.positional[position]
        return next((self.keywords[name] for name in names if name in self.keywords), None)


def arguments_of(view: ModuleView, call: tree_sitter.Node) -> Arguments:
    """Read the argument list of a call node."""
    listed = call.child_by_field_name("arguments")
    positional: list[tree_sitter.Node] = []
    keywords: dict[str, tree_sitter.Node] = {}
    has_star = False
    for child in listed.named_children if listed is not None and listed.type == "argument_list" else ():
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type == "keyword_argument" and name is not None and value is not None:
            keywords[view.text(name)] = value
        elif child.type in {"list_splat", "dictionary_splat"}:
            has_star = True
        elif child.type != "comment":
            positional.append(child)
    return Arguments(tuple(positional), keywords, has_star)


def method_of(view: ModuleView, call: tree_sitter.Node) -> str:
    """The last name of what is called."""
    function = call.child_by_field_name("function")
    if function is None:
        return ""
    name = function.child_by_field_name("attribute") if function.type == "attribute" else function
    return view.text(name) if name is not None and name.type == "identifier" else ""


def registrations_in(view: ModuleView, definitions: Definitions) -> tuple[RegistrationFact, ...]:
    """Calls of `register_*` and decorators that register on a scan."""
    found = [fact for call in view.captures["call"] if (fact := _registration(view, call)) is not None]
    for node in (*view.captures["class"], *view.captures["function"]):
        for decorator in definitions.decorator_nodes(node):
            fact = _decoration(view, node, decorator)
            if fact is not None:
                found.append(fact)
    return tuple(sorted(found, key=lambda fact: fact.start))


def _registration(view: ModuleView, call: tree_sitter.Node) -> RegistrationFact | None:
    method = method_of(view, call)
    if method not in api.REGISTER_METHODS:
        return None
    function = call.child_by_field_name("function")
    arguments = arguments_of(view, call)
    if (
        method == "register"
        and not ({"service_type", "implementation", "location", "resource"} & set(arguments.keywords))
        and (len(arguments.positional) < 2 or "locator" not in view.text(function or call).lower())
    ):
        return None
    shift = 1 if function is not None and _is_integration(view, function) else 0
    kind = arguments.get(shift, "svc_type", "service_type")
    factory = arguments.get(shift + 1, "factory", "value", "implementation")
    span = view.span(call)
    place = view.span(factory) if factory is not None else span
    return RegistrationFact(
        method,
        view.resolve(kind) if kind is not None else "",
        view.resolve(factory) if factory is not None else "",
        factory.type if factory is not None else "",
        is_located=method == "register" or bool({"resource", "location"} & set(arguments.keywords)),
        start=span.start,
        end=span.end,
        factory_start=place.start,
        factory_end=place.end,
    )


def _is_integration(view: ModuleView, function: tree_sitter.Node) -> bool:
    """`svcs.flask.register_value(app, T, v)` takes the application first."""
    return view.resolve(function).startswith("svcs.")


def _decoration(view: ModuleView, node: tree_sitter.Node, decorator: tree_sitter.Node) -> RegistrationFact | None:
    callee = decorator.child_by_field_name("function") if decorator.type == "call" else decorator
    reference = view.resolve(callee) if callee is not None else ""
    if not reference:
        return None
    keywords = arguments_of(view, decorator).keywords if decorator.type == "call" else {}
    name = node.child_by_field_name("name") or node
    own = view.resolve(name) or f":{view.text(name)}"
    target = keywords.get("for_")
    span = view.span(decorator)
    return RegistrationFact(
        f"@{reference}",
        view.resolve(target) if target is not None else own,
        own,
        node.type,
        is_located=bool({"for_", "resource", "location"} & set(keywords)),
        start=span.start,
        end=span.end,
        factory_start=span.start,
        factory_end=span.end,
    )


def fetches_in(view: ModuleView) -> tuple[FetchFact, ...]:
    """Calls such as `container.get(X)` of something that may be a container."""
    found = []
    for call in view.captures["call"]:
        method = method_of(view, call)
        if method not in api.FETCH_METHODS:
            continue
        for argument in arguments_of(view, call).positional:
            reference = view.resolve(argument)
            if reference:
                span = view.span(argument)
                found.append(FetchFact(method, reference, span.start, span.end))
    return tuple(found)
