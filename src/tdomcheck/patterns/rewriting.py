"""What a match becomes: a template of code with the metavariables filled in."""

from __future__ import annotations

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.patterns.constraints import Capture
from tdomcheck.patterns.enclosing import misplaced
from tdomcheck.patterns.filling import HOLE, Filled, filled_in, source_of
from tdomcheck.patterns.fitting import fits, is_whole
from tdomcheck.patterns.language import Pattern, PatternError, parse_pattern, without_dollars
from tdomcheck.patterns.match import Match
from tdomcheck.patterns.new_scopes import caught
from tdomcheck.patterns.standing import is_expression, torn_in
from tdomcheck.source.text import before_on_line
from tdomcheck.source.tree import parse_tree

_LOOSE = frozenset(
    {
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "conditional_expression",
        "lambda",
        "named_expression",
        "not_operator",
        "unary_operator",
        "await",
    }
)
"""Expressions that need parentheses beside an operator or before a dot."""
_TIGHT = frozenset(
    {
        "attribute",
        "await",
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "conditional_expression",
        "not_operator",
        "subscript",
        "unary_operator",
    }
)


def check_rewrite(template: str, pattern: Pattern) -> None:
    """Raises PatternError where a template is no Python, or names what the pattern does not bind."""
    for hole in HOLE.finditer(template):
        name = hole["many"] or hole["one"]
        if name not in pattern.names:
            names = ", ".join(f"${each}" for each in sorted(pattern.names)) or "nothing"
            raise PatternError(f"the fix names ${name}, which the pattern does not bind; it binds {names}")
    code = without_dollars(template.strip("\n"))
    # What ends in the head of a statement, or is a decorator, may be Python where it goes.
    if all(parse_tree(f"{code}{rest}".encode()).is_broken for rest in ("", "\ndef f(): ...", "\n    ...")):
        raise PatternError(f"the fix `{template}` is no Python with metavariables")


def is_unpacked(match: Match) -> bool:
    """Whether a metavariable of one argument stands for one with a star: where others stand then is not known."""
    return any(capture.is_unpacked for capture in match.bindings.values())


def rewrite(view: ModuleView, match: Match, template: str) -> tuple[Edit, ...]:
    """One edit that puts the filled-in template in the place of a match; none where that would be wrong.

    It would be wrong to lose a comment, to give arguments another place than they had, to change what a literal says or
    how code hangs together, and to write what is no Python.
    """
    is_wrong_here = misplaced(match, template) or caught(view, match, template)
    if _loses_comment(match, template) or is_unpacked(match) or is_wrong_here:
        return ()
    lines = template.split("\n")
    indent = _indent(view, match)
    if len(lines) > 1 and indent is None:
        return ()  # several lines do not fit where one statement stands behind another
    template = "\n".join([lines[0], *(f"{indent}{line}" if line else "" for line in lines[1:])])
    for is_outer in sorted({_is_torn(match, template), not is_whole(match)}):
        filled = _standing(view, match, template, is_outer=is_outer)
        if filled is not None and fits(view, match, filled.text, is_line=len(lines) == 1):
            return (Edit(match.span.start, match.span.end, filled.text),)
    return ()


def _standing(view: ModuleView, match: Match, template: str, *, is_outer: bool) -> Filled | None:
    """A filled-in template of which nothing falls apart, with parentheses inside where it would without."""
    wrapped: frozenset[int] = frozenset()
    tight = _tight_names(template)
    for _ in range(2):
        needs = frozenset(name for name in tight if _is_loose(match.bindings[name]))
        filled = filled_in(view, match, template, needs, wrapped)
        if filled is None:
            return None
        if not is_whole(match) and not is_expression(filled.text):
            return None
        filled = filled.in_parentheses() if is_outer else filled
        torn = torn_in(view, match, filled)
        if not torn:
            return filled
        wrapped = torn
    return None


def _indent(view: ModuleView, match: Match) -> str | None:
    """The white space before a match that begins its line; None for any other."""
    before = before_on_line(view.source.utf8, match.nodes[0].start_byte).decode("utf-8", "replace")
    return before if not before.strip() else None


def _is_torn(match: Match, template: str) -> bool:
    """Whether an operator around a match would bind tighter than what takes its place."""
    parent = match.nodes[0].parent
    if len(match.nodes) != 1 or parent is None:
        return False
    is_head = parent.type == "call" and parent.child_by_field_name("function") == match.nodes[0]
    if parent.type not in _TIGHT and not is_head:
        return False
    hole = HOLE.fullmatch(template.strip())
    if hole is not None:
        return _is_loose(match.bindings[hole["many"] or hole["one"]])
    try:
        nodes = parse_pattern(template).nodes
    except PatternError:
        return False
    return len(nodes) == 1 and nodes[0].type in _LOOSE


def _loses_comment(match: Match, template: str) -> bool:
    """Whether a comment stands in what is replaced, and in nothing that is put back."""
    names = {hole["many"] or hole["one"] for hole in HOLE.finditer(template)}
    bindings = [match.bindings[name] for name in names]
    first, last = match.nodes[0], match.nodes[-1]
    parent = first.parent
    row = parent.children if parent is not None else list(match.nodes)
    pending = [node for node in row if first.start_byte <= node.start_byte < last.end_byte]
    while pending:
        node = pending.pop()
        if node.type == "comment" and not any(each.start <= node.start_byte < each.end for each in bindings):
            return True
        pending.extend(node.children)
    return False


def _is_loose(binding: Capture) -> bool:
    return len(binding.nodes) == 1 and binding.nodes[0].type in _LOOSE


def _tight_names(template: str) -> frozenset[str]:
    """Metavariables that stand where an operator would tear them apart."""
    try:
        pattern = parse_pattern(template)
    except PatternError:
        return frozenset()
    names: set[str] = set()
    pending = list(pattern.nodes)
    while pending:
        node = pending.pop()
        for child in node.named_children:
            hole = pattern.hole(child)
            is_head = node.type == "call" and node.child_by_field_name("function") == child
            if hole is not None and (node.type in _TIGHT or is_head):
                names.add(hole.name)
        pending.extend(node.named_children)
    return frozenset(names)


def worded(view: ModuleView, match: Match, message: str) -> str:
    """A message with what its metavariables stand for, on one line."""
    return HOLE.sub(
        lambda hole: " ".join(source_of(view, match.bindings[hole["many"] or hole["one"]]).split()), message
    )
