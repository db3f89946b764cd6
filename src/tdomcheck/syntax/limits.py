"""What is not asked of the interpreter: input of a kilobyte that costs it minutes or gigabytes, or ends the process.

Each limit is measured on CPython 3.11 to 3.14 and far above what people write; what is past one is TDC008.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterator

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex
from tdomcheck.source.tree import is_deeper_than

DEPTH_LIMIT = 1_000
"""Levels of the tree. From 2,000 on the symbol table of 3.11 raises RecursionError, from 3,000 on the others."""
_DEEP = 60
"""Levels past which brackets are counted: nobody has so many by hand."""
_NESTED_BRACKETS = 30
_NESTED_BYTES = 20_000
"""The parser tries each bracket in several ways and remembers all: 80 KB in 90 brackets cost half a gigabyte."""
_BRACKETS = regex(rb"[(\[{}\])]")
_LARGE = 30_000
"""Bytes; a shorter file has no room for what follows."""
_SHARED_NAMES = 15_000_000
"""Every scope in a function takes a copy of the names around it: 10,000 lambdas below 10,000 names cost 4 s."""
_BYTES_PER_NAME = 8
_MOST_DOTS = 1_000
"""Of a name that is imported, each piece of which is joined to all before it: 100,000 take 3.11 6 GB."""
_REPEATED_BYTES = 50_000_000
"""The name of a class is part of the names in it: 47 KB of it in 9,500 methods are 450 MB."""
_PIECES = 500_000_000
"""CPython 3.11 measures the whole f-string for each of its fields: 40,000 in one of 120 KB cost 1 s."""


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
    reason = _too_long(view)
    if reason:
        return reason
    if sys.version_info < (3, 12) and len(utf8) > _LARGE and utf8.count(b"{") * len(utf8) > _PIECES:
        return _long_strings(utf8)
    return ""


def _too_long(view: ModuleView) -> str:
    """Which name or list of names is longer than any that people write, if one is."""
    utf8 = view.tree.utf8
    if _has_long_import(view):
        return f"the name of a module has more than {_MOST_DOTS:,} dots"
    has_parameters = sys.version_info >= (3, 12) and len(utf8) > _MOST_PARAMETER_BYTES
    if has_parameters and not all(_ends_soon(utf8, start) for start in _type_parameters(view)):
        return f"type parameters take more than {_MOST_PARAMETER_BYTES:,} bytes"
    if _has_long_line(utf8) and _repeated_bytes(utf8) > _REPEATED_BYTES:
        return "the name of a class is too long"
    return ""


_DOTTED = regex(rb"\b(?:[\w\x80-\xff]+[ \t\\\r\n]*\.[ \t\\\r\n]*){%d}" % _MOST_DOTS)


def _has_long_import(view: ModuleView) -> bool:
    utf8 = view.tree.utf8
    if utf8.count(b".") <= _MOST_DOTS:
        return False
    if view.tree.is_broken:
        return _DOTTED.search(utf8) is not None
    spans = [(node.start_byte, node.end_byte) for node in view.nodes["import"]]
    return any(end - start > 2 * _MOST_DOTS and _DOTTED.search(utf8, start, end) for start, end in spans)


_ALIAS = regex(rb"type[ \t]+[\w\x80-\xff]+[ \t]*\[")
_TYPE_PARAMETERS = regex(rb"(?:def|class|type)[ \t]+[\w\x80-\xff]+[ \t]*\[")
_MOST_PARAMETER_BYTES = 20_000
"""Each bound is a scope that knows all other parameters: of 8,000 in 80 KB 3.12 takes 3 s, 3.14 5 s."""


def _type_parameters(view: ModuleView) -> Iterator[int]:
    """Where type parameters begin that may be many: to look at each short definition costs 0.2 of a parse."""
    for match in (_TYPE_PARAMETERS if view.tree.is_broken else _ALIAS).finditer(view.tree.utf8):
        yield match.end()
    for group in ("function", "class"):
        for node in view.nodes[group]:
            if node.end_byte - node.start_byte > _MOST_PARAMETER_BYTES:
                parameters = node.child_by_field_name("type_parameters")
                if parameters is not None:
                    yield parameters.start_byte + 1


def _ends_soon(utf8: bytes, start: int) -> bool:
    depth = 1
    for match in _BRACKETS.finditer(utf8, start, start + _MOST_PARAMETER_BYTES):
        depth += 1 if match.group() in b"([{" else -1
        if not depth:
            return True
    return len(utf8) - start < _MOST_PARAMETER_BYTES


_LONG_LINE = 1_000
_LONG_NAME = regex(rb"(?:class|def)[ \t\\\r\n]+([\w\x80-\xff]{%d,})" % _LONG_LINE)
_NAMED_IN_FULL = (b"__", b"def", b"class", b"lambda", b"for")


def _has_long_line(utf8: bytes) -> bool:
    """Whether some line has more than so many bytes; of others only one in so many bytes is looked at."""
    position = 0
    while position + _LONG_LINE < len(utf8):
        end = utf8.rfind(b"\n", position, position + _LONG_LINE + 1)
        if end < 0:
            return True
        position = end + 1
    return False


def _repeated_bytes(utf8: bytes) -> int:
    """How much a long name of a class comes to in the names of all that is in it."""
    longest = max((len(name) for name in _LONG_NAME.findall(utf8)), default=0)
    return longest and longest * sum(utf8.count(word) for word in _NAMED_IN_FULL)


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


_SCOPES = ("function", "closure", "comprehension", "class")


def _shared_names(view: ModuleView) -> int:
    """How many names the symbol table copies, at most."""
    captures = view.nodes
    starts = sorted(node.start_byte for group in _SCOPES for node in captures[group])
    total = 0
    for node in captures["function"]:
        inner = bisect_left(starts, node.end_byte) - bisect_left(starts, node.start_byte) - 1
        total += inner * (node.end_byte - node.start_byte) // _BYTES_PER_NAME
    return total


_LONG = regex(rb"""[fFtT][rR]?("{3}|'{3}|"|')(?:(?!\1)[^\\]|\\.)*+\1""", re.DOTALL)


def _long_strings(utf8: bytes) -> str:
    """Why the interpreter is not asked about f-strings, each of which it measures for each of its fields."""
    work = sum(match.group().count(b"{") * len(match.group()) for match in _LONG.finditer(utf8))
    return "an f-string has too many fields" if work > _PIECES else ""
