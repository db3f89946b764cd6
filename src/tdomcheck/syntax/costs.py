"""What the compiler is not asked, or only where it can be ended: some of what it does grows faster than the file.

As `limits`, which are about the parser and the symbol table: measured on CPython 3.11 to 3.14, and what is past one
is TDC008.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex
from tdomcheck.syntax.siblings import keywords_of_calls

_LARGE = 30_000
"""Bytes; a shorter file that is within all limits takes the compiler less than it takes to start a process."""
_SCOPES = ("function", "closure", "comprehension", "class")
_MOST_EXITS = 20_000
"""Ways out of a function, times the blocks in each other that each of them leaves: 3,700 in 19 took 0.8 s, 400 MB."""
_MOST_NESTED_BYTES = 1_000_000
"""Of functions in functions, which hand the names around them on: 15,000 names through 80 functions took 3.13 4 s."""
_MOST_SCOPES = 4_000
"""To 3.11 the hashes of functions that differ in their line alone are the same: 9,500 took it 1.4 s."""
_FINALLY_BYTES = 1_000_000
"""Source whose code the compiler writes for all copies of `finally` blocks: 20 that nest are a million."""
_SAFE_BLOCKS = 6
"""In each other: 3.12.1 crashes over a `return` in 19 `async with`, each of which is three blocks to it."""
_MOST_ARGUMENTS = 3_000
"""The compiler compares each keyword with each: 20,000 cost 2 s."""
_NESTED_COMPREHENSIONS = 15
"""CPython 3.12.1 ends with SIGSEGV where it compiles 21; its parser and symbol table do not mind."""
_MOST_BLOCKS = 1_000
"""Of a file: each is compared with each."""
_MOST_PATTERN_SQUARES = 2_000_000
"""Each name of a pattern is put below those before it: 9,500 in one `case` are 45 million instructions in 5 GB."""


def too_dear_to_compile(view: ModuleView) -> str:
    """Why a file is only parsed, or nothing."""
    if len(view.nodes["keyword"]) > _MOST_ARGUMENTS and any(
        len(names) > _MOST_ARGUMENTS for names in keywords_of_calls(view)
    ):
        return f"a call has more than {_MOST_ARGUMENTS:,} keywords"
    if _most_nested(view.nodes["comprehension"]) > _NESTED_COMPREHENSIONS:
        return f"more than {_NESTED_COMPREHENSIONS} comprehensions are in each other"
    names = _names_of_patterns(view.tree.utf8) if view.tree.is_broken or view.nodes["intricate"] else []
    if sum(count * count for count in names) > _MOST_PATTERN_SQUARES:
        return "its patterns have too many names"
    density = 1 + max(names, default=0) // 3
    is_copied = (
        _depth(_FINALLY, view.tree.utf8) > _SAFE_DEPTH
        if view.tree.is_broken
        else _copied_bytes(view) * density > _FINALLY_BYTES
    )
    if is_copied:
        return "its `finally` blocks nest so that the compiler writes their code too often"
    return ""


_CASE = regex(rb"(?m)^[ \t\f]*case\b")
_PATTERN_MARKS = regex(rb"(?P<opening>[(\[{])|(?P<closing>[)\]}])|(?P<end>[:\n])|,|\||\bas\b")


def _names_of_patterns(utf8: bytes) -> list[int]:
    """How many names each pattern may have, told by what stands between them; strings are read as code."""
    counts = []
    position = 0
    while (case := _CASE.search(utf8, position)) is not None:
        depth = count = 0
        position = case.end()
        for match in _PATTERN_MARKS.finditer(utf8, position):
            position = match.end()
            if match["opening"]:
                depth += 1
            elif match["closing"]:
                depth -= 1
            elif match["end"] is None:
                count += 1
            elif depth <= 0:
                break
        counts.append(count + 1)
    return counts


def may_be_dear(view: ModuleView) -> bool:
    """Whether the compiler may take more than a second for a file that is not known to be too much, or may crash."""
    utf8, captures = view.tree.utf8, view.nodes
    if _may_nest_deep(view):
        return True
    if len(utf8) <= _LARGE:
        return False
    leaves = len(captures["leave"]) + len(captures["jump"])
    return (
        view.tree.is_broken
        or leaves * _most_nested(captures["block"]) > _MOST_EXITS
        or sum(len(captures[group]) for group in _SCOPES) > _MOST_SCOPES
        or _nested_bytes(view) > _MOST_NESTED_BYTES
    )


def _may_nest_deep(view: ModuleView) -> bool:
    """Whether blocks are in each other in numbers that some releases write past the end of a table for."""
    nodes = [node for group in ("block", "loop", "comprehension") for node in view.nodes[group]]
    if _most_nested(sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte))) > _SAFE_BLOCKS:
        return True
    return view.tree.is_broken and _depth(_BLOCK, view.tree.utf8) > _SAFE_BLOCKS


_BLOCK = regex(rb"(?m)^(?P<indent>[ \t\f]*)(?:try|except|finally|with|for|while|async[ \t]+(?:with|for))\b")


def _nested_bytes(view: ModuleView) -> int:
    """The bytes of all functions and classes that are in functions, each as often as it is in one."""
    spans = sorted((node.start_byte, -node.end_byte) for group in _SCOPES for node in view.nodes[group])
    ends: list[int] = []
    total = 0
    for start, end in spans:
        while ends and ends[-1] <= start:
            ends.pop()
        total += -end - start if ends else 0
        ends.append(-end)
    return total


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


def _depth(blocks: re.Pattern[bytes], utf8: bytes) -> int:
    """How many blocks are in each other in a file that has no sound tree: how its lines are indented tells it."""
    indents: list[int] = []
    deepest = 0
    for match in blocks.finditer(utf8):
        indent = len(match["indent"].expandtabs())
        while indents and indents[-1] >= indent:
            indents.pop()
        indents.append(indent)
        deepest = max(deepest, len(indents))
    return deepest


_FINALLY = regex(rb"(?m)^(?P<indent>[ \t\f]*)finally\b")
_SAFE_DEPTH = 3
"""`finally` blocks in each other of which nobody notices that they are copied."""


def _copied_bytes(view: ModuleView) -> int:
    """The bytes of all `finally` blocks, each as often as it is written: where its `try` ends, where that raises,
    and at every `return`, `break` and `continue` in it, each of which may stand in the copies of another one."""
    blocks = _finally_blocks(view)
    if len(blocks) > _MOST_BLOCKS:
        return _FINALLY_BYTES + 1
    leaves = sorted(node.start_byte for group in ("leave", "jump") for node in view.nodes[group])
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
    blocks = []
    for node in view.nodes["block"]:
        last = node.named_children[-1]
        if last.type == "finally_clause":
            blocks.append((node.start_byte, last.start_byte, last.end_byte))
    return blocks
