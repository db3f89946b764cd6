"""Parameters that can be given by name alone, and the calls that give them so: TDC305 and `keyword-only-injection`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.statement_parts import parameter_node
from tdomcheck.facts.records import ParameterFact, ParameterKind
from tdomcheck.model import Edit, Fix, Safety, Span


def keyword_only(view: ModuleView, function: tree_sitter.Node, parameter: ParameterFact) -> Fix | None:
    """A `*` before a parameter, and so before all behind it; None where a signature can have none there."""
    place = parameter_node(view, function, parameter)
    edits = _edits(view, place) if parameter.kind is ParameterKind.POSITIONAL_OR_KEYWORD else ()
    if not edits:
        return None
    return Fix("Make it a keyword", edits, Safety.UNSAFE, unsafe_because="somebody may call it by position")


def _edits(view: ModuleView, place: tree_sitter.Node) -> tuple[Edit, ...]:
    start = view.span(place).start
    star = _behind(place, "keyword_separator")
    following = star.next_named_sibling if star is not None else None
    if star is None or following is None:
        is_refused = any(view.text(child).startswith("*") for child in _later(place))
        return () if is_refused else (Edit(start, start, "*, "),)
    moved = Span(view.span(star).start, view.span(following).start)
    text = view.source.slice(moved.start, moved.end)
    return (Edit(start, start, text), Edit(moved.start, moved.end, "")) if text.split() == ["*,"] else ()


def keyword_advice(view: ModuleView, function: tree_sitter.Node, parameter: ParameterFact) -> str:
    """What to do by hand: a signature has one `*` at most, and none before a `/`."""
    place = parameter_node(view, function, parameter)
    if parameter.kind is ParameterKind.POSITIONAL_ONLY:
        return "move it behind the `/`, after a `*`"
    if _behind(place, "keyword_separator") is not None:
        return "move the `*` before it"
    variadic = next((view.text(node) for node in _later(place) if _is_variadic(node)), "")
    return f"move it behind `{variadic.partition(':')[0]}`" if variadic else "put a `*` before it"


def _later(place: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What stands behind a parameter in its list."""
    following = place.next_named_sibling
    while following is not None:
        yield following
        following = following.next_named_sibling


def _behind(place: tree_sitter.Node, kind: str) -> tree_sitter.Node | None:
    return next((node for node in _later(place) if node.type == kind), None)


def _is_variadic(node: tree_sitter.Node) -> bool:
    """`*names`, also with an annotation."""
    return "list_splat_pattern" in {node.type, *(child.type for child in node.named_children)}


def named_arguments(
    view: ModuleView, call: tree_sitter.Node, names: Sequence[str], first: int
) -> tuple[Edit, ...] | None:
    """The positional arguments from the one at `first` on by their names; None where it is not known which is which."""
    listed = call.child_by_field_name("arguments")
    if listed is None or listed.type != "argument_list" or any(one.type == "list_splat" for one in listed.children):
        return None
    given = arguments_of(view, call).positional
    if len(given) > max(first, len(names)):
        return None
    edits: list[Edit] = []
    for name, node in zip(names[first:], given[first:], strict=False):
        span = view.span(node)
        is_open = node.type == "named_expression"
        edits.append(Edit(span.start, span.start, f"{name}=(" if is_open else f"{name}="))
        edits += [Edit(span.end, span.end, ")")] if is_open else []
    return tuple(edits)
