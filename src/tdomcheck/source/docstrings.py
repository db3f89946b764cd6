"""The docstrings of a module, and the sessions at a prompt in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.source.documents import tried
from tdomcheck.source.fences import Fence, Lines, lines_of, sessions
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.markdown import judged
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import replace

_DOMAIN = regex(rb"(?i)tdom|svcs|hopscotch")
_DOCSTRINGS = """
(module . (comment)* . (expression_statement (string) @docstring))
(class_definition body: (block . (comment)* . (expression_statement (string) @docstring)))
(function_definition body: (block . (comment)* . (expression_statement (string) @docstring)))
"""


def docstrings(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The docstrings of a module, in document order."""
    captures = tree_sitter.QueryCursor(compiled_query(_DOCSTRINGS)).captures(root)
    return sorted(captures.get("docstring", []), key=lambda node: node.start_byte)


def docstring_fences(source: SourceText, root: tree_sitter.Node, *, of_any: bool = False) -> tuple[Fence, ...]:
    """Every session in a docstring, those that are skipped too; of files that may concern us, or `of_any`."""
    data = source.data
    if b">>> " not in data or not source.is_utf8 or not (of_any or _DOMAIN.search(data)):
        return ()
    fences: list[Fence] = []
    lines = lines_of(data)
    starts = [span[0] for span in lines.spans]
    for node in docstrings(root):
        if b">>> " in (node.text or b""):
            fences += _sessions(lines, starts, node, len(source.mark))
    return tuple(tried(data, fence) for fence in fences)


def _sessions(lines: Lines, starts: Sequence[int], node: tree_sitter.Node, shift: int) -> Iterator[Fence]:
    opening, closing = node.children[0], node.children[-1]
    first, last = opening.end_byte + shift, closing.start_byte + shift
    is_raw = b"r" in (opening.text or b"").lower()
    # Not from `node.start_point`: tree-sitter 0.26 counts its references wrong, and takes the process down.
    rows = range(bisect_right(starts, first) - 1, bisect_right(starts, last))
    spans = list(lines.spans)
    spans[rows.start : rows.stop] = [_cut(span, first, last) for span in spans[rows.start : rows.stop]]
    cut = Lines(lines.data, spans)
    for fence in sessions(cut, rows, "doctest"):
        above = [cut.text(row).decode("utf-8", "replace") for row in rows if row < fence.line - 1]
        code = b"".join(lines.data[line.code : line.end] for line in fence.lines)
        reason = "" if is_raw or b"\\" not in code else "it has backslashes, and its docstring is not raw"
        yield replace(judged(cut, fence, above, reason))


def _cut(span: tuple[int, int, int], first: int, last: int) -> tuple[int, int, int]:
    """A line without what lies outside of the quotes."""
    start, end, stop = span
    return min(max(start, first), last), max(min(end, last), first), max(min(stop, last), first)


def docstring_text(data: bytes, fences: Sequence[Fence]) -> HostedText:
    """The sessions that are checked, as one module."""
    return HostedText(data, [fence for fence in fences if not fence.skipped])
