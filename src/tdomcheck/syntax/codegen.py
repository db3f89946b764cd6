"""Whether a file may hold what only the compiler refuses: then, and only then, it is worth its time.

Every question errs on the side of asking: what is found here is not a finding. The complaints of the passes behind
the symbol table are few, and the same from 3.11 to 3.15: `return`, `yield` and `await` outside of functions, `break`
and `continue` outside of loops, what is asynchronous outside of `async def`, starred expressions and targets,
repeated keywords, patterns, a bare `except:` that is not last, `except*`, `from __future__` below other statements,
`__debug__`, more than 20 nested blocks, and the order of type parameters with defaults.
"""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.node_index import NodeIndex
from tdomcheck.regex import regex
from tdomcheck.syntax.siblings import has_odd_star, keywords_of_calls
from tdomcheck.values import dataclass

_SAFE_BLOCKS = 6
"""Blocks that may nest; each is three at most to the compiler, `except A as b` in a `finally`, and it takes 20."""
_SAFE_ITEMS = 6
"""Items of one `with`, each of which is a block."""

_TYPE_DEFAULT = regex(rb"\b(?:def|class|type)\s+\w+\s*\[[^=\n]{0,300}=")
"""Perhaps a default of a type parameter: Python 3.13 looks at their order only where it compiles."""


def needs_compiler(view: ModuleView) -> bool:
    """Whether the parser and the symbol table may have missed something."""
    captures = view.nodes
    return (
        view.tree.is_broken
        or b"__debug__" in view.tree.utf8
        or _TYPE_DEFAULT.search(view.tree.utf8) is not None
        or bool(captures["intricate"])
        or has_odd_star(view)
        or any(not _is_last(node) for node in captures["bare"])
        or _has_late_future(view)
        or any(len(names) != len(set(names)) for names in keywords_of_calls(view))
        or _Places(captures, view.tree.utf8).has_misplaced()
    )


def _is_last(clause: tree_sitter.Node) -> bool:
    following = clause.next_named_sibling
    while following is not None and following.type == "comment":
        following = following.next_named_sibling
    return following is None or following.type != "except_clause"


def _has_late_future(view: ModuleView) -> bool:
    """An import from `__future__` below something else than comments and one docstring."""
    imports = len(view.nodes["future"])
    is_first = True
    for node in view.tree.root.named_children if imports else ():
        if node.type == "comment":
            continue
        is_import = node.type == "future_import_statement"
        imports -= is_import
        if not imports:
            return False
        if not is_import and not (is_first and _is_docstring(view, node)):
            return True
        is_first = False
    return imports > 0


def _is_docstring(view: ModuleView, statement: tree_sitter.Node) -> bool:
    """A plain string, and not joined of several, which might be others."""
    child = statement.named_children[0] if statement.type == "expression_statement" else None
    return child is not None and child.type == "string" and view.tree.utf8[child.start_byte] in b"rRuU'\""


class _Places:
    """What stands in which function, class and loop, in one sweep over the nodes in order."""

    def __init__(self, captures: NodeIndex, utf8: bytes) -> None:
        self._captures = captures
        self._utf8 = utf8

    def has_misplaced(self) -> bool:
        """Whether anything may stand where the compiler does not take it."""
        place = _MODULE
        outer: list[tuple[int, _Place]] = []
        events = (*self._regions(), *self._points())
        for start, end, kind in sorted(events, key=_outermost_first):
            while outer and outer[-1][0] <= start:
                place = outer.pop()[1]
            if kind in _REGIONS:
                outer.append((end, place))
                place = _inside(place, kind)
                if place.blocks > _SAFE_BLOCKS:
                    return True
            elif not _fits(kind, place):
                return True
        return False

    def _regions(self) -> Iterator[tuple[int, int, str]]:
        """Bodies: defaults, decorators and bases are evaluated outside, and `else` is not in its loop."""
        captures = self._captures
        for group in ("class", "function", "closure", "loop"):
            for node in captures[group]:
                body = node.child_by_field_name("body")
                if body is not None:
                    yield body.start_byte, body.end_byte, self._kind(group, node)
        for node in captures["block"]:
            yield node.start_byte, node.end_byte, "items" if _has_many_items(node) else "block"

    def _kind(self, group: str, node: tree_sitter.Node) -> str:
        return "coroutine" if group == "function" and self._is_async(node) else group

    def _is_async(self, node: tree_sitter.Node) -> bool:
        return self._utf8.startswith(b"async", node.start_byte)

    def _points(self) -> Iterator[tuple[int, int, str]]:
        for group in ("leave", "yield", "await", "jump"):
            for node in self._captures[group]:
                yield node.start_byte, node.end_byte, group
        for node in self._captures["async"]:
            if not self._utf8[node.end_byte : node.end_byte + 20].lstrip(b" \t\f\\\r\n").startswith(b"def"):
                yield node.start_byte, node.end_byte, "await"


@dataclass(frozen=True, slots=True)
class _Place:
    """What a statement stands in."""

    scope: str
    """`module`, `class`, `function`, `coroutine` or `closure`."""
    is_loop: bool = False
    blocks: int = 0
    """How many of the same scope are around it."""


_MODULE = _Place("module")
_REGIONS = frozenset({"class", "function", "coroutine", "closure", "loop", "block", "items"})


def _outermost_first(event: tuple[int, int, str]) -> tuple[int, int, bool]:
    """What begins at the same place begins with what ends last; a region holds what is as long as it is."""
    start, end, kind = event
    return start, -end, kind not in _REGIONS


def _inside(place: _Place, region: str) -> _Place:
    """What a statement in a region stands in."""
    match region:
        case "loop":
            return _Place(place.scope, is_loop=True, blocks=place.blocks + 1)
        case "block":
            return _Place(place.scope, place.is_loop, place.blocks + 1)
        case "items":
            return _Place(place.scope, place.is_loop, _SAFE_BLOCKS + 1)
        case _:
            return _Place(region)


def _fits(kind: str, place: _Place) -> bool:
    """An asynchronous generator has rules of its own, so a `yield` in a coroutine is left to the compiler."""
    match kind:
        case "leave":
            return place.scope in {"function", "coroutine"}
        case "yield":
            return place.scope in {"function", "closure"}
        case "await":
            return place.scope == "coroutine"
        case _:
            return place.is_loop


def _has_many_items(statement: tree_sitter.Node) -> bool:
    clause = next((child for child in statement.named_children if child.type == "with_clause"), None)
    return clause is not None and clause.named_child_count > _SAFE_ITEMS
