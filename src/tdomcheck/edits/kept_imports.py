"""Comments that say that an import is there on purpose, though nothing uses it."""

from __future__ import annotations

from collections.abc import Collection

import tree_sitter

from tdomcheck.edits.dropped_imports import has_line_end
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.regex import regex

_UNUSED = "F401"
_NOQA = regex(r"(?i)#\s*noqa\b(?:\s*:\s*(?P<codes>[A-Z]+[0-9]*(?:[\s,]+[A-Z]+[0-9]+)*))?")
_OTHERS = regex(
    r"#\s*nopycln\b|#\s*pylint:\s*disable\s*=[^#]*(?:\bunused-import\b|\bW0611\b)"
    r"|#\s*pyright:\s*ignore(?!\s*\[)|#\s*pyright:\s*ignore\s*\[[^\]#]*\breportUnusedImport\b"
)
_OF_FILE = regex(rb"(?im)^[ \t]*#[ \t]*(?:ruff|flake8)[ \t]*:[ \t]*(?P<rest>noqa\b[^\r\n]*)")
_PYLINT_OF_FILE = regex(rb"(?m)^#[ \t]*pylint:[ \t]*disable[ \t]*=[^\r\n#]*(?:\bunused-import\b|\bW0611\b)")


def keeps_unused_imports(view: ModuleView) -> bool:
    """Whether a comment on a line of its own speaks for the whole file."""
    utf8 = view.source.utf8
    if b"noqa" not in utf8.lower() and b"pylint" not in utf8:
        return False
    if _PYLINT_OF_FILE.search(utf8) is not None:
        return True
    found = (match["rest"].decode("utf-8", "replace") for match in _OF_FILE.finditer(utf8))
    return any(_is_on_purpose(f"# {rest}") for rest in found)


def kept_names(view: ModuleView, statement: tree_sitter.Node) -> Collection[int]:
    """The numbers of the nodes of those names that a comment keeps: one beside a name, or all of them."""
    names = statement.children_by_field_name("name")
    if _is_on_purpose(_comment_behind(view, statement.end_byte)):
        return {name.id for name in names}
    kept: set[int] = set()
    for comment in statement.children:
        if comment.type != "comment" or not _is_on_purpose(view.text(comment)):
            continue
        if not has_line_end(view, statement.start_byte, comment.start_byte):
            return {name.id for name in names}
        kept |= {
            name.id
            for name in names
            if name.end_byte <= comment.start_byte and not has_line_end(view, name.end_byte, comment.start_byte)
        }
    return kept


def _is_on_purpose(comment: str) -> bool:
    noqa = _NOQA.search(comment)
    if noqa is not None:
        codes = noqa["codes"]
        if not codes or any(_UNUSED.startswith(code.upper()) for code in codes.replace(",", " ").split()):
            return True
    return _OTHERS.search(comment) is not None


def _comment_behind(view: ModuleView, end: int) -> str:
    """What is said behind a statement, also behind others on its line."""
    utf8 = view.source.utf8
    stop = min((at for at in (utf8.find(b"\n", end), utf8.find(b"\r", end)) if at >= 0), default=len(utf8))
    _, mark, text = utf8[end:stop].partition(b"#")
    return (mark + text).decode("utf-8", "replace")
