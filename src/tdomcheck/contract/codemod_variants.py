"""Traps for codemods, made of their examples: the same code as others write it, and what must come of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class CodemodVariant:
    """An example as others write it."""

    trap: str
    before: bytes
    after: bytes | None = None
    """What must come of it; None: what every result owes, and nothing more."""
    verbatim: str = ""
    """A piece that must come through as it is."""


Variants = Callable[[str, str], Iterator[CodemodVariant]]
_IMPORT = regex(r"^(?:import|from)\b.*?(?:\([^)]*\))?[^\n]*\n", re.MULTILINE)
_MULTILINE = ('"""', "'''", "\\\n")


def variants_of(before: str, after: str) -> Iterator[CodemodVariant]:
    """Every trap that can be made of an example."""
    for make in (_bytes, _layout, _nested, _around, _imports, _calls):
        yield from make(before, after)


def _bytes(before: str, after: str) -> Iterator[CodemodVariant]:
    yield CodemodVariant("CRLF", _crlf(before), _crlf(after))
    yield CodemodVariant("byte order mark", b"\xef\xbb\xbf" + before.encode(), b"\xef\xbb\xbf" + after.encode())
    if before.isascii() and after.isascii():
        cookie = b"# coding: latin-1\n# \xe9\n"  # a comment: imports of `__future__` come first
        yield CodemodVariant("latin-1 cookie", cookie + before.encode())
    yield CodemodVariant("no final newline", before.rstrip("\n").encode(), after.rstrip("\n").encode())


def _crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def _layout(before: str, after: str) -> Iterator[CodemodVariant]:
    if any(mark in before for mark in _MULTILINE):
        return
    if re.search(r"^    ", before, re.MULTILINE):
        yield CodemodVariant("tabs", _tabbed(before).encode(), _tabbed(after).encode())
    yield CodemodVariant("form feed", f"{before}\f\nlast = 1\n".encode(), f"{after}\f\nlast = 1\n".encode())
    commented = re.sub(r"^(?=\S)(?![)\]}])", "# a word to readers\n", before, flags=re.MULTILINE)
    yield CodemodVariant("comments above", commented.encode())
    behind = re.sub(r"(?<=[^\s,(\[{\\:])\n", "  # a word to readers\n", before)
    yield CodemodVariant("comments behind", behind.encode())


