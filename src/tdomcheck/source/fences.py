"""Where a document holds Python: its code blocks, each with the lines of code and what stands before them."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_LINE = regex(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_MAY_HOLD = regex(rb"(?i)(?:```|~~~|:::)[ \t]*\{?[ \t]*\.?(?:py|code|sourcecode|test|doctest)|::[ \t]*(?:py|\r|\n)|>>>")
"""Every code block that is looked for holds this: most documents are done after one search."""
_MOST_ABOVE = 200
PROMPT = regex(rb"(?P<indent>[ \t]*(?:>[ \t]+)*)(?P<mark>>>>|\.\.\.)(?:[ ]|(?=[\r\n])|\Z)")


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of code in a document; all are offsets in its bytes."""

    start: int
    """Of the line itself."""
    code: int
    """Behind indentation, quote marks and prompt."""
    end: int
    """Of the code, without the line end."""
    stop: int
    """Behind the line end."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code."""

    line: int
    """Where it opens, counted from one."""
    language: str
    start: int
    end: int
    lines: tuple[CodeLine, ...]
    is_console: bool = False
    """Its lines begin with prompts."""
    skipped: str = ""
    """Why it is not looked at."""

    @property
    def code(self) -> tuple[int, int]:
        """The bytes from its first line to its last."""
        return (self.lines[0].start, self.lines[-1].stop) if self.lines else (self.end, self.end)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a document."""

    data: bytes
    spans: Sequence[tuple[int, int, int]]
    """Start, end without the line end, end with it."""

    def __len__(self) -> int:
        return len(self.spans)

    def text(self, index: int) -> bytes:
        start, end, _ = self.spans[index]
        return self.data[start:end]

    def above(self, index: int) -> list[str]:
        """What stands before a line, as far as that may say something of it."""
        return [self.text(line).decode("utf-8", "replace") for line in range(max(index - _MOST_ABOVE, 0), index)]

    def code(self, index: int, width: int) -> CodeLine:
        start, end, stop = self.spans[index]
        return CodeLine(start, min(start + width, end), end, stop)


def lines_of(data: bytes) -> Lines:
    """A mark of the byte order at the very start is no part of the first line."""
    spans = []
    for match in _LINE.finditer(data, len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0):
        if match.start() < match.end():
            content = match.group().rstrip(b"\r\n")
            spans.append((match.start(), match.start() + len(content), match.end()))
    return Lines(data, spans)


def may_hold_python(data: bytes) -> bool:
    """Whether a document is worth reading line by line."""
    return _MAY_HOLD.search(data) is not None


def is_prompt(line: bytes) -> bool:
    prompt = PROMPT.match(line)
    return prompt is not None and prompt["mark"] == b">>>"


def body_lines(lines: Lines, indices: Sequence[int], lead: bytes) -> tuple[CodeLine, ...]:
    """The lines of a block without what its first line stands behind, and without what all are indented by."""
    widths = [_lead_width(lines.text(index), lead) for index in indices]
    bodies = [lines.text(index)[width:] for index, width in zip(indices, widths, strict=True)]
    filled = [body for body in bodies if body.strip()]
    indents = {body[: len(body) - len(body.lstrip(b" \t"))] for body in filled}
    common = min((len(indent) for indent in indents), default=0)
    if len({indent[:common] for indent in indents}) > 1:  # tabs and spaces
        common = 0
    code = [lines.code(index, width + common) for index, width in zip(indices, widths, strict=True)]
    while code and not lines.data[code[-1].code : code[-1].end].strip():
        code.pop()
    while code and not lines.data[code[0].code : code[0].end].strip():
        del code[0]
    return tuple(code)


def _lead_width(line: bytes, lead: bytes) -> int:
    """How much of a line is the indentation and the quote marks of its block."""
    place = 0
    for letter in lead:
        here = line[place : place + 1]
        if letter == ord(">"):
            skipped = len(line[place:]) - len(line[place:].lstrip(b" "))
            if line[place + skipped : place + skipped + 1] != b">":
                return place
            place += skipped + 1
        elif here in {b" ", b"\t"}:
            place += 1
    return place


def sessions(lines: Lines, indices: Sequence[int], language: str) -> Iterator[Fence]:
    """The sessions at a prompt in running text: a blank line ends one, output does not."""
    group: list[int] = []
    indent: bytes | None = None
    for index in (*indices, -1):
        text = lines.text(index) if index >= 0 else b""
        prompt = PROMPT.match(text)
        begins = prompt is not None and prompt["mark"] == b">>>"
        is_blank = prompt is None and not text.strip(b" \t>")
        if group and (is_blank or (begins and prompt is not None and prompt["indent"] != indent)):
            yield session(lines, group, group[0] + 1, language)
            group = []
        if begins and prompt is not None:
            indent = prompt["indent"]
        if group or begins:
            group.append(index)


def loose_sessions(lines: Lines, prose: Sequence[int]) -> list[Fence]:
    """The sessions in literal blocks and between paragraphs, among the lines that are in no block of code."""
    groups: list[list[int]] = []
    for index in prose:
        if groups and groups[-1][-1] == index - 1:
            groups[-1].append(index)
        else:
            groups.append([index])
    return [fence for group in groups for fence in sessions(lines, group, "doctest")]


def session(lines: Lines, indices: Sequence[int], line: int, language: str) -> Fence:
    """What is typed at the prompts of some lines, but for what is shown to raise."""
    typed: list[CodeLine] = []
    example = 0
    is_open = False
    for index in indices:
        prompt = PROMPT.match(lines.text(index))
        if prompt is not None and prompt["mark"] == b">>>":
            example, is_open = len(typed), True
        elif prompt is None:
            if is_open and lines.text(index).strip().startswith(b"Traceback (most recent call last)"):
                del typed[example:]
            is_open = False
        if prompt is not None and is_open:
            typed.append(lines.code(index, prompt.end()))
    first, last = lines.spans[indices[0]], lines.spans[indices[-1]]
    return Fence(line, language, first[0], last[2], tuple(typed), is_console=True)
