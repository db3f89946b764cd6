"""Documents: their code blocks, those that are Python, and the remarks to tdomcheck that stand around them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tdomcheck.errors import Unparsable
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.fences import Fence, Lines, lines_of, may_hold_python
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.markdown import indented_sessions, markdown_fences
from tdomcheck.source.restructured import restructured_fences
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_LEVELS, is_deeper_than, parse_tree
from tdomcheck.source.wrong import is_after
from tdomcheck.values import dataclass, replace

_REMARK = regex(rb"^[ \t>]*(?:<!--|%|\.\.)[ \t]*(?P<text>tdomcheck:.*?)[ \t]*(?:-->[ \t]*)?$")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment of the document's own kind that begins with `tdomcheck:`."""

    text: str
    start: int
    """Of its text, in the document."""
    line: Span
    """All of its line, with the line end."""
    block: Span | None
    """The code of the block right below it."""
    is_moot: bool = False
    """That block is not checked, so that nobody knows whether the comment is needed."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a document says about Python."""

    fences: tuple[Fence, ...]
    """Every Python block, those that are skipped too."""
    remarks: tuple[Remark, ...]


def read_document(data: bytes, path: str, *, is_indented: bool = False) -> Document:
    """The Python blocks of a document, in Markdown those that only indentation sets off on demand.

    Those that do not parse are skipped, and say why."""
    may_hold = may_hold_python(data)
    if not may_hold and b"tdomcheck:" not in data:
        return Document((), ())
    lines = lines_of(data)
    is_markdown = not path.endswith(".rst")
    blocks, prose = (markdown_fences if is_markdown else restructured_fences)(lines)
    if is_indented and is_markdown:
        blocks = sorted([*blocks, *indented_sessions(lines, prose)], key=lambda fence: fence.start)
    fences = tuple(tried(data, fence) for fence in _without_befores(lines, blocks))
    return Document(fences, _remarks(lines, prose, fences) if b"tdomcheck:" in data else ())


def _without_befores(lines: Lines, blocks: Sequence[Fence]) -> Iterator[Fence]:
    """The blocks, without those of which the next one shows what they become."""
    is_new = False
    for block, following in zip_longest(blocks, blocks[1:]):
        was_new, is_new = is_new, following is not None and _is_followed(lines, block, following)
        yield replace(block, skipped=block.skipped or _OLD) if is_new and not was_new else block


_OLD = "it is shown as old (the next block is what it becomes)"
_MOST_BETWEEN = 40


def _is_followed(lines: Lines, block: Fence, following: Fence) -> bool:
    below = bisect_left(lines.spans, (block.end, 0, 0))
    if following.line - 1 - below > _MOST_BETWEEN:
        return False
    between = [lines.text(index).decode("utf-8", "replace") for index in range(below, following.line - 1)]
    first = next((line for line in following.lines if lines.data[line.code : line.end].strip()), None)
    head = b"" if first is None else lines.data[lines.spans[following.line - 1][2] : first.code]
    is_first = first is not None and not head.strip(b" \t\r\n>")  # else the old form stands above it
    text = lines.data[first.code : first.end] if first is not None and is_first else b""
    return is_after(between, text.decode("utf-8", "replace"))


def document_text(data: bytes, document: Document) -> HostedText:
    """The blocks of a document that are checked, as one module."""
    return HostedText(data, [fence for fence in document.fences if not fence.skipped])


def tried(data: bytes, fence: Fence) -> Fence:
    """A block, skipped where it is no Python: documents leave things out."""
    if fence.skipped or not fence.lines:
        return fence if fence.skipped else replace(fence, skipped="it is empty")
    return replace(fence, skipped=_trouble(data, fence))


def _trouble(data: bytes, fence: Fence) -> str:
    try:
        source = HostedText(data, [fence])
    except UnicodeDecodeError:
        return "it is not UTF-8"
    if "\0" in source.text:
        return "it contains a NUL byte"
    tree = parse_tree(source.utf8)
    if is_deeper_than(tree.root, MOST_LEVELS):
        return f"it nests deeper than {MOST_LEVELS} levels"
    from tdomcheck.source.cst import parse_module  # imports LibCST: 0.1 s, for documents with Python only

    try:
        parse_module(source)
    except Unparsable as error:
        return f"it is no Python: {error} (line {source.host_line(error.offset)})"
    except Exception as error:  # noqa: BLE001  # LibCST raises other things on odd code; nobody promised that it is code
        return f"it is no Python: {type(error).__name__}"
    return "the grammar of tree-sitter does not know it" if tree.is_broken else ""


def _remarks(lines: Lines, prose: Sequence[int], fences: Sequence[Fence]) -> tuple[Remark, ...]:
    opens = {fence.line - 1: fence for fence in fences}
    remarks: list[Remark] = []
    below = 0
    for index in prose:
        match = _REMARK.match(lines.text(index))
        if match is None:
            continue
        start, _, stop = lines.spans[index]
        below = max(below, index + 1)  # what the remark above has skipped needs no second look
        while below < len(lines) and (not lines.text(below).strip(b" \t>") or _REMARK.match(lines.text(below))):
            below += 1
        fence = opens.get(below)
        block = Span(*fence.code) if fence is not None and fence.lines else None
        text = match["text"].decode("utf-8", "replace")
        is_moot = fence is not None and bool(fence.skipped)
        remarks.append(Remark(text, start + match.start("text"), Span(start, stop), block, is_moot))
    return tuple(remarks)


def source_of(data: bytes, path: str) -> SourceText:
    """The text of a file, whatever kind of file it is."""
    from tdomcheck.model.suffixes import is_document, is_module

    if is_document(path):
        return document_text(data, read_document(data, path))
    return SourceText(data, is_python=is_module(path))
