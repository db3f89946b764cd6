"""What is not asked of the interpreter: input of a kilobyte that costs it minutes or gigabytes, or ends the process.

Each limit is measured on CPython 3.11 to 3.14 and far above what people write; what is past one is TDC008.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.module import ModuleView
from tdomcheck.source.tree import is_deeper_than
from tdomcheck.syntax.siblings import keywords_of_calls

DEPTH_LIMIT = 1_000
"""Levels of the tree. From 2,000 on the symbol table of 3.11 raises RecursionError, from 3,000 on the others."""
_DEEP = 60
"""Levels past which brackets are counted: nobody has so many by hand."""
_NESTED_BRACKETS = 30
_NESTED_BYTES = 20_000
"""The parser tries each bracket in several ways and remembers all: 80 KB in 90 brackets cost half a gigabyte."""
_BRACKETS = re.compile(rb"[(\[{}\])]")
_LARGE = 30_000
"""Bytes; a shorter file has no room for what follows."""
_SHARED_NAMES = 50_000_000
"""Every scope in a function takes a copy of the names around it: 10,000 lambdas below 10,000 names cost 4 s."""
_BYTES_PER_NAME = 8
_PIECES = 500_000_000
"""CPython 3.11 measures the whole f-string for each of its fields: 40,000 in one of 120 KB cost 1 s."""
_LONG_NAME = 20_000
"""Bytes of a dotted name in an import: the parser copies it for each of its dots, 26 s where it has 100,000."""
_FINALLY_BYTES = 2_000_000
"""Source whose code the compiler writes for all copies of `finally` blocks: 20 that nest are a million."""
_MOST_ARGUMENTS = 3_000
"""The compiler compares each keyword with each: 20,000 cost 2 s."""
_NESTED_COMPREHENSIONS = 15
"""CPython 3.12.1 ends with SIGSEGV where it compiles 21; its parser and symbol table do not mind."""
_MOST_BLOCKS = 1_000
"""Of a file: each is compared with each."""


def too_dear(view: ModuleView) -> str:
    """Why the interpreter is not asked to parse a file, or nothing."""
    if view.tree.excess:
        return view.tree.excess
    root, utf8 = view.tree.root, view.tree.utf8
    if is_deeper_than(root, _DEEP):
        if is_deeper_than(root, DEPTH_LIMIT):
            return f"the code nests deeper than {DEPTH_LIMIT:,} levels"
        if _bytes_in_brackets(utf8) > _NESTED_BYTES:
            return f"more than {_NESTED_BYTES:,} bytes stand in more than {_NESTED_BRACKETS} brackets"
    if len(utf8) > _LARGE and _shared_names(view) > _SHARED_NAMES:
        return "a function holds too many names and too many functions that may use them"
    if any(_is_long_name(node) for node in view.captures["import"]):
        return f"an import names a module with more than {_LONG_NAME:,} letters"
    if sys.version_info < (3, 12) and len(utf8) > _LARGE and utf8.count(b"{") * len(utf8) > _PIECES:
        return _long_strings(utf8)
    return ""


def _is_long_name(statement: tree_sitter.Node) -> bool:
    """Whether something that an import names is long; an import of many names is not."""
    if statement.end_byte - statement.start_byte <= _LONG_NAME:
        return False
    return any(node.end_byte - node.start_byte > _LONG_NAME for node in statement.named_children)


def _bytes_in_brackets(utf8: bytes) -> int:
    """How much of a file is deep in brackets, those in strings counted too."""
    depth = total = begun = 0
    for match in _BRACKETS.finditer(utf8):
        if match.group() in b"([{":
            depth += 1
            if depth == _NESTED_BRACKETS:
                begun = match.start()
        else:
            if depth == _NESTED_BRACKETS:
                total += match.start() - begun
            depth = max(depth - 1, 0)
    return total + (len(utf8) - begun if depth >= _NESTED_BRACKETS else 0)


def _shared_names(view: ModuleView) -> int:
    """How many names the symbol table copies, at most."""
    captures = view.captures
    groups = ("function", "closure", "class", "comprehension")
    starts = sorted(node.start_byte for group in groups for node in captures[group])
    total = 0
    for node in captures["function"]:
        inner = bisect_left(starts, node.end_byte) - bisect_left(starts, node.start_byte) - 1
        total += inner * (node.end_byte - node.start_byte) // _BYTES_PER_NAME
    return total


_LONG = re.compile(rb"""[fFtT][rR]?("{3}|'{3}|"|')(?:(?!\1)[^\\]|\\.)*+\1""", re.DOTALL)


def _long_strings(utf8: bytes) -> str:
    """Why the interpreter is not asked about f-strings, each of which it measures for each of its fields."""
    work = sum(match.group().count(b"{") * len(match.group()) for match in _LONG.finditer(utf8))
    return "an f-string has too many fields" if work > _PIECES else ""


def too_dear_to_compile(view: ModuleView) -> str:
    """Why a file is only parsed, or nothing."""
    if len(view.captures["keyword"]) > _MOST_ARGUMENTS and any(
        len(names) > _MOST_ARGUMENTS for names in keywords_of_calls(view)
    ):
        return f"a call has more than {_MOST_ARGUMENTS:,} keywords"
    if _most_nested(view.captures["comprehension"]) > _NESTED_COMPREHENSIONS:
        return f"more than {_NESTED_COMPREHENSIONS} comprehensions are in each other"
    if _is_deep_text(view.tree.utf8) if view.tree.is_broken else _copied_bytes(view) > _FINALLY_BYTES:
        return "its `finally` blocks nest so that the compiler writes their code too often"
    return ""


def _most_nested(nodes: Sequence[tree_sitter.Node]) -> int:
    """How many of some nodes, in order, are in each other at most."""
    ends: list[int] = []
    deepest = 0
    for node in nodes:
        while ends and ends[-1] <= node.start_byte:
            ends.pop()
        ends.append(node.end_byte)
        deepest = max(deepest, len(ends))
    return deepest


def _is_deep_text(utf8: bytes) -> bool:
    """The same of a file that has no sound tree: how its lines are indented tells what is in what, at most."""
    indents: list[int] = []
    deepest = 0
    for match in _FINALLY.finditer(utf8):
        indent = len(match["indent"].expandtabs())
        while indents and indents[-1] >= indent:
            indents.pop()
        indents.append(indent)
        deepest = max(deepest, len(indents))
    return deepest > _SAFE_DEPTH


_FINALLY = re.compile(rb"(?m)^(?P<indent>[ \t\f]*)finally\b")
_SAFE_DEPTH = 3
"""`finally` blocks in each other of which nobody notices that they are copied."""


def _copied_bytes(view: ModuleView) -> int:
    """The bytes of all `finally` blocks, each as often as it is written: where its `try` ends, where that raises,
    and at every `return`, `break` and `continue` in it, each of which may stand in the copies of another one."""
    blocks = _finally_blocks(view)
    if len(blocks) > _MOST_BLOCKS:
        return _FINALLY_BYTES + 1
    leaves = sorted(node.start_byte for group in ("leave", "jump") for node in view.captures[group])
    copies: list[tuple[int, int, int]] = []
    for begin, start, end in sorted(blocks, key=lambda block: block[2] - block[0]):
        ways = 2 + bisect_left(leaves, start) - bisect_left(leaves, begin)
        for first, last, count in copies:
            if begin <= first and last <= start:
                ways += (bisect_left(leaves, last) - bisect_left(leaves, first)) * count
        copies = [
            (first, last, count * ways if start <= first and last <= end else count) for first, last, count in copies
        ]
        copies.append((start, end, ways))
    return sum((last - first) * count for first, last, count in copies)


def _finally_blocks(view: ModuleView) -> list[tuple[int, int, int]]:
    """Where each `try` with a `finally` begins, and from where to where that reaches."""
    found = []
    for node in view.captures["block"]:
        last = node.named_children[-1]
        if last.type == "finally_clause":
            found.append((node.start_byte, last.start_byte, last.end_byte))
    return found