def _tabbed(text: str) -> str:
    return re.sub(r"^(?: {4})+", lambda match: "\t" * (len(match[0]) // 4), text, flags=re.MULTILINE)


_FRAMES = (
    ("def outer():\n", "in a function"),
    ("async def outer():\n", "in an async function"),
    ("if condition:\n", "below a condition"),
    ("for item in items:\n", "in a loop"),
    ("try:\n", "in a try"),
    ("match subject:\n    case _:\n", "in a match"),
    ("while (line := read()):\n", "behind a walrus"),
    ("class Outer:\n", "in a class"),
)


def _nested(before: str, _: str) -> Iterator[CodemodVariant]:
    """All but the imports one level deeper, and the imports themselves below a condition."""
    if any(mark in before for mark in _MULTILINE):
        return
    imports = "".join(_IMPORT.findall(before))
    rest = _IMPORT.sub("", before).strip("\n")
    if rest:
        for head, trap in _FRAMES:
            depth = "        " if "\n    " in head else "    "
            end = "finally:\n    pass\n" if head == "try:\n" else ""
            yield CodemodVariant(trap, f"{imports}\n{head}{_indented(rest, depth)}\n{end}".encode())
    for statement in _IMPORT.findall(before):
        guarded = f"if condition:\n{_indented(statement.rstrip(), '    ')}\n"
        yield CodemodVariant("the only statement of a block", before.replace(statement, guarded, 1).encode())
        if "\n" not in statement.rstrip("\n"):
            yield CodemodVariant(
                "a one-line suite", before.replace(statement, f"if condition: {statement}", 1).encode()
            )
            yield CodemodVariant(
                "two on a line", before.replace(statement, f"{statement.rstrip()}; x = 1\n", 1).encode()
            )


def _indented(text: str, by: str) -> str:
    return "\n".join(f"{by}{line}" if line.strip() else line for line in text.split("\n"))


def _around(before: str, after: str) -> Iterator[CodemodVariant]:
    """What stands beside the code and looks like it: names that are hidden, words in strings and comments."""
    lines = [line for line in before.split("\n") if line.strip()]
    quoted = "".join(f"# {line}\n" for line in lines)
    yield CodemodVariant("the code in comments", f"{before}\n\n{quoted}".encode(), verbatim=quoted)
    text = "note = [\n" + "".join(f"    {line!r},\n" for line in lines) + "]\n"
    yield CodemodVariant("the code in strings", f"{before}\n\n{text}".encode(), verbatim=text)
    for name in sorted(_bound(before)):
        shadow = f"def shadowing({name}):\n    {name}.of_another = {name}\n    return {name}\n"
        yield CodemodVariant("a name that is hidden", f"{before}\n\n{shadow}".encode(), verbatim=shadow)
        yield CodemodVariant("a name that is bound anew", f"{before}\n\n{name} = None\n".encode())
        yield CodemodVariant("a bare reference", f"{before}\n\nbare = {name}\n".encode())
        yield CodemodVariant("a name that is deleted", f"{before}\n\ndel {name}\n".encode())
    below = re.sub(r"^from __future__ .*\n", "", before, flags=re.MULTILINE)  # Python wants it above everything
    yield CodemodVariant("a file half converted", f"{after}\n\n{below}".encode())


def _bound(text: str) -> set[str]:
    view = ModuleView(SourceText(text.encode()))
    return {fact.alias for fact in view.imports if fact.alias.isidentifier() and fact.is_top_level}


def _imports(before: str, _: str) -> Iterator[CodemodVariant]:
    """The same names by other ways: other names, stars, brackets over several lines."""
    view = ModuleView(SourceText(before.encode())).closely
    for fact in view.imports:
        if not fact.is_top_level or not fact.alias.isidentifier() or fact.module == "__future__":
            continue
        statement = before.encode()[fact.start : fact.end].decode()
        renamed = f"renamed_{fact.alias}"
        old = f"import {fact.module}" if not fact.name else f"from {fact.module} import {fact.name}"
        if statement in {old, f"{old} as {fact.alias}"} and "." not in fact.alias:
            edits = [(node.start_byte, node.end_byte) for node in view.readers.get(fact.alias, ())]
            text = _replaced(before, [edit for edit in edits if edit[0] >= fact.end], renamed)
            if fact.name or "." not in fact.module:
                yield CodemodVariant("an alias", text.replace(statement, f"{old} as {renamed}", 1).encode())
        if fact.name and statement == old:
            star = before.replace(statement, f"from {fact.module} import *", 1)
            yield CodemodVariant("a star import", star.encode())
            several = before.replace(statement, f"from {fact.module} import (\n    {fact.name},  # why\n)", 1)
            yield CodemodVariant("an import over several lines", several.encode())


def _replaced(text: str, places: list[tuple[int, int]], by: str) -> str:
    data = text.encode()
    for start, end in sorted(places, reverse=True):
        data = data[:start] + by.encode() + data[end:]
    return data.decode()


def _calls(before: str, _: str) -> Iterator[CodemodVariant]:
    """Arguments as others write them, one call at a time."""
    view = ModuleView(SourceText(before.encode())).closely
    for node in view.nodes["call"]:
        listed = node.child_by_field_name("arguments")
        if listed is None or listed.type != "argument_list":
            continue
        inner = before.encode()[listed.start_byte + 1 : listed.end_byte - 1].decode()
        for trap, text in _arguments(inner):
            edit = Edit(listed.start_byte + 1, listed.end_byte - 1, text)
            data = before.encode()
            yield CodemodVariant(trap, data[: edit.start] + edit.text.encode() + data[edit.end :])


def _arguments(inner: str) -> Iterator[tuple[str, str]]:
    bare = inner.rstrip().removesuffix(",")
    if not inner.strip():
        yield "a comment inside of ()", "\n    # nothing\n"
        yield "** that may hold anything", "**options"
        return
    yield "a trailing comma", f"{bare},"
    yield "no trailing comma", bare
    yield "** that may hold anything", f"{bare}, **options"
    yield "a line for each argument", f"\n    {bare},  # why\n"
    if "=" not in bare and "*" not in bare and "," not in bare:
        yield "brackets around an argument", f"({bare})"
