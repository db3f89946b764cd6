"""Parameters of private functions that a change has made unused: to take one away is proposed, with its arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, homes_of, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion
from tdomcheck.model import Edit, Span
from tdomcheck.model.changes import Proposal, Tier
from tdomcheck.refactor.leftovers import fewer_words, is_pure, reading_of
from tdomcheck.refactor.outline import LOCALS
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex

REASON = "the function has stopped to use its parameter"
_PRIVATE = regex(rb"\bdef[\s\\]+_[\w\x80-\xff]*(?<!_)[\s\\]*[\[(]")
_SPLATS = frozenset({"list_splat", "dictionary_splat", "parenthesized_list_splat", "generator_expression"})
_PLAIN = frozenset({"identifier", "typed_parameter", "default_parameter", "typed_default_parameter"})


def idle_parameters(
    path: str, before: bytes, after: bytes, is_said_elsewhere: Callable[[str], bool]
) -> Iterator[Proposal]:
    """At most one a function: the next run finds the next."""
    if _PRIVATE.search(after) is None or not any(True for _ in fewer_words(before, after)):
        return
    old, new = reading_of(path, before), reading_of(path, after)
    if old is None or new is None:
        return
    seen: set[ScopeRegion] = set()
    for name in fewer_words(old.view.tree.utf8, new.view.tree.utf8):
        for region, occurrences in homes_of(new.view, name).items():
            if region is None or region in seen or not _is_idle(old, name, region, occurrences):
                continue
            edits = _edits(new, region, occurrences[0], name)
            if edits and not is_said_elsewhere(region.name):
                seen.add(region)
                start = new.view.source.from_utf8(occurrences[0].start)
                span = Span(start, start + len(new.view.source.encode(name)))
                yield Proposal(path, span, Tier.ANCHORED, REASON, tuple(sorted(edits)), is_reference=False)


def _is_idle(old: SourceReading, name: str, region: ScopeRegion, occurrences: Sequence[Occurrence]) -> bool:
    """Whether a private function has a parameter that it used before and does not use now."""
    is_private = region.name.startswith("_") and not region.name.endswith("_")
    is_only = len(occurrences) == 1 and occurrences[0].role is NameRole.PARAMETER
    is_of_module = region.path == f"{region.name}.{LOCALS}"
    if region.kind is not RegionKind.FUNCTION or not is_private or not is_only or not is_of_module:
        return False
    homes = homes_of(old.view, name).items()
    same = (each for home, each in homes if home is not None and home.kind is region.kind and home.path == region.path)
    return any(each.role is NameRole.READ for found in same for each in found)


def _edits(reading: SourceReading, region: ScopeRegion, parameter: Occurrence, name: str) -> list[Edit]:
    """What takes a parameter and all its arguments out; nothing where any call cannot be seen through."""
    items = _parameters(region)
    index = next((number for number, each in enumerate(items) if each.end_byte > parameter.start), -1)
    if index < 0:
        return []
    edits = [_without(reading, items, items[index])]
    for each in occurrences_of(reading.view, region.name):
        passed = [] if _is_definition_of(each, region) else _from_call(reading, each, index, name)
        if passed is None:
            return []
        edits += passed
    return edits


def _parameters(region: ScopeRegion) -> list[tree_sitter.Node]:
    """The parameters of a bare function that are given by place or by name; nothing where any is of another kind."""
    listed, around = region.node.child_by_field_name("parameters"), region.node.parent
    is_decorated = around is not None and around.type == "decorated_definition"
    items = _items(listed) if listed is not None and not is_decorated else []
    return items if all(item.type in _PLAIN for item in items) else []


def _is_definition_of(each: Occurrence, region: ScopeRegion) -> bool:
    return each.step.outer is not None and each.step.outer.node == region.node


def _from_call(reading: SourceReading, each: Occurrence, index: int, name: str) -> list[Edit] | None:
    """What takes the argument out of a call, if it has one; None where that cannot be done."""
    arguments = _arguments(each)
    given = _given(arguments, index, name) if arguments is not None else None
    if arguments is None or (given is not None and not _is_pure_argument(given)):
        return None
    return [_without(reading, arguments, given)] if given is not None else []


def _items(listed: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in listed.named_children if child.type != "comment"]


def _arguments(each: Occurrence) -> list[tree_sitter.Node] | None:
    """The arguments of a call by the name of the function; None for any other use, and for those that unpack."""
    outer = each.step.outer
    if each.role is not NameRole.READ or outer is None or outer.node.type != "call" or each.step.field != "function":
        return None
    listed = outer.node.child_by_field_name("arguments")
    if listed is None or listed.type != "argument_list":
        return None
    items = _items(listed)
    return None if any(item.type in _SPLATS for item in items) else items


def _given(arguments: Sequence[tree_sitter.Node], index: int, name: str) -> tree_sitter.Node | None:
    """The argument that fills a parameter."""
    positional = [each for each in arguments if each.type != "keyword_argument"]
    if index < len(positional):
        return positional[index]
    keywords = (each for each in arguments if each.type == "keyword_argument")
    return next((each for each in keywords if _label(each) == name.encode()), None)


def _label(argument: tree_sitter.Node) -> bytes | None:
    label = argument.child_by_field_name("name")
    return label.text if label is not None else None


def _is_pure_argument(argument: tree_sitter.Node) -> bool:
    value = argument.child_by_field_name("value") if argument.type == "keyword_argument" else argument
    return value is not None and is_pure(value)


def _without(reading: SourceReading, items: Sequence[tree_sitter.Node], gone: tree_sitter.Node) -> Edit:
    """One of several goes, with a comma."""
    index = list(items).index(gone)
    start, end = gone.start_byte, gone.end_byte
    if index + 1 < len(items):
        end = items[index + 1].start_byte
    elif index:
        start = items[index - 1].end_byte
    elif gone.next_sibling is not None and gone.next_sibling.type == ",":
        end = gone.next_sibling.end_byte
    source = reading.view.source
    return Edit(source.from_utf8(start), source.from_utf8(end), "")
