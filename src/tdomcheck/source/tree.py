"""The tree-sitter parse, with the syntax that its grammar does not know masked at equal length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.source.grammar import grammar
from tdomcheck.values import dataclass

PYTHON = tree_sitter.Language(grammar())


@lru_cache(maxsize=256)
def compiled_query(text: str) -> tree_sitter.Query:
    """Kept for the life of the process: to compile one costs half a millisecond to five, more than most files."""
    return tree_sitter.Query(PYTHON, text)


_LONE_RETURN = regex(rb"\r(?!\n)")
"""A line end to Python, not to the grammar: a comment would reach to the end of the file."""
_LAZY = regex(rb"(?m)((?:^|[:;])[ \t\f]*)lazy([ \t]+)(import|from)\b")
_TYPE_PARAMETERS = regex(rb"\b(?:def|class|type)[ \t]+\w+[ \t]*\[")
_OPENERS, _CLOSERS = b"([{", b")]}"


@dataclass(frozen=True, slots=True)
class ParsedTree:
    """A tree over `utf8`; offsets are the same in the text that was really parsed."""

    root: tree_sitter.Node
    utf8: bytes
    is_broken: bool
    """tree-sitter saw an error; LibCST decides whether it is one."""
    excess: str = ""
    """Why the tree is left empty, if it is: nothing can walk what was parsed in linear time."""

    def text(self, node: tree_sitter.Node) -> str:
        return self.utf8[node.start_byte : node.end_byte].decode("utf-8", "replace")


def parse_tree(utf8: bytes) -> ParsedTree:
    """Parse, and where the grammar stumbles once more with newer syntax masked."""
    lines = _LONE_RETURN.sub(b"\n", utf8) if b"\r" in utf8 else utf8
    if lines.count(b"#") > _MOST_COMMENTS:
        lines = _COMMENTS.sub(_blank_comments, lines)
    excess = _too_dear(lines)
    root = tree_sitter.Parser(PYTHON).parse(b"" if excess else lines).root_node
    excess = excess or _excess(root)
    if excess:
        return ParsedTree(tree_sitter.Parser(PYTHON).parse(b"").root_node, utf8, is_broken=True, excess=excess)
    if not root.has_error:
        return ParsedTree(root, utf8, is_broken=False)
    masked = _mask_type_defaults(_LAZY.sub(_reorder_lazy, lines))
    if masked != lines:
        again = tree_sitter.Parser(PYTHON).parse(masked).root_node
        if not again.has_error:
            return ParsedTree(again, utf8, is_broken=False)
    return ParsedTree(root, utf8, is_broken=True)


_MOST_COMMENTS = 1_000
"""Lines of comments in a row that are parsed: at each of them tree-sitter looks for the end of all, 25 s for 200 KB."""
_COMMENTS = regex(rb"(?m)(?:^[ \t\f]*+(?:#[^\n]*+)?\n){%d,}+" % _MOST_COMMENTS)
_COMMENT = regex(rb"#(?![^\n]*(?:tdomcheck:|lint-(?:ignore|fixme)))[^\n]*")
_DIRECTIVE = regex(rb"#[^\n]*\n")
_MOST_OPEN = 2_000
"""Brackets that are never closed, on as many lines: at each tree-sitter goes on with all of them, 20 s for 200 KB."""
_MOST_CONTINUED = 100
"""Lines in a row with nothing but a backslash: at each tree-sitter reads all that follow, 10 s for 56 KB, and hears no
interrupt while it does. A file of 2 MB with nothing but rows of a hundred takes it 2 s; people write rows of one.
"""
_CONTINUED = regex(rb"(?:\\\r?\n[ \t\f\r\n]*+){2,}+")
_LONG_LINE = 20_000
_KEYWORDS = regex(
    rb"(?:\b(?:if|elif|else|for|while|with|def|class|import|from|return|del|try|raise|assert|except)\b[ \t]*+){300}"
)
"""No code has even ten; on a line of 200 KB they take tree-sitter 8 s."""
_QUIET = regex(rb"\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*")


def _blank_comments(run: re.Match[bytes]) -> bytes:
    """A long run of comments with nothing in it but those that tell us something, at equal length."""
    return _COMMENT.sub(lambda comment: b" " * len(comment.group()), run.group())


def _too_dear(lines: bytes) -> str:
    """Why tree-sitter is not asked to parse a text, or nothing."""
    runs = _COMMENTS.finditer(lines) if lines.count(b"#") > _MOST_COMMENTS else ()
    if any(sum(1 for _ in _DIRECTIVE.finditer(run.group())) > _MOST_COMMENTS for run in runs):
        return f"more than {_MOST_COMMENTS:,} comments follow each other"
    is_long = lines.count(b"\n") > _MOST_OPEN
    if is_long and _open_brackets(lines) > _MOST_OPEN and _open_brackets(_QUIET.sub(b"", lines)) > _MOST_OPEN:
        return f"more than {_MOST_OPEN:,} brackets are never closed"
    if any(run.group().count(b"\\") > _MOST_CONTINUED for run in _CONTINUED.finditer(lines)):
        return f"more than {_MOST_CONTINUED:,} lines with nothing but a backslash follow each other"
    if len(lines) > _LONG_LINE and any(_KEYWORDS.search(line) for line in lines.split(b"\n") if len(line) > _LONG_LINE):
        return "hundreds of keywords follow each other"
    return ""


def _open_brackets(lines: bytes) -> int:
    """How many more brackets open than close."""
    return sum(lines.count(opener) - lines.count(closer) for opener, closer in _PAIRS)


_PAIRS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))


_MOST_IN_ROW = 20_000
"""Levels that tree-sitter follows, and marks without a name that it steps over.

