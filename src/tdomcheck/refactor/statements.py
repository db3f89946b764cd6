"""Import statements: a name that goes, or that comes from elsewhere."""

from __future__ import annotations

import tree_sitter

from tdomcheck.model import Edit
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex


def names_in(statement: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The parts of an import, each with its alias."""
    return statement.children_by_field_name("name")


def own_name(reading: SourceReading, name: tree_sitter.Node) -> tuple[str, str]:
    """What a part imports, and what it binds."""
    written = name.child_by_field_name("name") if name.type == "aliased_import" else name
    alias = name.child_by_field_name("alias") if name.type == "aliased_import" else None
    text = "".join(reading.view.text(written).split()) if written is not None else ""
    return text, reading.view.text(alias) if alias is not None else text


def beside(reading: SourceReading, statement: tree_sitter.Node, line: str) -> Edit:
    """Another statement behind one and its comment, on a line of its own where that has one."""
    utf8 = reading.view.tree.utf8
    start = utf8.rfind(b"\n", 0, statement.start_byte) + 1
    indent = utf8[start : statement.start_byte].decode("utf-8", "replace")
    separator = f"\n{indent}" if not indent.strip() else "; "
    comment = _COMMENT.match(utf8, statement.end_byte) if not indent.strip() else None
    place = reading.view.source.from_utf8(comment.end() if comment is not None else statement.end_byte)
    return Edit(place, place, separator + line)


_COMMENT = regex(rb"[ \t]*#[^\r\n]*")
