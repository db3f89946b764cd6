"""Why something of a file is a component: a tag, its annotation, its decorator, or its name."""

from __future__ import annotations

from enum import Enum

import tree_sitter

from tdomcheck.facts.html.return_kinds import gives_template
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import annotation_of
from tdomcheck.facts.python.classes import decorator_reference, definitions_of
from tdomcheck.facts.python.closures import decorating
from tdomcheck.facts.python.definitions import returned_kinds
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.terminal import later_kind, returns_of
from tdomcheck.facts.records import ValueKind, Why
from tdomcheck.facts.vocabulary import api
from tdomcheck.values import dataclass

_DATACLASSES = frozenset({"dataclasses.dataclass", "attrs.define", "attrs.frozen"})


class Kind(Enum):
    """What a tag names."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    VARIABLE = "variable"


_DEFINED = frozenset({Kind.FUNCTION, Kind.CLASS})


@dataclass(frozen=True, slots=True)
class Said:
    """What the annotation of a function says that it gives."""

    is_template: bool = False
    """A Template, or at times None."""
    may_be_none: bool = False
    is_old: bool = False
    """What components of tdom 0.1.14 gave: only what it renders itself is wrong."""
    is_otherwise: bool = False
    """Something else than a Template, or that as well."""


def why_of(
    view: ModuleView, path: str, kind: Kind, call: tree_sitter.Node | None, said: Said, *, is_tag: bool
) -> Why | None:
    """What tells that something is a component, `call` being what gives its Template; None where nothing does."""
    if is_tag:
        return Why.TAG
    is_late = kind is not Kind.CLASS and call is not None and bool(later_kind(view, call))
    if (said.is_template or said.is_old) and not is_late:
        return Why.ANNOTATION
    if kind is Kind.FUNCTION and call is not None and _is_decorated(view, call):
        return Why.DECORATOR
    is_likely = may_be_component(view, path) or (kind in _DEFINED and _returns_template(view, path, call))
    return Why.NAME if is_likely else None


def _is_decorated(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether what a decorator of the file gives back says that it gives a Template."""
    closures = (decorating(view, decorator) for decorator in definitions_of(view).decorator_nodes(function))
    return any(closure is not None and gives_template(view, closure.inner) for closure in closures)


def _returns_template(view: ModuleView, path: str, function: tree_sitter.Node | None) -> bool:
    """Whether something at the top of a module, which may have a name in lower case, returns a t-string."""
    if function is None or "." in path or view.source.is_hosted or not view.html_templates:
        return False
    return any(ValueKind.TEMPLATE in returned_kinds(view, statement) for statement in returns_of(view, function))


def is_meant(view: ModuleView, path: str, kind: Kind, call: tree_sitter.Node | None) -> bool:
    """Whether what gives a Template is written as components are: others are helpers until a tag names them."""
    if kind is Kind.CLASS:
        is_called_bare = call is not None and len(list(definitions_of(view).parameters(call))) == 1
        return is_called_bare and gives_template(view, call) and not (call is not None and later_kind(view, call))
    is_one = gives_template(view, call) or (call is not None and _is_decorated(view, call))
    return is_one and path.rpartition(".")[2][:1].isupper()


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


def said_of(view: ModuleView, call: tree_sitter.Node | None, owner: tree_sitter.Node | None) -> Said:
    """What a function says; of a class that no tag names also whether that was right once."""
    names = _annotated(view, call) if call is not None else set[str]()
    if call is None or not names:
        return Said()
    is_template = bool(names & api.TEMPLATE) and names <= api.TEMPLATE | {"None"}
    return Said(
        is_template,
        may_be_none=is_template and "None" in names,
        is_old=owner is not None and not is_template and _was_component(view, owner, call, names),
        is_otherwise=bool(names - api.TEMPLATE - {"None"}),
    )


def _annotated(view: ModuleView, node: tree_sitter.Node) -> set[str]:
    """The references of a return annotation, member by member."""
    annotation = annotation_of(view, node.child_by_field_name("return_type")).wrapped
    members = annotation.members or ((annotation,) if annotation.text else ())
    return {member.plain_reference or member.text for member in members}


def may_be_component(view: ModuleView, path: str) -> bool:
    """Whether a tag of another file may name something: it stands at the top, and has the name of a component."""
    return path[:1].isupper() and "." not in path and not view.source.is_hosted


def _was_component(view: ModuleView, owner: tree_sitter.Node, node: tree_sitter.Node, names: set[str]) -> bool:
    """A dataclass that is called without arguments and gives what components of tdom 0.1.14 gave."""
    old = api.NODE | api.MARKUP
    parameters = node.child_by_field_name("parameters")
    decorators = {decorator_reference(view, found) for found in definitions_of(view).decorator_nodes(owner)}
    is_called_bare = parameters is not None and parameters.named_child_count == 1
    return bool(names & old) and names <= old | {"str"} and bool(decorators & _DATACLASSES) and is_called_bare