Its queries count levels in 16 bits, and look from each child for the next one that has a name: 60,000 `[*` in each
other, or 100,000 `(` side by side, cost them 10 s.
"""


def _excess(root: tree_sitter.Node) -> str:
    """Why no query is asked of a tree, or nothing."""
    if root.descendant_count <= _MOST_IN_ROW:
        return ""
    if is_deeper_than(root, _MOST_IN_ROW):
        return f"the code nests deeper than {_MOST_IN_ROW:,} levels"
    if _has_long_row(root):
        return f"more than {_MOST_IN_ROW:,} brackets or dots are side by side"
    return ""


def _has_long_row(root: tree_sitter.Node) -> bool:
    """Whether many children without a name follow each other, as they do in errors and in front of relative imports."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        cursor = node.walk()
        is_suspect = node.child_count > _MOST_IN_ROW and (node.has_error or node.type == "import_prefix")
        row = 0
        has_more = cursor.goto_first_child()
        while has_more:
            child = cursor.node
            if child is not None and child.descendant_count > _MOST_IN_ROW:
                waiting.append(child)
            row = 0 if child is None or child.is_named else row + 1
            if is_suspect and row > _MOST_IN_ROW:
                return True
            has_more = cursor.goto_next_sibling()
    return False


def _reorder_lazy(match: re.Match[bytes]) -> bytes:
    """`lazy import x` becomes `import      x`: the names keep their offsets."""
    indent, gap, keyword = match.groups()
    return indent + keyword + b" " * (len(b"lazy") + len(gap))


def _mask_type_defaults(utf8: bytes) -> bytes:
    """Blank the defaults of type parameters (PEP 696), which only their own header can hold."""
    masked = bytearray(utf8)
    for match in _TYPE_PARAMETERS.finditer(utf8):
        for start, end in _type_defaults(utf8, match.end()):
            masked[start:end] = b" " * (end - start)
    return bytes(masked)


def _type_defaults(utf8: bytes, start: int) -> Iterator[tuple[int, int]]:
    depth, begun = 1, -1
    for index in range(start, min(len(utf8), start + 2_000)):
        byte = utf8[index : index + 1]
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        if begun >= 0 and (depth == 0 or (depth == 1 and byte == b",")):
            yield begun, index
            begun = -1
        elif depth == 1 and byte == b"=" and begun < 0:
            begun = index
        if depth == 0:
            return


MOST_LEVELS = 200
"""Nesting past which no rule looks at a file of the domain. People write forty levels, generators of tables ninety;
what asks of every node what stands around it takes time with the square of the depth."""

MOST_NODES = 100_000
"""Nodes of the tree past which no rule looks at a file of the domain. Twelve thousand lines that people write have as
many, and so have 150 KB of nothing but names and commas, which keep the rules busy for seconds."""
MOST_OPENINGS = 5_000
"""Angle brackets past which no rule looks at a file of the domain: a tag begins with one, and a page has hundreds."""


def is_deeper_than(root: tree_sitter.Node, limit: int, chains: frozenset[str] = frozenset()) -> bool:
    """Whether any node nests deeper than `limit`; walks with a cursor, so no depth can hurt.

    No tree is deeper than it has nodes, so only large subtrees are walked: a fiftieth of a parse. Of the types in
    `chains` the children are flat here, and each in the one before it elsewhere.
    """
    cursor = root.walk()
    depth = 0
    while True:
        node = cursor.node
        if node is not None and depth + node.descendant_count > limit and cursor.goto_first_child():
            depth += 1
            if depth > limit or (chains and node.child_count > limit and node.type in chains):
                return True
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
            depth -= 1


def first_error(root: tree_sitter.Node) -> tree_sitter.Node | None:
    """The first place where the grammar stumbled, in document order."""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is None or node.is_error or node.is_missing:
            return node
        if node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return None


def unwrapped(node: tree_sitter.Node) -> tree_sitter.Node:
    """An expression without the parentheses around it."""
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def enclosing(node: tree_sitter.Node, *types: str) -> tree_sitter.Node | None:
    """The nearest node of some types that a node stands in."""
    around = node.parent
    while around is not None and around.type not in types:
        around = around.parent
    return around
