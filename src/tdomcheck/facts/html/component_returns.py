"""What components of a file return that tdom refuses, and what they drop."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from enum import StrEnum

import tree_sitter

from tdomcheck.facts.html.component_reasons import Kind
from tdomcheck.facts.html.components import (
    Component,
    components_of,
    is_taken_by_python,
    tagged_lambda,
)
from tdomcheck.facts.html.render_calls import html_argument, html_calls
from tdomcheck.facts.html.return_kinds import fallen_condition, gives_template, returned_kind
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.blocks import statements_in
from tdomcheck.facts.python.classes import definitions_of, path_of
from tdomcheck.facts.python.closures import signature_of
from tdomcheck.facts.python.definitions import scope_of, value_kind
from tdomcheck.facts.python.narrowing import is_guarded
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.opt_ins import is_opt_in
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.python.value_paths import premise
from tdomcheck.facts.records import ClassFact, ValueKind, Why
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import HasRole, Role
from tdomcheck.values import dataclass, replace


class ReturnFault(StrEnum):
    """What a component gives in place of a Template."""

    HTML = "html"
    FSTRING = "fstring"
    STRING = "string"
    MARKUP = "markup"
    TEXT = "text"
    NONE = "none"
    LIST = "list"
    COROUTINE = "coroutine"
    GENERATOR = "generator"
    ASYNC_GENERATOR = "async_generator"
    FORGOTTEN = "forgotten"
    """Its last statement is a t-string that nobody returns."""
    FALLEN = "fallen"
    """Nothing, where the last of its conditions does not hold."""
    TEXT_ELSEWHERE = "text elsewhere"
    MARKUP_ELSEWHERE = "markup elsewhere"
    SEVERAL_ELSEWHERE = "several elsewhere"


TOLD_ELSEWHERE: t.Final[Mapping[ReturnFault, str]] = {
    ReturnFault.TEXT_ELSEWHERE: "str",
    ReturnFault.MARKUP_ELSEWHERE: "markup",
    ReturnFault.SEVERAL_ELSEWHERE: "list",
}
"""Kinds that another file may tell of, with what the project calls them."""
_TEXT = {ValueKind(fault.value): fault for fault in list(ReturnFault)[:5]}
_REFUSED = _TEXT | {ValueKind.NONE: ReturnFault.NONE, ValueKind.LIST: ReturnFault.LIST}


@dataclass(frozen=True, slots=True)
class WrongReturn:
    """Something else than a Template that a component returns."""

    component: Component
    statement: tree_sitter.Node
    shown: tree_sitter.Node
    """The expression in the statement; the statement where there is none."""
    value: tree_sitter.Node
    """What the expression is: for a local name, what the name is given."""
    kind: ReturnFault
    premise: Premise | None = None
    """What other files have to say: that it is a component, or what the value is."""
    is_taken: bool = False
    """No tag shows it, and Python calls it, which may well want the text that it gives."""


@once
def wrong_returns(view: ModuleView) -> list[WrongReturn]:
    """What components of a file return that tdom would refuse, unless it stands where that is expected."""
    wrongs = [*_wrong_statements(view), *_never_returned(view), *_wrong_lambdas(view)]
    return sorted(wrongs, key=lambda wrong: wrong.shown.start_byte)


def _wrong_statements(view: ModuleView) -> Iterator[WrongReturn]:
    components = _components_by_scope(view) if view.nodes["return"] else {}
    for statement in view.nodes["return"] if components else ():
        component = components.get(view.scopes.index_at(statement.start_byte))
        if component is not None and not view.is_expected_to_fail(statement.start_byte):
            yield from _wrong_values(view, component, statement)


def _never_returned(view: ModuleView) -> Iterator[WrongReturn]:
    """Components that give nothing at once, or whose last statement is a t-string that nobody returns."""
    if not view.html_templates:
        return
    yield from (late for component in components_of(view) if (late := _late(view, component)) is not None)
    for component in _components_by_scope(view).values():
        if component.call is not None and not view.is_expected_to_fail(component.call.start_byte):
            yield from _fallen_or_forgotten(view, component, component.call)


def _late(view: ModuleView, component: Component) -> WrongReturn | None:
    """A coroutine or a generator that a tag names, or that one of another file may name."""
    node, is_function = component.node, component.kind is not Kind.CLASS
    is_known = component.is_single and component.is_transparent and not component.is_quiet
    if not (component.later and is_function and is_known) or view.is_expected_to_fail(node.start_byte):
        return None
    name = node.child_by_field_name("name") or node
    return WrongReturn(component, node, name, name, ReturnFault(component.later), _said_elsewhere(component))


def _fallen_or_forgotten(view: ModuleView, component: Component, node: tree_sitter.Node) -> Iterator[WrongReturn]:
    forgotten = _forgotten(view, node)
    condition = fallen_condition(view, node) if forgotten is None else None
    if forgotten is not None and not component.said.is_old:
        yield WrongReturn(component, forgotten, forgotten, forgotten, ReturnFault.FORGOTTEN, _said_elsewhere(component))
    elif condition is not None and gives_template(view, node):
        yield WrongReturn(component, condition, condition, condition, ReturnFault.FALLEN)


@once
def _components_by_scope(view: ModuleView) -> Mapping[int, Component]:
    """Those that give what their `return` statements say, by the scope of these."""
    components: dict[int, Component] = {}
    for component in components_of(view):
        call = component.call if _is_read(component) else None
        if call is not None and not _is_renderer(view, component, call):
            scope = scope_of(view, call)
            known = components.get(scope)
            if known is None or (component.why is Why.TAG and known.why is not Why.TAG):
                components[scope] = component
    return components


def _is_read(component: Component) -> bool:
    is_plain = component.is_transparent and not component.later
    return is_plain and component.kind is not Kind.METHOD and not component.is_quiet


def is_renderer(view: ModuleView, function: tree_sitter.Node, *, is_tag: bool) -> bool:
    """Whether a function renders what it is given; one that no tag names needs only take a template for that."""
    renders = scope_of(view, function) in _scopes_that_render_parameters(view)
    return renders or (not is_tag and _takes_template(view, function))


def _is_renderer(view: ModuleView, component: Component, call: tree_sitter.Node) -> bool:
    """A renderer is given its template, and gives back what it renders."""
    if scope_of(view, call) in _scopes_that_render_parameters(view):
        return True
    return not component.said.is_template and _takes_template(view, call)


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


def _forgotten(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """A t-string as the last statement of a function: it is built and thrown away."""
    statements = statements_in(node)
    if not statements or statements[-1].type != "expression_statement" or not statements[-1].named_children:
        return None
    last = statements[-1].named_children[0]
    return last if value_kind(view, last) is ValueKind.TEMPLATE else None


def _wrong_lambdas(view: ModuleView) -> Iterator[WrongReturn]:
    """Lambdas that a name is given, and that a template uses as a tag, or may."""
    seen: set[int] = set()
    for component, value in _lambdas(view) if view.nodes["lambda"] else ():
        body = value.child_by_field_name("body")
        if body is not None and body.start_byte not in seen:
            seen.add(body.start_byte)
            kind = _REFUSED.get(returned_kind(view, body))
            if kind is not None:
                yield WrongReturn(component, body, body, body, kind, _said_elsewhere(component))


def _lambdas(view: ModuleView) -> Iterator[tuple[Component, tree_sitter.Node]]:
    """Those that names of the module are given, and those that tags name."""
    for component in components_of(view):
        value = component.signature if component.kind is Kind.VARIABLE else None
        if value is not None and value.type == "lambda" and not component.is_quiet:
            yield component, value
    for template in view.html_templates:
        for tag in view.markup(template).tags if not view.is_expected_to_fail(template.node.start_byte) else ():
            name = template.interpolations[tag.component] if tag.is_component else None
            node = _lambda(view, name.node) if name is not None else None
            if name is not None and node is not None:
                yield tagged_lambda(view, name.expression, node), node


def _lambda(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The lambda that a name stands for."""
    value = view.given(node)
    return value if value is not None and value.type == "lambda" else None


