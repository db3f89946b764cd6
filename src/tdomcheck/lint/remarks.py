"""What a document says about its own code: comments to tdomcheck around a block, and what it shows as wrong."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.grammar import words_in
from tdomcheck.model import Directive, Span
from tdomcheck.regex import regex
from tdomcheck.source.documents import Remark
from tdomcheck.source.hosted import HostedText
from tdomcheck.source.text import before_on_line
from tdomcheck.source.tree import compiled_query
from tdomcheck.source.wrong import is_good_comment, is_wrong_comment, is_wrong_title

_TEXT = regex(r"tdomcheck:\s*(?P<verb>[\w-]*)\s*(?P<rest>.*)")


def remarks_in(path: str, remarks: Sequence[Remark], size: int) -> tuple[Directive, ...]:
    """The comments around the blocks of a document as suppressions."""
    return tuple(_directive(path, remark, size) for remark in remarks)


def _directive(path: str, remark: Remark, size: int) -> Directive:
    match = _TEXT.match(remark.text)
    verb, rest = (match["verb"], match["rest"]) if match else ("", "")
    words = words_in(verb, rest, ("ignore", "file-ignore"))
    length = len(remark.text.encode())
    span = Span(remark.start, remark.start + length)
    if words.problem or match is None or remark.is_moot:
        return Directive(path, span, (), (), problem=words.problem, removal=remark.line)
    covers = (Span(0, size + 1),) if verb == "file-ignore" else (remark.block,) if remark.block is not None else ()
    start = remark.start + match.start("rest") + words.codes_start
    return Directive(
        path,
        span,
        words.names,
        covers,
        words.reason,
        words.until,
        words.owner,
        code_spans=tuple(_code_spans(words.codes, start)),
        removal=remark.line,
    )


def _code_spans(codes: str, start: int) -> Iterator[Span]:
    for code in re.finditer(r"[^,\s][^,]*?(?=\s*(?:,|$))", codes):
        yield Span(start + len(codes[: code.start()].encode()), start + len(codes[: code.end()].encode()))


def expected_in(view: ModuleView, path: str) -> tuple[Directive, ...]:
    """The code that comments inside of a block call wrong."""
    source = view.source
    if not isinstance(source, HostedText):
        return ()
    query = compiled_query("(comment) @comment (function_definition body: (block) @body)")
    captures = tree_sitter.QueryCursor(query).captures(view.tree.root)
    comments = sorted(captures.get("comment", []), key=lambda node: node.start_byte)
    good = [view.span(node).start for node in comments if _is_alone(view, node) and is_good_comment(view.text(node))]
    directives = []
    for node in comments:
        text, is_alone = view.text(node), _is_alone(view, node)
        if is_alone and is_wrong_title(text):
            directives.append(_expected(view, path, node, _until_good(view, source, node, good)))
        elif not is_alone and is_wrong_comment(text):
            directives.append(_expected(view, path, node, _logical_line(view, node)))
    stubs = [node for node in captures.get("body", []) if _is_stub(view, node)]
    directives += [_expected(view, path, node, view.span(node)) for node in stubs]
    return tuple(directives)


def _expected(view: ModuleView, path: str, place: tree_sitter.Node, covers: Span) -> Directive:
    return Directive(path, view.span(place), (), (covers,), is_expected=True)


def _is_stub(view: ModuleView, body: tree_sitter.Node) -> bool:
    """Whether a function does nothing: what it would return is left out."""
    statements = [child for child in body.named_children if child.type != "comment"]
    if statements and statements[0].type == "expression_statement" and view.text(statements[0])[:1] in "\"'":
        statements = statements[1:]
    return all(view.text(node).partition("(")[0].split("#")[0].strip() in _NOTHING for node in statements)


_NOTHING = frozenset({"...", "pass", "return", "return None", "raise NotImplementedError"})


def _is_alone(view: ModuleView, comment: tree_sitter.Node) -> bool:
    return not before_on_line(view.source.utf8, comment.start_byte).strip()


def _until_good(view: ModuleView, source: HostedText, comment: tree_sitter.Node, good: Sequence[int]) -> Span:
    """From a comment on a line of its own to the one that says that it is right again, or the end of the block."""
    start = view.span(comment).start
    fence = source.fence_at(start)
    end = fence.code[1] if fence is not None else start
    index = bisect_right(good, start)
    return Span(start, min(good[index], end) if index < len(good) else end)


def _logical_line(view: ModuleView, comment: tree_sitter.Node) -> Span:
    """The statement that a comment stands behind; of a compound one the header."""
    utf8 = view.source.utf8
    code = len(utf8[: comment.start_byte].rstrip()) - 1
    node = view.tree.root.descendant_for_byte_range(code, code + 1)
    while node is not None and node.parent is not None and node.parent.type not in {"module", "block"}:
        node = node.parent
    if node is None:
        return view.span(comment)
    inner = node.child_by_field_name("definition") or node
    body = inner.child_by_field_name("body") or inner.child_by_field_name("consequence")
    span = view.span(node)
    is_header = body is not None and comment.start_byte < body.start_byte
    return Span(span.start, view.source.from_utf8(body.start_byte)) if is_header and body is not None else span
