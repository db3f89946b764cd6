"""Templates that are joined by `+` into a page, all of whose parts are spelt out: together they are one template."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.render_calls import html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_LEVELS_OF_SUM
from tdomcheck.facts.python.concatenation import is_sum, operands_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.model import Span
from tdomcheck.source.literals import MappedText
from tdomcheck.source.markup import Problem
from tdomcheck.source.template import Template
from tdomcheck.source.tree import enclosing, is_deeper_than, unwrapped
from tdomcheck.values import replace

MOST_PAGES = 16
"""Pages that one sum may be; where its parts make more, none is looked at."""


def wholes_of(view: ModuleView, part: Template) -> Sequence[Template]:
    """The pages that a template is a part of, also by a local name."""
    return _wholes_by_part(view).get(part.node.start_byte, ())


@once
def _wholes_by_part(view: ModuleView) -> dict[int, list[Template]]:
    wholes: dict[int, list[Template]] = {}
    for whole, parts in _known_wholes(view):
        for part in parts:
            wholes.setdefault(part.node.start_byte, []).append(whole)
    return wholes


def joined_pages(view: ModuleView) -> Iterator[Template]:
    """All of them."""
    yield from (whole for whole, _ in _known_wholes(view))


@once
def _known_wholes(view: ModuleView) -> list[tuple[Template, list[Template]]]:
    return list(_wholes(view))


def problems_in(view: ModuleView, whole: Template, part: Template) -> Iterator[Problem]:
    """What is wrong with a page where one of its parts stands: the places end where the part does."""
    end = next(one.span.end - len(one.quote) for one in reversed(part.literals))
    for problem in view.markup(whole).problems:
        if part.span.start <= problem.span.start < end:
            opened = problem.opened
            is_near = opened is not None and part.span.start <= opened.start and opened.end <= end
            yield replace(
                problem,
                span=_within(problem.span, end),
                quoted=_within(problem.quoted, end) if problem.quoted is not None else None,
                opened=opened if is_near else None,
            )


def _within(span: Span, end: int) -> Span:
    return span if span.start < span.end <= end else Span(span.start, end)


def _wholes(view: ModuleView) -> Iterator[tuple[Template, list[Template]]]:
    by_place = {template.node.start_byte: template for template in view.templates}
    for node, around in _sums(view) if by_place else ():
        if is_deeper_than(node, MOST_LEVELS_OF_SUM) or not _is_page(view, around):
            continue
        choices = [_parts(view, by_place, leaf) for leaf in operands_of(node)]
        if math.prod(map(len, choices)) <= MOST_PAGES:
            for parts in itertools.product(*choices):  # of which there is none where a part is not known
                yield _joined(view, node, parts), list(parts)


def _sums(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """The outermost sums, each with what it stands in."""
    for operation in view.nodes["operation"]:
        around = operation.parent if is_sum(operation) else None
        while around is not None and around.type == "parenthesized_expression":
            around = around.parent
        if around is not None and not is_sum(around):
            yield operation, around


def _parts(view: ModuleView, by_place: dict[int, Template], leaf: tree_sitter.Node) -> Sequence[Template]:
    """The t-strings that an operand may be, itself or as what its name is given; none where it may be anything else."""
    values = [unwrapped(value) for _, value in origins(view, leaf)]
    parts = [by_place.get(value.start_byte) for value in values]
    known = [
        part
        for part, value in zip(parts, values, strict=True)
        if part is not None and part.node.end_byte == value.end_byte
    ]
    return known if len(known) == len(parts) else ()


def _joined(view: ModuleView, node: tree_sitter.Node, parts: Sequence[Template]) -> Template:
    strings = list(parts[0].strings)
    for part in parts[1:]:
        strings[-1:] = [_added(strings[-1], part.strings[0]), *part.strings[1:]]
    interpolations = tuple(value for part in parts for value in part.interpolations)
    literals = tuple(literal for part in parts for literal in part.literals)
    return Template(view.span(node), tuple(strings), interpolations, literals, is_fragment=False, node=node)


def _added(first: MappedText, second: MappedText) -> MappedText:
    moved = tuple(replace(run, index=run.index + len(first.text)) for run in second.runs)
    return MappedText(first.text + second.text, (*first.runs, *moved), first.start if first.text else second.start)


def _is_page(view: ModuleView, around: tree_sitter.Node) -> bool:
    """Whether nothing is added to a sum: a call renders it, or a component returns it."""
    if around.type == "argument_list":
        return around.parent in html_calls(view)
    function = enclosing(around, "function_definition", "lambda") if around.type == "return_statement" else None
    name = function.child_by_field_name("name") if function is not None else None
    text = view.text(name) if name is not None else ""
    return text == "__call__" or text[:1].isupper()