def _wrong_values(view: ModuleView, component: Component, statement: tree_sitter.Node) -> Iterator[WrongReturn]:
    value = next((child for child in statement.named_children if child.type != "comment"), None)
    wanted = {ValueKind.HTML} if component.said.is_old else _REFUSED.keys()
    wanted = wanted - {ValueKind.NONE} if component.said.may_be_none else wanted
    claim = _said_elsewhere(component)
    if value is None:
        if ValueKind.NONE in wanted:
            yield WrongReturn(component, statement, statement, statement, ReturnFault.NONE, claim)
        return
    for shown, origin in origins(view, value):
        kind = returned_kind(view, origin)
        if component.call is not None and is_opt_in(view, component.call, shown):
            continue  # tdom gives what attributes say, and Python may well ask for text
        if kind in wanted:
            wrong = WrongReturn(component, statement, shown, origin, _REFUSED[kind], claim)
            yield from _for_whom(view, wrong) if kind in _TEXT else [wrong]
        elif kind is ValueKind.UNKNOWN and not component.said.is_old and component.why is not Why.NAME:
            yield from _told_elsewhere(view, component, statement, shown, origin)


def _told_elsewhere(
    view: ModuleView,
    component: Component,
    statement: tree_sitter.Node,
    shown: tree_sitter.Node,
    origin: tree_sitter.Node,
) -> Iterator[WrongReturn]:
    """What the component returns, if another file says that it is no Template."""
    if shown.type == "identifier" and is_guarded(view, shown, shown):
        return
    for told, kind in TOLD_ELSEWHERE.items():
        claim = premise(view, origin, kind)
        if claim is not None:
            yield WrongReturn(component, statement, shown, origin, told, claim)


