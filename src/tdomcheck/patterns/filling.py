"""A template with its metavariables filled in, and where in it each of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.patterns.constraints import Capture
from tdomcheck.patterns.language import holes_in, without_dollars
from tdomcheck.patterns.literals import is_quotable, respelled, text_in
from tdomcheck.patterns.match import Match
from tdomcheck.regex import regex
from tdomcheck.source.tree import parse_tree
from tdomcheck.values import dataclass, replace

HOLE = regex(r"\$\$\$(?P<many>[A-Z_][A-Z0-9_]*)|\$(?P<one>[A-Z_][A-Z0-9_]*)")
_FILLED = regex(rf"(?:(?<![\w$])(?P<prefix>[fFtTrRbBuU]{{1,2}}))?(?:{HOLE.pattern})")
"""A metavariable in a template, with the prefix of a literal before it."""


@dataclass(frozen=True, slots=True)
class FilledHole:
    """Where in the text a metavariable stands, in bytes."""

    bound: Capture
    start: int
    end: int
    is_wrapped: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled-in template; what stands in literals of it has no region."""

    text: str
    regions: tuple[FilledHole, ...]

    def in_parentheses(self) -> Filled:
        moved = (replace(each, start=each.start + 1, end=each.end + 1) for each in self.regions)
        return Filled(f"({self.text})", tuple(moved))


def filled_in(
    view: ModuleView, match: Match, template: str, needs: frozenset[str], wrapped: frozenset[int]
) -> Filled | None:
    """A template filled in; None where a literal cannot be spelled as it asks, or a tuple would be none."""
    shown = _without_empty(template, match)
    if _tuples(shown) != _tuples(template):
        return None
    text, position = "", 0
    regions: list[FilledHole] = []
    for hole, opening in _holes(shown):
        name = hole["many"] or hole["one"]
        binding = match.bindings[name]
        piece = _piece(view, binding, hole["prefix"] or "", opening)
        if piece is None:
            return None
        text += shown[position : hole.start()]
        position = hole.end()
        if opening:
            text += piece
            continue
        is_wrapped = name in needs or (len(regions) in wrapped and not binding.is_literal)
        text += "(" if is_wrapped else ""
        if not binding.is_empty:
            start = len(text.encode())
            regions.append(FilledHole(binding, start, start + len(piece.encode()), is_wrapped))
        text += f"{piece})" if is_wrapped else piece
    return Filled(text + shown[position:], tuple(regions))


def _holes(template: str) -> Iterator[tuple[re.Match[str], str]]:
    """The metavariables of a template, each with the opening of the literal that it stands in, or nothing."""
    holes, openings = list(_FILLED.finditer(template)), list(_openings(template))
    openings += [""] * (len(holes) - len(openings))  # one in a comment is not in the tree
    return zip(holes, openings, strict=True)


def _piece(view: ModuleView, binding: Capture, prefix: str, opening: str) -> str | None:
    """What is written for a metavariable, in a literal or as code; None where it cannot be said there."""
    if not opening:
        return _code(view, binding, prefix)
    return None if prefix else _quoted(view, binding, opening)


def source_of(view: ModuleView, binding: Capture) -> str:
    """What a metavariable stands for, as it is written."""
    return view.source.utf8[binding.start : binding.end].decode("utf-8", "replace")


def _code(view: ModuleView, binding: Capture, prefix: str) -> str | None:
    return respelled(view, binding.nodes[0], prefix) if binding.is_literal else f"{prefix}{source_of(view, binding)}"


def _quoted(view: ModuleView, binding: Capture, opening: str) -> str | None:
    """What a metavariable is in a literal, whose value must say what it said."""
    if binding.is_literal or (len(binding.nodes) == 1 and binding.nodes[0].type == "string"):
        node = binding.nodes[0]
        is_one = node.type == "string"
        return text_in(view, node.children[0].end_byte, node.children[-1].start_byte, opening) if is_one else None
    if not binding.nodes:
        return text_in(view, binding.start, binding.end, opening)
    text = source_of(view, binding)
    return text if is_quotable(text) else None


def _openings(template: str) -> Iterator[str]:
    """For each metavariable of a template how the literal begins in whose text it stands, or nothing."""
    tree = parse_tree(without_dollars(template).encode())
    sorted_holes = [bool(hole["prefix"]) for hole in _FILLED.finditer(template)]
    places: list[tuple[int, str]] = []
    pending = [tree.root]
    while pending:
        node = pending.pop()
        pending.extend(node.children)
        if node.type in {"identifier", "string_content"}:
            opening = tree.text(node.parent.children[0]) if node.type == "string_content" and node.parent else ""
            places += [(node.start_byte, opening) for _ in holes_in(tree.text(node))]
    for has_prefix, (_, opening) in zip(sorted_holes, sorted(places, key=lambda each: each[0]), strict=False):
        yield "" if has_prefix else opening


def _tuples(template: str) -> int:
    """How many tuples a template has, which a comma that goes may change."""
    pending, count = [parse_tree(without_dollars(template).encode()).root], 0
    while pending:
        node = pending.pop()
        count += node.type in {"tuple", "expression_list", "tuple_pattern", "pattern_list"}
        pending.extend(node.named_children)
    return count


def _without_empty(template: str, match: Match) -> str:
    """A `$$$X` that stands for nothing takes the comma beside it with it."""
    for hole in list(HOLE.finditer(template))[::-1]:
        if hole["many"] and match.bindings[hole["many"]].is_empty:
            before, after = template[: hole.start()], template[hole.end() :]
            if after.lstrip().startswith(","):
                after = after.lstrip()[1:].lstrip(" ")
            elif before.rstrip().endswith(","):
                before = before.rstrip()[:-1]
            template = before + after
    return template
