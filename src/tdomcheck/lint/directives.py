"""Suppression comments: read from tokens, with the bytes that each one covers."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.grammar import words_in
from tdomcheck.model import Directive, Span
from tdomcheck.regex import regex
from tdomcheck.source.tree import PYTHON, compiled_query
from tdomcheck.values import replace

_DIRECTIVE = regex(r"#\s*tdomcheck:\s*(?P<verb>[\w-]*)\s*(?P<rest>[^#]*)")
_FIXIT = regex(r"#\s*lint-(?:ignore|fixme)(?::\s*|\s+)(?P<names>\w+(?:,\s*\w+)*)")
_LINE_END = regex(rb"[\r\n]")
_CLAUSES = ("elif_clause", "else_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause")
"""Parts of a statement with a header of their own."""
_BODIES = " ".join(
    ["(block) @body", *(f"({name}) @clause" for name in _CLAUSES if PYTHON.id_for_node_kind(name, True) is not None)]  # noqa: FBT003  # positional only
)
_VERBS = ("ignore", "file-ignore", "disable", "enable", "todo")


def directives_in(view: ModuleView, path: str) -> tuple[Directive, ...]:
    """Every suppression comment of a file, the malformed ones too."""
    return _Reader(view, path).read()


class _Reader:
    """Reads the comments of one file."""

    def __init__(self, view: ModuleView, path: str) -> None:
        self._view = view
        self._path = path
        self._utf8 = view.source.utf8
        query = compiled_query("(comment) @comment (string) @string")
        captures = tree_sitter.QueryCursor(query).captures(view.tree.root)
        self._comments = sorted(captures.get("comment", []), key=lambda node: node.start_byte)
        self._strings = sorted((node.end_byte, node.start_byte) for node in captures.get("string", []))
        self._ends = [match.start() for match in _LINE_END.finditer(self._utf8)]
        self._next: dict[int, int] = {}
        self._reach: dict[int, int] = {}

    def read(self) -> tuple[Directive, ...]:
        directives: list[Directive] = []
        open_blocks: dict[frozenset[str], list[int]] = {}
        for node in self._comments:
            text = self._view.text(node)
            if "tdomcheck:" not in text and "lint-" not in text:
                continue
            for verb, directive in self._parsed(node, text):
                if verb == "disable":
                    open_blocks.setdefault(frozenset(directive.codes), []).append(len(directives))
                judged = self._close(directive, open_blocks, directives) if verb == "enable" else directive
                directives.append(judged)
        for index in (index for indices in open_blocks.values() for index in indices):
            directives[index] = _broken(directives[index], "`disable` is never followed by `enable` for the same codes")
        return tuple(directives)

    def _close(
        self, enable: Directive, blocks: Mapping[frozenset[str], list[int]], directives: list[Directive]
    ) -> Directive:
        """End the block of the same codes that was opened last."""
        same = blocks.get(frozenset(enable.codes))
        if not same:
            return _broken(enable, "`enable` follows no `disable` of the same codes")
        index = same.pop()
        directives[index] = replace(directives[index], covers=(Span(directives[index].span.end, enable.span.start),))
        return replace(enable, codes=())

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
        verb, words = match["verb"], words_in(match["verb"], match["rest"], _VERBS)
        if words.problem:
            return _broken(bare, words.problem)
        start = match.start("rest") + words.codes_start
        return Directive(
            self._path,
            span,
            words.names,
            self._covers(verb, node),
            words.reason,
            words.until,
            words.owner,
            code_spans=self._code_spans(node, text, start, words.codes),
            removal=removal,
            is_todo=verb == "todo",
        )

    def _covers(self, verb: str, node: tree_sitter.Node) -> tuple[Span, ...]:
        if verb == "file-ignore":
            return (Span(0, len(self._view.source.data) + 1),)
        return self._covered(node) if verb in {"ignore", "todo"} else ()

    def _code_spans(self, node: tree_sitter.Node, text: str, start: int, codes: str) -> tuple[Span, ...]:
        spans = []
        for match in re.finditer(r"[^,\s][^,]*", codes):
            first = start + match.start()
            spans.append(self._span(node, text, first, first + len(match.group().rstrip())))
        return tuple(spans)

    def _span(self, node: tree_sitter.Node, text: str, start: int, end: int) -> Span:
        base = node.start_byte
        first = base + _size(text, start)
        last = base + _size(text, end)
        return Span(self._view.source.from_utf8(first), self._view.source.from_utf8(last))

    def _places(self, node: tree_sitter.Node, text: str, start: int, end: int) -> tuple[Span, Span]:
        """Where the directive stands, and what to delete with it: its line if it is alone there."""
        end = start + len(text[start:end].rstrip())
        span = self._span(node, text, start, end)
        first = node.start_byte + _size(text, start)
        last = node.start_byte + _size(text, end)
        while first > 0 and self._utf8[first - 1 : first] in {b" ", b"\t"}:
            first -= 1
        begins_line = first == 0 or self._utf8[first - 1 : first] in {b"\n", b"\r"}
        if begins_line and end == len(text.rstrip()):
            last = self._next_line(last)
        return span, Span(self._view.source.from_utf8(first), self._view.source.from_utf8(last))

    def _covered(self, node: tree_sitter.Node) -> tuple[Span, ...]:
        line_start = self._line_start(node.start_byte)
        if self._utf8[line_start : node.start_byte].strip():
            return self._line_and_strings(line_start, node.start_byte)
        return self._below(node)

    def _line_and_strings(self, start: int, end: int) -> tuple[Span, ...]:
        """A comment behind code: its line, and the strings that end on it."""
        first = bisect_right(self._strings, (start, len(self._utf8)))
        last = bisect_right(self._strings, (end, len(self._utf8)))
        ending = [(begin, stop) for stop, begin in self._strings[first:last] if begin < start]
        return (self._in_file(start, end), *(self._in_file(begin, stop) for begin, stop in sorted(ending)))

    def _below(self, node: tree_sitter.Node) -> tuple[Span, ...]:
        """A comment on its own line: the statement below, or inside brackets the next line."""
        start = self._next_code(node.end_byte)
        if start >= len(self._utf8):
            return ()
        if start not in self._reach:
            self._reach[start] = self._end_below(start)
        return (self._in_file(start, self._reach[start]),)

    def _end_below(self, start: int) -> int:
        """The end of the logical line at `start`: of all statements that semicolons join, of a compound one its header.

        Inside brackets, where no statement begins, it is the end of the physical line.
        """
        statement = self._statements.get(start)
        if statement is None:
            return self._line_end(start)
        siblings, index = statement
        end = self._header_end(siblings[index])
        for following in siblings[index + 1 :]:
            if following.type == "comment" or self._breaks(end, following.start_byte):
                break
            end = self._header_end(following)
        return end

    @cached_property
    def _statements(self) -> dict[int, tuple[Sequence[tree_sitter.Node], int]]:
        """Every statement and clause by its first byte: its siblings, and which of them it is.

        All at once: to ask the tree for the node at a place, its parent or its sibling walks down from the root.
        """
        captures = tree_sitter.QueryCursor(compiled_query(_BODIES)).captures(self._view.tree.root)
        statements: dict[int, tuple[Sequence[tree_sitter.Node], int]] = {}
        bodies = [self._view.tree.root, *captures.get("body", [])]
        for body in sorted(bodies, key=lambda node: (node.start_byte, -node.end_byte)):
            children = body.children
            statements.update({child.start_byte: (children, index) for index, child in enumerate(children)})
        statements.update({node.start_byte: ((node,), 0) for node in captures.get("clause", [])})
        return statements

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
        position = self._next_line(offset)
        passed: list[int] = []
        while position < len(self._utf8) and position not in self._next:
            end = self._line_end(position)
            line = self._utf8[position:end]
            code = line.lstrip()
            if code and not code.startswith(b"#"):
                self._next[position] = position + len(line) - len(code)
                break
            passed.append(position)
            position = self._next_line(end)
        place = self._next.get(position, position)
        self._next.update(dict.fromkeys(passed, place))
        return place

    def _line_start(self, offset: int) -> int:
        index = bisect_left(self._ends, offset)
        return self._ends[index - 1] + 1 if index else 0

    def _line_end(self, offset: int) -> int:
        index = bisect_left(self._ends, offset)
        return self._ends[index] if index < len(self._ends) else len(self._utf8)

    def _next_line(self, offset: int) -> int:
        end = self._line_end(offset)
        return end + (2 if self._utf8[end : end + 2] == b"\r\n" else 1) if end < len(self._utf8) else end

    def _in_file(self, start: int, end: int) -> Span:
        return Span(self._view.source.from_utf8(start), self._view.source.from_utf8(end))


def _size(text: str, end: int) -> int:
    """The bytes of a text before an index."""
    return end if text.isascii() else len(text[:end].encode())


def _broken(directive: Directive, problem: str) -> Directive:
    return replace(directive, codes=(), covers=(), problem=problem)