def _said_elsewhere(component: Component) -> Premise | None:
    return _tagged(component) if component.why is Why.NAME else None


def _tagged(component: Component, role: Role = Role.COMPONENT) -> Premise:
    return Premise(f":{component.name}", (), (HasRole(role),))


def _for_whom(view: ModuleView, wrong: WrongReturn) -> Iterator[WrongReturn]:
    """Text is wrong for tdom, and may be what Python wants that calls a view: only tags tell."""
    component = wrong.component
    if component.why in {Why.TAG, Why.NAME}:
        yield wrong
    elif is_taken_by_python(view, component, wrong.statement):
        yield replace(wrong, premise=_tagged(component))
        yield replace(wrong, premise=_tagged(component, Role.UNTAGGED), is_taken=True)
    else:
        yield replace(wrong, premise=_tagged(component, Role.SHOWN))
        yield replace(wrong, premise=_tagged(component, Role.TAKEN), is_taken=True)


@once_each
def drops_children(view: ModuleView, reference: str) -> bool:
    """Whether a component of this file has no parameter for what stands between its tags, which is never rendered."""
    functions, classes = _by_reference(view)
    function = functions.get(reference)
    if function is not None:
        signature = signature_of(view, function, api.TRANSPARENT)
        parameters = definitions_of(view).parameters(signature) if signature is not None else ()
        return signature is not None and all(parameter.name != "children" for parameter in parameters)
    pending, seen = [reference], set[str]()
    while pending:
        current = pending.pop()
        owner = classes.get(current)
        if owner is None or owner.is_opaque:
            return False
        if any(found.name == "children" for found in (*owner.fields, *(owner.init or ()))):
            return False
        seen.add(current)
        pending += [base for base in owner.bases if base not in seen]
    return True


@once
def _by_reference(view: ModuleView) -> tuple[dict[str, tree_sitter.Node], dict[str, ClassFact]]:
    return (
        {f":{path_of(view, node)}": node for node in view.nodes["function"]},
        {f":{owner.path}": owner for owner in definitions_of(view).classes()},
    )
