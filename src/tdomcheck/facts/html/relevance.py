"""Whether a file can be of any concern: a look at its bytes, before any query."""

from __future__ import annotations

import tree_sitter

from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query

_LIBRARIES = (b"tdom", b"svcs", b"hopscotch", b"templatelib")
_WORDS = (*_LIBRARIES, b"inject", b"Inject", b"ontainer", b"register_", b"Resource[")
_TEMPLATE = regex(rb"[\"'](?:(?<=(?<!\w)[tT].)|(?<=(?<!\w)[tT][rR].)|(?<=(?<!\w)[rR][tT].))")
"""The quote that opens a t-string; a pattern that begins with what precedes it is five times as slow."""
_TAG = regex(rb"<[a-z]")


def concerns_domain(utf8: bytes) -> bool:
    """Whether a file can hold anything but plain definitions: a look at its bytes, before any query."""
    return any(word in utf8 for word in _WORDS) or _TEMPLATE.search(utf8) is not None or _begins_with_tag(utf8)


def names_domain(utf8: bytes, root: tree_sitter.Node) -> bool:
    """Whether a file speaks of the libraries, or holds a t-string: `'T'`, `b'\\t'` and `"don't"` only look as if."""
    if any(word in utf8 for word in _LIBRARIES):
        return True
    if _TEMPLATE.search(utf8) is None:
        return False
    opened = tree_sitter.QueryCursor(compiled_query("(string_start) @start")).captures(root).get("start", [])
    return any(b"t" in (node.text or b"").lower() for node in opened)


def _begins_with_tag(utf8: bytes) -> bool:
    """Whether some text begins with a tag: a helper that gives back HTML may not know where it goes."""
    end = -1
    for match in _TAG.finditer(utf8):
        start = match.start() - 1
        while start > end and utf8[start : start + 1].isspace():
            start -= 1
        if start > end and utf8[start : start + 1] in {b'"', b"'"}:
            return True
        end = match.start()
    return False
