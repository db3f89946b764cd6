"""Suppression comments: read from tokens, with the bytes that each one covers."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import replace

import tree_sitter

from tdomcheck.facts.module import ModuleView
from tdomcheck.model import Directive, Span
from tdomcheck.source.tree import PYTHON

_ANY = re.compile(rb"tdomcheck:|lint-(?:ignore|fixme)")
_DIRECTIVE = re.compile(r"#\s*tdomcheck:\s*(?P<verb>[\w-]*)\s*(?P<rest>[^#]*)")
_FIXIT = re.compile(r"#\s*lint-(?:ignore|fixme)(?::\s*|\s+)(?P<names>\w+(?:,\s*\w+)*)")
_CODES = re.compile(r"\[(?P<codes>[^\]]*)\]\s*(?P<tail>.*)", re.DOTALL)
_UNTIL = re.compile(r"until=(?P<day>\S*)\s*")
_OWNER = re.compile(r"@(?P<owner>[\w./-]+)\s*")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_CLAUSES = frozenset(
    {"elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause"}
)
"""Parts of a statement with a header of their own."""
_VERBS = ("ignore", "file-ignore", "disable", "enable")


def directives_in(view: ModuleView, path: str) -> tuple[Directive, ...]:
    """Every suppression comment of a file, the malformed ones too."""
    if not _ANY.search(view.source.utf8):
        return ()
    return _Reader(view, path).read()


class _Reader:
    """Reads the comments of one file."""

    def __init__(self, view: ModuleView, path: str) -> None:
        self._view = view
        self._path = path
        self._utf8 = view.source.utf8
        query = tree_sitter.Query(PYTHON, "(comment) @comment (string) @string")
        captures = tree_sitter.QueryCursor(query).captures(view.tree.root)
        self._comments = sorted(captures.get("comment", []), key=lambda node: node.start_byte)
        self._strings = captures.get("string", [])

    def read(self) -> tuple[Directive, ...]:
        found: list[Directive] = []
        open_blocks: list[tuple[int, Directive]] = []
        for node in self._comments:
            text = self._view.text(node)
            if "tdomcheck:" not in text and "lint-" not in text:
                continue
            for verb, directive in self._parsed(node, text):
                if verb == "disable":
                    open_blocks.append((len(found), directive))
                judged = self._close(directive, open_blocks, found) if verb == "enable" else directive
                found.append(judged)
        for index, directive in open_blocks:
            found[index] = _broken(directive, "`disable` is never followed by `enable` for the same codes")
        return tuple(found)

    def _close(self, enable: Directive, blocks: list[tuple[int, Directive]], found: list[Directive]) -> Directive:
        for position in range(len(blocks) - 1, -1, -1):
            index, begun = blocks[position]
            if set(begun.codes) == set(enable.codes):
                covered = Span(begun.span.end, enable.span.start)
                found[index] = replace(begun, covers=(covered,))
                del blocks[position]
                return replace(enable, codes=())
        return _broken(enable, "`enable` follows no `disable` of the same codes")

    def _parsed(self, node: tree_sitter.Node, text: str) -> Iterator[tuple[str, Directive]]:
        for match in _DIRECTIVE.finditer(text):
            yield match["verb"], self._directive(node, text, match)
        for match in _FIXIT.finditer(text):
            codes = tuple(name.strip() for name in match["names"].split(","))
            span, removal = self._places(node, text, match.start(), match.end())
            yield "ignore", Directive(self._path, span, codes, self._covered(node), is_fixit=True, removal=removal)

    def _directive(self, node: tree_sitter.Node, text: str, match: re.Match[str]) -> Directive:
        span, removal = self._places(node, text, match.start(), match.end())
        bare = Directive(self._path, span, (), (), removal=removal)
        verb, codes = match["verb"], _CODES.match(match["rest"])
        if verb not in _VERBS:
            return _broken(bare, f"`{verb}` is none of {', '.join(_VERBS)}")
        if codes is None or not codes["codes"].strip():
            return _broken(bare, f"`{verb}` needs codes in brackets: there is no blanket form")
        names = tuple(name.strip() for name in codes["codes"].split(",") if name.strip())
        reason, until, owner = _tail(codes["tail"])
        if until and not _is_day(until):
            return _broken(bare, f"`until={until}` is no day; write it as 2027-03-01")
        covers = {"file-ignore": (Span(0, len(self._view.source.data) + 1),), "ignore": self._covered(node)}
        start = match.start("rest") + codes.start("codes")
        return Directive(
            self._path,
            span,
            names,
            covers.get(verb, ()),
            reason,
            until,
            owner,
            code_spans=self._code_spans(node, text, start, codes["codes"]),
            removal=removal,
        )

    def _code_spans(self, node: tree_sitter.Node, text: str, start: int, codes: str) -> tuple[Span, ...]:
        spans = []
        for match in re.finditer(r"[^,\s][^,]*", codes):
            first = start + match.start()
            spans.append(self._span(node, text, first, first + len(match.group().rstrip())))
        return tuple(spans)

    def _span(self, node: tree_sitter.Node, text: str, start: int, end: int) -> Span:
        base = node.start_byte
        first = base + len(text[:start].encode())
        last = base + len(text[:end].encode())
        return Span(self._view.source.from_utf8(first), self._view.source.from_utf8(last))

    def _places(self, node: tree_sitter.Node, text: str, start: int, end: int) -> tuple[Span, Span]:
        """Where the directive stands, and what to delete with it: its line if it is alone there."""
        end = start + len(text[start:end].rstrip())
        span = self._span(node, text, start, end)
        first = node.start_byte + len(text[:start].encode())
        last = node.start_byte + len(text[:end].encode())
        while first > 0 and self._utf8[first - 1 : first] in {b" ", b"\t"}:
            first -= 1
        begins_line = first == 0 or self._utf8[first - 1 : first] in {b"\n", b"\r"}
        if begins_line and end == len(text.rstrip()):
            last = _next_line(self._utf8, last)
        return span, Span(self._view.source.from_utf8(first), self._view.source.from_utf8(last))

    def _covered(self, node: tree_sitter.Node) -> tuple[Span, ...]:
        line_start = _line_start(self._utf8, node.start_byte)
        if self._utf8[line_start : node.start_byte].strip():
            return self._line_and_strings(line_start, node.start_byte)
        return self._below(node)

    def _line_and_strings(self, start: int, end: int) -> tuple[Span, ...]:
        """A comment behind code: its line, and the strings that end on it."""
        ending = [node for node in self._strings if start < node.end_byte <= end and node.start_byte < start]
        return (self._in_file(start, end), *(self._in_file(node.start_byte, node.end_byte) for node in ending))

    def _below(self, node: tree_sitter.Node) -> tuple[Span, ...]:
        """A comment on its own line: the statement below, or inside brackets the next line."""
        start = self._next_code(node.end_byte)
        if start >= len(self._utf8):
            return ()
        target = self._statement_at(start)
        if target is None:
            return (self._in_file(start, _line_end(self._utf8, start)),)
        return (self._in_file(start, self._logical_end(target)),)

    def _logical_end(self, statement: tree_sitter.Node) -> int:
        """The end of a logical line: of all statements that semicolons join, of a compound one its header."""
        end = self._header_end(statement)
        following = statement.next_sibling
        while following is not None and following.type != "comment" and not self._breaks(end, following.start_byte):
            end = self._header_end(following)
            following = following.next_sibling
        return end

    def _header_end(self, node: tree_sitter.Node) -> int:
        """Where a statement ends; of a compound one where its block begins, unless that is on the same line."""
        inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else None
        if inner is not None:
            return self._header_end(inner)
        block = next((child for child in node.children if child.type == "block"), None)
        if block is None:
            return node.end_byte
        colon = next(child for child in reversed(node.children) if child.end_byte <= block.start_byte)
        return block.start_byte if self._breaks(colon.start_byte, block.start_byte) else block.end_byte

    def _breaks(self, start: int, end: int) -> bool:
        return b"\n" in self._utf8[start:end] or b"\r" in self._utf8[start:end]

    def _next_code(self, offset: int) -> int:
        """The first byte after blank lines and comment lines."""
        position = _next_line(self._utf8, offset)
        while position < len(self._utf8):
            end = _line_end(self._utf8, position)
            line = self._utf8[position:end].strip()
            if line and not line.startswith(b"#"):
                return position + len(self._utf8[position:end]) - len(self._utf8[position:end].lstrip())
            position = _next_line(self._utf8, end)
        return position

    def _statement_at(self, offset: int) -> tree_sitter.Node | None:
        node = self._view.tree.root.descendant_for_byte_range(offset, offset + 1)
        while node is not None and node.parent is not None:
            if node.start_byte == offset and (node.parent.type in {"module", "block"} or node.type in _CLAUSES):
                return node
            if node.parent.start_byte != offset and node.parent.type not in {"module", "block"}:
                return None
            node = node.parent
        return None

    def _in_file(self, start: int, end: int) -> Span:
        return Span(self._view.source.from_utf8(start), self._view.source.from_utf8(end))


def _tail(text: str) -> tuple[str, str, str]:
    """Reason, day and owner of what follows the brackets."""
    until = owner = ""
    text = text.strip()
    while True:
        day, person = _UNTIL.match(text), _OWNER.match(text)
        if day:
            until, text = day["day"], text[day.end() :]
        elif person:
            owner, text = person["owner"], text[person.end() :]
        else:
            return text.strip(), until, owner


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _line_start(utf8: bytes, offset: int) -> int:
    return max(utf8.rfind(b"\n", 0, offset), utf8.rfind(b"\r", 0, offset)) + 1


def _line_end(utf8: bytes, offset: int) -> int:
    ends = [end for end in (utf8.find(b"\n", offset), utf8.find(b"\r", offset)) if end >= 0]
    return min(ends, default=len(utf8))


def _next_line(utf8: bytes, offset: int) -> int:
    end = _line_end(utf8, offset)
    return end + (2 if utf8[end : end + 2] == b"\r\n" else 1) if end < len(utf8) else end


def _broken(directive: Directive, problem: str) -> Directive:
    return replace(directive, codes=(), covers=(), problem=problem)
