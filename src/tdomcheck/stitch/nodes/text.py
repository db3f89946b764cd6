"""The lines of a file, and the comments that touch its nodes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.regex import regex

_PREFIX = regex(rb"[ \t\f]*")
_LINE_END = regex(rb"\r\n|\r|\n")


class Text:
    """Bytes with their lines and comments."""

    def __init__(self, utf8: bytes, comments: Mapping[int, int]) -> None:
        self.utf8 = utf8
        self.comments = comments
        """The end of each comment by its start."""

    @cached_property
    def _comment_ends(self) -> Mapping[int, int]:
        return {end: start for start, end in self.comments.items()}

    @cached_property
    def _comment_starts(self) -> Sequence[int]:
        return sorted(self.comments)

    @cached_property
    def line_starts(self) -> Sequence[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.utf8))]

    @cached_property
    def _prefixes(self) -> dict[int, bytes]:
        return {}

    def line(self, offset: int) -> int:
        """The number of the line of an offset, from one."""
        return bisect_right(self.line_starts, offset)

    def line_start(self, offset: int) -> int:
        return self.line_starts[bisect_right(self.line_starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Where the text of a line ends, before its line end."""
        end = self.behind_line(offset)
        end -= self.utf8[end - 1 : end] in {b"\n", b"\r"} and end > offset
        return end - (self.utf8[end - 1 : end + 1] == b"\r\n" and end > offset)

    def behind_line(self, offset: int) -> int:
        """Where the next line begins."""
        index = bisect_right(self.line_starts, offset)
        return self.line_starts[index] if index < len(self.line_starts) else len(self.utf8)

    def prefix(self, offset: int) -> bytes:
        """The white space that a line begins with."""
        start = self.line_start(offset)
        if start not in self._prefixes:
            match = _PREFIX.match(self.utf8, start)
            self._prefixes[start] = match.group() if match else b""
        return self._prefixes[start]

    def indentation(self, offset: int) -> str:
        """The same behind a form feed, where Python counts anew."""
        return self.prefix(offset).rpartition(b"\f")[2].decode()

    def begins_line(self, offset: int) -> bool:
        """Whether nothing but white space stands before an offset on its line."""
        return offset - self.line_start(offset) <= len(self.prefix(offset))

    def comment_above(self, offset: int) -> int:
        """Where a comment begins that fills the lines right above one, as far in as this; -1 for none."""
        start = self.line_start(offset)
        if start == 0:
            return -1
        above = self.line_start(start - 1)
        end = above + len(self.utf8[above:start].rstrip())
        begin = self._comment_ends.get(end, -1)
        is_touching = begin >= 0 and self.begins_line(begin) and self.indentation(begin) == self.indentation(offset)
        return begin if is_touching else -1

    def comment_behind(self, end: int) -> int:
        """Where the last comment ends that follows on the same line; `end` where code follows, or nothing."""
        line_end = self.line_end(end)
        place = end
        while True:
            place += len(self.utf8[place:line_end]) - len(self.utf8[place:line_end].lstrip(b" \t;"))
            if place >= line_end:
                return end
            if place not in self.comments:
                return end
            place = end = self.comments[place]
            line_end = self.line_end(end)

    def is_code_behind(self, end: int) -> bool:
        """Whether more than comments and `;` follow on the line."""
        last = self.comment_behind(end)
        return bool(self.utf8[last : self.line_end(last)].strip(b" \t\f;,"))

    def next_comment(self, offset: int) -> tuple[int, int] | None:
        """The comment that is the next thing at all."""
        index = bisect_left(self._comment_starts, offset)
        if index == len(self._comment_starts):
            return None
        start = self._comment_starts[index]
        return (start, self.comments[start]) if not self.utf8[offset:start].strip() else None


def column(prefix: str | bytes) -> int:
    """How far in a line begins, as Python counts tabs."""
    return len(prefix.expandtabs(8))


def comments_of(root: tree_sitter.Node, types: frozenset[str]) -> dict[int, int]:
    """The end of every comment by its start."""
    comments: dict[int, int] = {}
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is not None and node.type in types:
            returns = (node.text or b"").endswith(b"\r")  # of a line that ends with CRLF
            comments[node.start_byte] = node.end_byte - returns
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return comments
