"""What was rendered too early, or made text again: the edits that rules and `components-to-template` share."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.edits.templates import to_template, unwrap_call
from tdomcheck.facts.html.component_returns import ReturnFault, WrongReturn
from tdomcheck.facts.html.shown_values import shown_values
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.local_calls import class_of_self
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.python.value_flow import uses_of
from tdomcheck.model import Edit
from tdomcheck.rewrite.migrations.container_keyword import is_container
from tdomcheck.rewrite.migrations.template_sites import readers_of, rendering_calls
from tdomcheck.source.template import Template
from tdomcheck.source.tree import enclosing

_TEXTS = frozenset({ReturnFault.FSTRING, ReturnFault.STRING})


def returned_template(view: ModuleView, wrong: WrongReturn) -> tuple[Edit, ...]:
    """What the return says becomes a t-string, or what its local name is given, if nobody else reads that."""
    shown = wrong.shown
    if wrong.kind is ReturnFault.FORGOTTEN:
        place = view.span(shown).start
        return (Edit(place, place, "return "),)
    if wrong.value != shown and len(uses_of(view, view.text(shown), shown.start_byte)) != 1:
        return ()
    if wrong.kind is ReturnFault.HTML:
        return unwrap_call(view, wrong.value)
    return to_template(view, wrong.value) if wrong.kind in _TEXTS else ()


def interpolated_template(
    view: ModuleView, template: Template, shown: tree_sitter.Node, call: tree_sitter.Node
) -> tuple[Edit, ...]:
    """A rendering `call` that `template` shows, by the name `shown` or on the spot, becomes what it renders."""
    by_name = not shown.start_byte <= call.start_byte < shown.end_byte
    if by_name and not is_only_shown(view, shown):
        return ()
    edits = unwrap_call(view, call)
    is_converted = any(
        interpolation.conversion and interpolation.node.start_byte <= call.start_byte < interpolation.node.end_byte
        for interpolation in template.interpolations
    )
    return () if is_converted or _is_annotated(call) else edits


def _is_annotated(call: tree_sitter.Node) -> bool:
    """Whether the name that it is given to is declared as text."""
    parent = call.parent
    return parent is not None and parent.type == "assignment" and parent.child_by_field_name("type") is not None


def is_only_shown(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether a local name is read by templates alone, as text."""
    shown = _starts_of_shown(view)
    uses = uses_of(view, view.text(name), name.start_byte)
    return all(use.start_byte in shown for use in uses)


@once
def _starts_of_shown(view: ModuleView) -> frozenset[int]:
    values = [shown_values(view, template) for template in view.html_templates]
    return frozenset(node.start_byte for shown_in_one in values for node, _ in shown_in_one)


def loses_container(view: ModuleView, call: tree_sitter.Node) -> bool:
    """Whether a call hands over a container in a file that renders with tdom's own `html` as well."""
    keywords = arguments_of(view, call).keywords
    plain = any(fact.module.partition(".")[0] == "tdom" and fact.name in {"", "html"} for fact in view.imports)
    return bool(keywords) and plain


def without_str(view: ModuleView, call: tree_sitter.Node, argument: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits from `str(x)` to `x`, where that binds as tightly as the call did."""
    listed = call.child_by_field_name("arguments")
    has_comment = listed is None or any(child.type == "comment" for child in listed.children)
    if argument.type not in {"call", "identifier"} or has_comment:
        return ()
    whole, inner = view.span(call), view.span(argument)
    return Edit(whole.start, inner.start, ""), Edit(inner.end, whole.end, "")


def own_context(view: ModuleView, call: tree_sitter.Node, shown: tree_sitter.Node) -> str:
    """What a call renders with that nothing which renders around `shown` does: as a part of that it would be lost."""
    for name, value in arguments_of(view, call).keywords.items():
        if not _is_handed_on(view, value) and not all(
            view.text(value) == _context_around(view, place, name) for place in _places(view, shown)
        ):
            return f"{name}={' '.join(view.text(value).split())}"
    return ""


def _is_handed_on(view: ModuleView, value: tree_sitter.Node) -> bool:
    """Whether it is the container that a component is given, which is that of whoever renders it."""
    owner = value.child_by_field_name("object")
    is_field = owner is not None and class_of_self(view, owner) is not None
    return is_container(view, value) and (is_field or parameter_at(view, value) is not None)


def _places(view: ModuleView, shown: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """Where a value is shown: where it stands, or where the name is read that it is given to."""
    statement = enclosing(shown, "assignment", "interpolation")
    left = statement.child_by_field_name("left") if statement is not None else None
    return readers_of(view, left) if left is not None and left.type == "identifier" else (shown,)


def _context_around(view: ModuleView, node: tree_sitter.Node, name: str) -> str:
    """What the nearest call that renders around a place says of it."""
    renders = rendering_calls(view)
    around = node.parent
    while around is not None:
        given = arguments_of(view, around).keywords.get(name) if around in renders else None
        if given is not None:
            return view.text(given)
        around = around.parent
    return ""
