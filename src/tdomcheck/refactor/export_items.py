"""A name that comes to `__all__`, or goes from it."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.edits.dropped_imports import without_statement
from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.facts.python.regions import Step
from tdomcheck.model import Edit
from tdomcheck.refactor.exports import DISPLAYS, ExportPart, children_of, listed_in, parts_of
from tdomcheck.refactor.items import comma_beside, cut_item
from tdomcheck.refactor.sources import SourceReading

_TUPLES = frozenset({"tuple", "expression_list"})


def with_item(reading: SourceReading, name: str) -> list[Edit]:
    """The name among those of `__all__`, where that has a list for it."""
    if listed_in(reading, name):
        return []
    parts = parts_of(reading.view)
    lists = sorted(parts[ExportPart.LIST], key=_rank)
    if not lists or not (parts[ExportPart.ITEM] or parts[ExportPart.OTHER]):
        return []  # a module that lists nothing means it
    children = children_of(lists[0])
    items = [child for child in children if child.type == "string"] or children
    if items:
        return [_behind(reading, lists[0], items[-1], name)]
    place = reading.view.source.from_utf8(lists[0].start_byte + 1)
    return [Edit(place, place, f'"{name}"' + "," * (lists[0].type in _TUPLES))]


def _rank(listed: tree_sitter.Node) -> int:
    """Lists with names come first, those of lists of others next, empty ones last."""
    kinds = {child.type for child in children_of(listed)}
    return 0 if "string" in kinds else 1 if kinds else 2


def _behind(reading: SourceReading, listed: tree_sitter.Node, last: tree_sitter.Node, name: str) -> Edit:
    """Another item behind the last, on a line of its own where that has one."""
    quote = reading.view.text(last)[-1] if last.type == "string" else '"'
    tail = reading.view.tree.utf8[last.end_byte : listed.end_byte]
    start = reading.view.tree.utf8.rfind(b"\n", 0, last.start_byte) + 1
    lead = reading.view.tree.utf8[start : last.start_byte].decode("utf-8", "replace")
    gap = f",\n{lead}" if not lead.strip() and b"\n" in tail else ", "
    place = reading.view.source.from_utf8(last.end_byte)
    return Edit(place, place, f"{gap}{quote}{name}{quote}")


def without_item(reading: SourceReading, each: Occurrence) -> tuple[Edit, ...]:
    """The edits that take a string out of a list, with its comma and its line; its statement where nothing is left."""
    string = each.step.outer if each.step.outer is not None else each.step
    listed = string.outer
    if listed is None or listed.node.type not in DISPLAYS:
        return _without_change(reading, string)
    others = [child for child in children_of(listed.node) if child != string.node]
    if not others:
        return _without_change(reading, listed) or _emptied(reading, listed.node, string.node)
    cuts = cut_item(reading, string.node)
    is_tuple = len(others) == 1 and listed.node.type in _TUPLES
    return (*cuts, *_comma_of_one(reading, others[0], cuts)) if is_tuple else tuple(cuts)


def _emptied(reading: SourceReading, listed: tree_sitter.Node, only: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits that take the only name out of a list: a tuple without parentheses has to have some."""
    if listed.type == "expression_list":
        span = reading.view.span(listed)
        return (Edit(span.start, span.end, "()"),)
    return tuple(cut_item(reading, only))


def _comma_of_one(reading: SourceReading, left: tree_sitter.Node, cuts: Sequence[Edit]) -> list[Edit]:
    """The comma without which a tuple of one is none."""
    source = reading.view.source
    place, comma = source.from_utf8(left.end_byte), comma_beside(left, is_behind=True)
    at = source.from_utf8(comma.start_byte) if comma is not None else -1
    is_left = comma is not None and not any(cut.start <= at < cut.end for cut in cuts)
    return [] if is_left else [Edit(place, place, ",")]


def _without_change(reading: SourceReading, added: Step) -> tuple[Edit, ...]:
    """The edits that take the statement away that adds one name, or one list, and nothing else."""
    outer = added.outer
    change = outer.outer if outer is not None and outer.node.type == "argument_list" else outer
    statement = change.outer if change is not None else None
    if change is None or statement is None or statement.node.type != "expression_statement":
        return ()
    return without_statement(reading.view, statement.node) if change.node.type in _CHANGES else ()


_CHANGES = frozenset({"augmented_assignment", "call"})
