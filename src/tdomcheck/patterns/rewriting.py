"""What a match becomes: a template of code with the metavariables filled in."""

from __future__ import annotations

import re

from tdomcheck.facts.module import ModuleView
from tdomcheck.model import Edit
from tdomcheck.patterns.constraints import Bound
from tdomcheck.patterns.language import Pattern, PatternError, parse_pattern
from tdomcheck.patterns.match import Match

_HOLE = re.compile(r"\$\$\$(?P<many>[A-Z_][A-Z0-9_]*)|\$(?P<one>[A-Z_][A-Z0-9_]*)")
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
    """One edit that puts the filled-in template in the place of a match; none where that would lose a comment."""
    if _loses_comment(match, template):
        return ()
    tight = _tight_names(template)

    def filled(found: re.Match[str]) -> str:
        name = found["many"] or found["one"]
        text = _text(view, match.bindings[name])
        needs = name in tight and _is_loose(match.bindings[name])
        return f"({text})" if needs else text

    text = _HOLE.sub(filled, template)
    return (Edit(match.span.start, match.span.end, text),)


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
