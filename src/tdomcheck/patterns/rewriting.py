"""What a match becomes: a template of code with the metavariables filled in."""

from __future__ import annotations

import re

from tdomcheck.facts.module import ModuleView
from tdomcheck.model import Edit
from tdomcheck.patterns.constraints import Bound
from tdomcheck.patterns.fitting import fits
from tdomcheck.patterns.language import Pattern, PatternError, parse_pattern
from tdomcheck.patterns.literals import respelled
from tdomcheck.patterns.match import Match

_HOLE = re.compile(r"\$\$\$(?P<many>[A-Z_][A-Z0-9_]*)|\$(?P<one>[A-Z_][A-Z0-9_]*)")
_FILLED = re.compile(rf"(?:(?<![\w$])(?P<prefix>[fFtTrRbBuU]{{1,2}}))?(?:{_HOLE.pattern})")
"""A metavariable in a template, with the prefix of a literal before it."""
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
    """Raises PatternError where a template names what the pattern does not bind."""
    for found in _HOLE.finditer(template):
        name = found["many"] or found["one"]
        if name not in pattern.names:
            known = ", ".join(f"${each}" for each in sorted(pattern.names)) or "nothing"
            raise PatternError(f"the fix names ${name}, which the pattern does not bind; it binds {known}")


def rewrite(view: ModuleView, match: Match, template: str) -> tuple[Edit, ...]:
    """One edit that puts the filled-in template in the place of a match; none where that would be wrong.

    It would be wrong to lose a comment, to change what a literal says, and to write what is no Python.
    """
    if _loses_comment(match, template):
        return ()
    lines = template.split("\n")
    indent = _indent(view, match)
    if len(lines) > 1 and indent is None:
        return ()  # several lines do not fit where one statement stands behind another
    template = "\n".join([lines[0], *(f"{indent}{line}" if line else "" for line in lines[1:])])
    text = _filled(view, match, template)
    if text is None:
        return ()
    if _is_torn(match, template):
        text = f"({text})"
    if not fits(view, match, text, is_line=len(lines) == 1):
        return ()
    return (Edit(match.span.start, match.span.end, text),)


def _filled(view: ModuleView, match: Match, template: str) -> str | None:
    """A template with its metavariables filled in; None where a literal cannot be spelled as it asks."""
    tight = _tight_names(template)
    shown = _without_empty(template, match)
    pieces: list[str] = []
    position = 0
    for found in _FILLED.finditer(shown):
        name, prefix = found["many"] or found["one"], found["prefix"] or ""
        bound = match.bindings[name]
        text = respelled(view, bound.nodes[0], prefix) if bound.is_literal else f"{prefix}{_text(view, bound)}"
        if text is None:
            return None
        needs = name in tight and _is_loose(bound)
        pieces += [shown[position : found.start()], f"({text})" if needs else text]
        position = found.end()
    return "".join([*pieces, shown[position:]])


def _indent(view: ModuleView, match: Match) -> str | None:
    """The white space before a match that begins its line; None for any other."""
    utf8, start = view.source.utf8, match.nodes[0].start_byte
    line = max(utf8.rfind(b"\n", 0, start), utf8.rfind(b"\r", 0, start)) + 1
    before = utf8[line:start].decode("utf-8", "replace")
    return before if not before.strip() else None


def _without_empty(template: str, match: Match) -> str:
    """A `$$$X` that stands for nothing takes the comma beside it with it."""
    for found in list(_HOLE.finditer(template))[::-1]:
        if found["many"] and match.bindings[found["many"]].is_empty:
            before, after = template[: found.start()], template[found.end() :]
            if after.lstrip().startswith(","):
                after = after.lstrip()[1:].lstrip(" ")
            elif before.rstrip().endswith(","):
                before = before.rstrip()[:-1]
            template = before + after
    return template


def _is_torn(match: Match, template: str) -> bool:
    """Whether an operator around a match would bind tighter than what takes its place."""
    parent = match.nodes[0].parent
    if len(match.nodes) != 1 or parent is None:
        return False
    is_head = parent.type == "call" and parent.child_by_field_name("function") == match.nodes[0]
    if parent.type not in _TIGHT and not is_head:
        return False
    hole = _HOLE.fullmatch(template.strip())
    if hole is not None:
        return _is_loose(match.bindings[hole["many"] or hole["one"]])
    try:
        nodes = parse_pattern(template).nodes
    except PatternError:
        return False
    return len(nodes) == 1 and nodes[0].type in _LOOSE


def _loses_comment(match: Match, template: str) -> bool:
    """Whether a comment stands in what is replaced, and in nothing that is put back."""
    names = {found["many"] or found["one"] for found in _HOLE.finditer(template)}
    kept = [match.bindings[name] for name in names]
    pending = list(match.nodes)
    while pending:
        node = pending.pop()
        if node.type == "comment" and not any(each.start <= node.start_byte < each.end for each in kept):
            return True
        pending.extend(node.children)
    return False


def _text(view: ModuleView, bound: Bound) -> str:
    return view.source.utf8[bound.start : bound.end].decode("utf-8", "replace")


def _is_loose(bound: Bound) -> bool:
    return len(bound.nodes) == 1 and bound.nodes[0].type in _LOOSE


def _tight_names(template: str) -> frozenset[str]:
    """Metavariables that stand where an operator would tear them apart."""
    try:
        pattern = parse_pattern(template)
    except PatternError:
        return frozenset()
    found: set[str] = set()
    pending = list(pattern.nodes)
    while pending:
        node = pending.pop()
        for child in node.named_children:
            hole = pattern.hole(child)
            is_head = node.type == "call" and node.child_by_field_name("function") == child
            if hole is not None and (node.type in _TIGHT or is_head):
                found.add(hole.name)
        pending.extend(node.named_children)
    return frozenset(found)


def worded(view: ModuleView, match: Match, message: str) -> str:
    """A message with what its metavariables stand for, on one line."""
    return _HOLE.sub(
        lambda found: " ".join(_text(view, match.bindings[found["many"] or found["one"]]).split()), message
    )
