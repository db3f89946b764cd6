"""Python inside of something else: one text of all its blocks, whose offsets are those of the file around them."""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from tdomcheck.model import Edit, Span
from tdomcheck.regex import regex
from tdomcheck.source.fences import CodeLine, Fence
from tdomcheck.source.text import Position, SourceText

_LINE_END = regex(rb"\r\n|\r|\n")
_MORE = frozenset(" \t)]}")
"""What a line begins with that goes on with the statement above."""


class HostedText(SourceText):
    """Offsets in `utf8` count the code alone; offsets in `data` count the bytes of the host."""

    is_hosted = True

    def __init__(self, data: bytes, fences: Sequence[Fence]) -> None:
        self.data = data
        self.mark = b""
        self.encoding = "utf-8"
        self.is_utf8 = False
        self.fences = tuple(fence for fence in fences if fence.lines)
        self.is_session = bool(self.fences) and self.fences[0].is_console
        self._code: list[CodeLine] = []
        self._is_gap: list[bool] = []
        self._owners: list[Fence] = []
        self._virtual: list[int] = []
        self._utf8 = b"".join(self._pieces())
        self.text = self._utf8.decode()

    def _pieces(self) -> list[bytes]:
        """The lines of code, with an empty one wherever the host has others between them."""
        pieces: list[bytes] = []
        size = 0
        for fence in self.fences:
            for index, line in enumerate(fence.lines):
                following = fence.lines[index + 1].start if index + 1 < len(fence.lines) else -1
                piece = self.data[line.code : line.stop]
                if line.stop == line.end:  # the host ends here, without a line end
                    piece += b"\n"
                pieces.append(piece)
                size = self._add(line, size, len(piece), fence, is_gap=False)
                if following != line.stop:
                    pieces.append(b"\n")
                    gap = CodeLine(line.stop, line.stop, line.stop, line.stop)
                    size = self._add(gap, size, 1, fence, is_gap=True)
        return pieces

    def _add(self, line: CodeLine, start: int, length: int, fence: Fence, *, is_gap: bool) -> int:
        self._code.append(line)
        self._is_gap.append(is_gap)
        self._owners.append(fence)
        self._virtual.append(start)
        return start + length

    @cached_property
    def _hosts(self) -> list[int]:
        return [line.code for line in self._code]

    @cached_property
    def utf8(self) -> bytes:
        return self._utf8

    @cached_property
    def newline(self) -> str:
        ends = Counter(ending.group().decode() for ending in _LINE_END.finditer(self.data))
        return max(ends, key=lambda end: (ends[end], end == "\n")) if ends else "\n"

    def position(self, offset: int) -> Position:
        """Line and column in the code, as `offset` and `line` count them."""
        within = self.to_utf8(offset)
        line = max(bisect_right(self._virtual, within) - 1, 0)
        start = self._virtual[line] if self._virtual else 0
        return Position(line + 1, len(self._utf8[start : max(within, start)].decode("utf-8", "replace")) + 1)

    def host_line(self, offset: int) -> int:
        """The line of the host, counted from one."""
        return len(_LINE_END.findall(self.data, 0, offset)) + 1

    def offset(self, line: int, column: int) -> int:
        """Byte in the host of a line and column of the code."""
        starts = self.line_starts
        line = min(max(line, 1), len(starts))
        start = starts[line - 1]
        if line > len(self._virtual):
            return self.from_utf8(len(self._utf8))
        return self.from_utf8(self._virtual[line - 1] + len(self.text[start : start + column - 1].encode()))

    def from_utf8(self, offset: int) -> int:
        if not self._virtual:
            return 0
        index = max(bisect_right(self._virtual, offset) - 1, 0)
        line = self._code[index]
        return min(line.code + offset - self._virtual[index], line.stop)

    def to_utf8(self, offset: int) -> int:
        if not self._virtual:
            return 0
        index = self._index(offset)
        line = self._code[index]
        within = min(max(offset - line.code, 0), line.stop - line.code)
        return self._virtual[index] + within

    def _index(self, offset: int) -> int:
        """The line of code that a byte of the host belongs to: of a gap and the line behind it, the line."""
        return max(bisect_right(self._hosts, offset) - 1, 0)

    def slice(self, start: int, end: int) -> str:
        """The code between two bytes of the host, without what stands before its lines."""
        return self._utf8[self.to_utf8(start) : self.to_utf8(end)].decode("utf-8", "replace")

    def around(self, offset: int) -> HostedText:
        """The one block that a byte of the host lies in."""
        return HostedText(self.data, [fence for fence in [self.fence_at(offset)] if fence is not None])

    def fence_at(self, offset: int) -> Fence | None:
        """The block that a byte of the host lies in."""
        index = bisect_right(self._fence_starts, offset) - 1
        fence = self.fences[index] if index >= 0 else None
        return fence if fence is not None and offset <= fence.code[1] else None

    @cached_property
    def _fence_starts(self) -> list[int]:
        return [fence.code[0] for fence in self.fences]

    def holds(self, span: Span) -> bool:
        """Whether a range begins in code, and not in what stands around it."""
        if not self._code:
            return False
        index = self._index(span.start)
        line = self._code[index]
        return not self._is_gap[index] and line.code <= span.start <= line.end

    def settled(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Edits of the code as edits of the host; None where one reaches beyond its block."""
        edits_of_host = [self._settled(edit) for edit in edits]
        settled = sorted(edit for edit in edits_of_host if edit is not None)
        return tuple(settled) if len(settled) == len(edits) else None

    def _settled(self, edit: Edit) -> Edit | None:
        if not self._code:
            return None
        first, last = self._index(edit.start), self._index(edit.end)
        if not self._is_whole(first, last):
            return None
        begin, end = self._code[first], self._code[last]
        text = edit.text.replace("\r\n", "\n").replace("\r", "\n")
        if edit.start == begin.code and edit.end == end.code and (text.endswith("\n") or not text):
            if first == last and self._is_shown(first):
                first = last = first + 1
            return self._lines_settled(first, last, text) if text or first != last else edit
        if self._is_gap[last] and edit.end == end.code:
            return None  # the end of the block would join its last line
        return self._part_settled(first, last, Edit(edit.start, edit.end, text)) if "\n" in text else edit

    def _part_settled(self, first: int, last: int, edit: Edit) -> Edit:
        """What begins or ends within a line; every line that it adds gets what the block has before its lines."""
        end = self._code[last].end
        head, *inner, tail = edit.text.split("\n")
        is_new = edit.start == end and self._ends(last) and not any(line[:1] in _MORE for line in (*inner, tail))
        prefix = self._statement(last) if is_new else self._continued(first)
        inner = [line for line in inner if line or not (is_new and self._owners[last].is_console)]
        inner = [prefix + line if line else prefix.rstrip() for line in inner]
        prefix = prefix if tail or self.data[edit.end : end].strip() else prefix.rstrip()
        return Edit(edit.start, edit.end, "\n".join([head, *inner, prefix + tail]))

    def _ends(self, index: int) -> bool:
        """Whether a statement ends with a line: another prompt, or none, follows."""
        return index + 1 == len(self._code) or not self._is_inner(index + 1) or self._is_gap[index + 1]

    def _statement(self, index: int) -> str:
        """What a statement stands behind."""
        own = self._prefix(index)
        return own.replace("...", ">>>") if self._owners[index].is_console else own

    def _is_whole(self, first: int, last: int) -> bool:
        """Whether nothing but code stands between the begin of a line and that of another."""
        pairs = zip(self._code[first:last], self._code[first + 1 : last + 1], strict=True)
        return all(line.stop == following.start for line, following in pairs) and not any(self._is_gap[first:last])

    def _lines_settled(self, first: int, last: int, text: str) -> Edit | None:
        """Whole lines, each with what its block has before them."""
        is_inner = self._is_inner(first)
        if first != last and not text and self._is_inner(last) and not is_inner and not self._is_gap[last]:
            return None  # the statement would begin with a prompt of the second kind
        written = self._prompted(first, text.split("\n")[:-1])
        start, end = self._code[first].start, self._code[last].start
        if written and start == len(self.data) and not self.data.endswith((b"\n", b"\r")):
            return Edit(start, end, "\n" + "\n".join(written))
        if len(written) > (first != last) and not self._begins_line(start):
            return None  # behind the quotes of a docstring nothing tells how far in the next line stands
        return Edit(start, end, "".join(f"{line}\n" for line in written))

    def _prompted(self, first: int, lines: Sequence[str]) -> list[str]:
        lines = self._spaced(first, lines)
        prefixes = [self._prompt(first, line) if index else self._prefix(first) for index, line in enumerate(lines)]
        return [prefix + line if line else prefix.rstrip() for prefix, line in zip(prefixes, lines, strict=True)]

    def _spaced(self, first: int, lines: Sequence[str]) -> Sequence[str]:
        """New lines without the blank ones between statements of a session, where a prompt is never left alone."""
        if not self._owners[first].is_console or self._is_inner(first):
            return lines
        spaced: list[str] = []
        below = ""
        for line in reversed(lines):
            if line or below[:1] in _MORE:
                spaced.append(line)
            below = line or below
        return spaced[::-1]

    def _is_shown(self, index: int) -> bool:
        """Whether a gap is what a statement of a session shows, and another statement follows."""
        owner = self._owners[index]
        is_followed = index + 1 < len(self._code) and self._owners[index + 1] is owner
        return self._is_gap[index] and owner.is_console and is_followed

    def _begins_line(self, start: int) -> bool:
        before = self.data[:start] if start <= len(codecs.BOM_UTF8) else self.data[start - 1 : start]
        return before in {b"", codecs.BOM_UTF8, b"\n", b"\r"}

    def _prefix(self, index: int) -> str:
        """What the host has before a line of code; before a gap, what it has before the code above."""
        while index and self._is_gap[index]:
            index -= 1
        line = self._code[index]
        prefix = self.data[line.start : line.code].decode("utf-8", "replace")
        if not self._owners[index].is_console:
            return prefix if self.data[line.code : line.end].strip() else self._filled(index)
        return prefix if prefix.endswith(" ") else prefix + " "

    def _filled(self, index: int) -> str:
        """A blank line need not have the indentation of its block: the nearest other line of the block tells."""
        for near in (*range(index - 1, -1, -1), *range(index + 1, len(self._code))):
            line = self._code[near]
            if not self._is_gap[near] and self.data[line.code : line.end].strip():
                return self.data[line.start : line.code].decode("utf-8", "replace")
        return ""

    def _is_inner(self, index: int) -> bool:
        """Whether a line stands behind a prompt of the second kind."""
        return self._owners[index].is_console and self._prefix(index).rstrip().endswith("...")

    def _prompt(self, index: int, text: str) -> str:
        """What a new line stands behind: more of the statement above it, or another statement."""
        if not text or text[:1] in _MORE:
            return self._continued(index)
        line = self._code[index]
        is_blank = not self.data[line.code : line.end].strip()
        return self._statement(index) if is_blank and self._ends(index) else self._prefix(index)

    def _continued(self, index: int) -> str:
        """What stands before the second line of something that begins in a line."""
        own = self._prefix(index)
        head, mark, _ = own.rpartition(">>>")
        return f"{head}... " if self._owners[index].is_console and mark else own
