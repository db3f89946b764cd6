"""What 3.14 refuses in annotations, type aliases and the headers of generics, where older releases still take it.

Each of these is a scope of its own, evaluated late or never: `:=`, `yield` and `await` have nowhere to go there.
"""

from __future__ import annotations

import typing as t
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex
from tdomcheck.source.tree import PYTHON, parse_tree
from tdomcheck.values import dataclass

_SCOPES = """
(type) @type
(type_alias_statement) @alias
(constrained_type) @bound
(class_definition) @generic
(lambda) @closure
[(list_comprehension) (set_comprehension) (dictionary_comprehension)] @comprehension
(generator_expression) @generator
(named_expression) @named
(yield) @yield
(await) @await
"async" @async
"""
_NAMED = b":="
_SCOPED_VALUE = regex(rb"\btype[ \t\\]|\bclass\s+\w+\s*\[")
"""What an `=` may belong to behind which there is a scope of its own."""
_MOST_QUERIES = 50
"""Places that are looked at one by one, 20 us for each; a query over all of a file costs 0.4 of its parse."""
_NEAR = 200
"""Bytes before an expression that are looked at to see what it is part of."""
Mistake = tuple[tree_sitter.Node, str]


def mistake_in_annotations(view: ModuleView) -> Mistake | None:
    """The first expression that 3.14 has no place for, and what it says of it."""
    places = list(_suspects(view))
    if len(places) > _MOST_QUERIES:
        places = [(0, len(view.tree.utf8))]
    mistakes = (mistake for place in places for mistake in _mistakes(view.tree.root, place, _FREE))
    return next((mistake for mistake in mistakes if not view.tree.is_broken or _is_sound(view, mistake[0])), None)


def mistake_in_definition(code: str) -> Mistake | None:
    """The same of bounds and defaults of type parameters, which a tree does not hold: of a list of them."""
    utf8 = code.encode()
    if not any(word in utf8 for word in (_NAMED, b"yield", b"await", b"async")):
        return None
    root = parse_tree(utf8).root
    return next(_mistakes(root, (0, len(utf8)), _Place("a TypeVar bound")), None)


def _suspects(view: ModuleView) -> Iterator[tuple[int, int]]:
    """Where something may stand in an annotation; that most `yield` and `await` do not, their line tells."""
    utf8 = view.tree.utf8
    position = utf8.find(_NAMED)
    while position >= 0:
        yield position, position + len(_NAMED)
        position = utf8.find(_NAMED, position + 1)
    for node in view.nodes["yield"]:
        before = utf8[max(node.start_byte - _NEAR, 0) : node.start_byte].rstrip()
        if before.endswith(b"(") or b"#" in before[before.rfind(b"\n") + 1 :]:
            yield node.start_byte, node.start_byte + 1
    awaits = view.nodes["await"]
    usual = (b"return",) if awaits and _SCOPED_VALUE.search(utf8) else (b"return", b"=")
    for node in awaits:
        if not utf8[max(node.start_byte - _NEAR, 0) : node.start_byte].rstrip().endswith(usual):
            yield node.start_byte, node.start_byte + 1
    for node in view.nodes["async"]:
        if not utf8[node.end_byte : node.end_byte + _NEAR].lstrip().startswith((b"def", b"with")):
            yield node.start_byte, node.end_byte


def _is_sound(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether the grammar read the statement that a node is in; where it stumbled anything looks like an annotation."""
    statements = view.tree.root.children
    index = bisect_right(statements, node.start_byte, key=lambda statement: statement.start_byte) - 1
    return index >= 0 and not statements[index].has_error


@dataclass(frozen=True, slots=True)
class _Place:
    """The scope that an expression stands in."""

    what: str = ""
    """What Python calls it; nothing where everything may stand."""
    kind: t.Literal["type", "comprehension", "generator"] = "type"


_FREE = _Place()


def _mistakes(root: tree_sitter.Node, span: tuple[int, int], place: _Place) -> Iterator[Mistake]:
    """In one sweep over the nodes that are in a span or around it."""
    cursor = tree_sitter.QueryCursor(_scopes())
    cursor.set_byte_range(*span)
    outer: list[tuple[int, _Place]] = [(root.end_byte + 1, place)]
    for start, end, kind, node in sorted(_events(cursor.captures(root)), key=_outermost_first):
        while outer[-1][0] <= start:
            place = outer.pop()[1]
        if kind not in _POINTS:
            outer.append((end, place))
            place = outer[-2][1] if kind == "source" else _inside(kind, place)
        elif place.what:
            message = _complaint(kind, place)
            if message:
                yield node, message


def _events(groups: dict[str, list[tree_sitter.Node]]) -> Iterator[tuple[int, int, str, tree_sitter.Node]]:
    """Regions and what may be wrong in them; of a class and a lambda the part that is another scope."""
    for kind, nodes in groups.items():
        for node in nodes:
            scope: tree_sitter.Node | None = node
            if kind == "closure":
                scope = node.child_by_field_name("body")
            elif kind == "generic":
                is_generic = node.child_by_field_name("type_parameters") is not None
                scope = node.child_by_field_name("superclasses") if is_generic else None
            if scope is not None:
                yield scope.start_byte, scope.end_byte, kind, scope
            if kind in {"comprehension", "generator"}:
                yield from _sources(node)


def _sources(comprehension: tree_sitter.Node) -> Iterator[tuple[int, int, str, tree_sitter.Node]]:
    """What a comprehension goes through first, which is evaluated where that stands."""
    for child in comprehension.named_children:
        if child.type == "for_in_clause":
            source = child.child_by_field_name("right")
            if source is not None:
                yield source.start_byte, source.end_byte, "source", source
            return


def _outermost_first(event: tuple[int, int, str, tree_sitter.Node]) -> tuple[int, int, int]:
    start, end, kind, _ = event
    return start, -end, _ORDER.index(kind)


_ORDER = (
    "source", "alias", "type", "bound", "generic", "comprehension", "generator", "closure",
    "named", "yield", "await", "async",
)  # fmt: skip
"""Of regions that are as long as what is in them."""
_POINTS = frozenset(_ORDER[-4:])


def _inside(region: str, place: _Place) -> _Place:
    """The place in a region of a place."""
    match region:
        case "closure":
            return _FREE
        case "comprehension" | "generator" if place.what:
            return _Place(place.what, region) if place.kind == "type" else place
        case "type" if not place.what:
            return _Place("an annotation")
        case "alias":
            return _Place("a type alias")
        case "bound":
            return _Place("a TypeVar bound")
        case "generic":
            return _Place("the definition of a generic")
        case _:
            return place


def _complaint(kind: str, place: _Place) -> str:
    """What Python says, if anything: a comprehension has a scope of its own, whose names live in the one around it."""
    is_named = kind == "named"
    if place.kind == "type":
        name = "named" if is_named else kind
        return "" if kind == "async" else f"{name} expression cannot be used within {place.what}"
    if is_named and place.what != "an annotation":
        preposition = "within" if place.what.startswith("the") else "in"
        return f"assignment expression within a comprehension cannot be used {preposition} {place.what}"
    if not is_named and kind != "yield" and place.kind == "comprehension":
        return "asynchronous comprehension outside of an asynchronous function"
    return ""


@cache
def _scopes() -> tree_sitter.Query:
    """Compiled on first use, kept for the life of the process: a constant that few files need."""
    return tree_sitter.Query(PYTHON, _SCOPES)
