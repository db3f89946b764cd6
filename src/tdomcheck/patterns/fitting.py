"""Whether a rewrite is Python in the place where it would stand."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst
import tree_sitter

from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.patterns.match import Match
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText, before_on_line
from tdomcheck.values import dataclass

_LONGEST = 2_000
"""A statement may be a table with thousands of matches, each of which would have it parsed again."""
_HOLDS_BLOCKS = ("_statement", "_clause", "_definition", "block")


@dataclass(frozen=True, slots=True)
class _Place:
    """What is parsed for a match: its statement, or in a long one what is near."""

    around: tree_sitter.Node
    opening: str = ""
    closing: str = "\n"


def fits(view: ModuleView, match: Match, text: str, *, is_line: bool) -> bool:
    """Whether the code around a match is still Python with `text` in it, which is one statement at most if a line."""
    statement = _statement(match.nodes[0])
    if not text.strip() and _span(statement) == _span(match.nodes[0]):
        return _is_spare(view, match, statement)
    if not text.strip():
        return False
    place = _place(view, match, statement)
    after = _length(place, _source(view, match, place.around, text))
    if after == 1:
        return True
    before = _length(place, _source(view, match, place.around, None))
    # What cannot be parsed as it is tells nothing; a line end that stood in brackets may end the statement now.
    return before == 0 if after == 0 else not is_line or after <= before


def _statement(node: tree_sitter.Node) -> tree_sitter.Node:
    while node.parent is not None and (node.parent.type not in {"block", "module"} or node.type == "case_clause"):
        node = node.parent
    return node


def _span(node: tree_sitter.Node) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def _is_spare(view: ModuleView, match: Match, statement: tree_sitter.Node) -> bool:
    """Whether statements can go: a block needs one, and a semicolon needs one before it."""
    block = statement.parent
    if block is None:
        return True
    others = sum(node.type != "comment" for node in block.named_children)
    end = match.nodes[-1].end_byte
    rest = view.source.utf8[end : end + 80].lstrip(b" \t")
    return (block.type == "module" or others > len(match.nodes)) and not rest.startswith(b";")


def _place(view: ModuleView, match: Match, statement: tree_sitter.Node) -> _Place:
    around = match.nodes[0]
    if len(match.nodes) > 1 or len(_source(view, match, statement, None)) <= _LONGEST:
        return _Place(statement, _opening(view, statement))
    while around.parent is not None and around.parent.end_byte - around.parent.start_byte <= _LONGEST:
        around = around.parent
    is_statement = _span(around) == _span(statement)
    return _Place(statement, _opening(view, statement)) if is_statement else _Place(around, "(", ")\n")


def _opening(view: ModuleView, statement: tree_sitter.Node) -> str:
    """A statement around one that is indented, so that its further lines stand where they stood."""
    indent = before_on_line(view.source.utf8, statement.start_byte).decode("utf-8", "replace")
    return f"if 1:\n{indent}" if indent and not indent.strip() else ""


def sources(view: ModuleView, match: Match, text: str) -> tuple[tuple[bytes, int], tuple[bytes, int]]:
    """What stands around a match without and with `text`, and where in it the match begins."""
    place = _place(view, match, _statement(match.nodes[0]))
    both = [_pieces(view, match, place.around, each) for each in (None, text)]
    before, after = [
        (f"{place.opening}{head}{rest}{place.closing}".encode(), len(f"{place.opening}{head}".encode()))
        for head, rest in both
    ]
    return before, after


def is_whole(match: Match) -> bool:
    """Whether a match is a statement, or some."""
    first = match.nodes[0]
    return len(match.nodes) > 1 or _span(_statement(first)) == _span(first)


def _source(view: ModuleView, match: Match, around: tree_sitter.Node, text: str | None) -> str:
    return "".join(_pieces(view, match, around, text))


def _pieces(view: ModuleView, match: Match, around: tree_sitter.Node, text: str | None) -> tuple[str, str]:
    """The source of a node, parted where the match begins, with `text` in its place and without blocks apart."""
    start, end = match.nodes[0].start_byte, match.nodes[-1].end_byte
    utf8 = view.source.utf8
    own = text if text is not None else utf8[start:end].decode("utf-8", "replace")
    pieces = [(*_span(block), "pass") for block in _blocks(around, start, end)]
    position, code, head = around.start_byte, "", ""
    for first, last, piece in sorted([*pieces, (start, end, own)]):
        code += utf8[position:first].decode("utf-8", "replace")
        if (first, last) == (start, end):
            head, code = code, ""
        code += piece
        position = last
    return head, code + utf8[position : max(end, around.end_byte)].decode("utf-8", "replace")


def _blocks(node: tree_sitter.Node, start: int, end: int) -> Iterator[tree_sitter.Node]:
    if node.type == "block" and (node.end_byte <= start or end <= node.start_byte):
        yield node
    elif node.type.endswith(_HOLDS_BLOCKS) and not (start <= node.start_byte and node.end_byte <= end):
        for child in node.named_children:
            yield from _blocks(child, start, end)


def _length(place: _Place, source: str) -> int:
    """The number of statements in a source, 0 where it is no Python."""
    code = f"{place.opening}{source}{place.closing}".encode("utf-8", "replace")
    try:
        body = parse_module(SourceText(code)).body
    except (Undecodable, Unparsable, cst.CSTLogicError, cst.CSTValidationError):
        return 0
    first = body[0] if body else None
    return len(first.body.body) if place.opening.startswith("if") and isinstance(first, cst.If) else len(body)
