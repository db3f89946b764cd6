"""Import statements: a name that goes, or that comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.regions import Step
from tdomcheck.model import Edit
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex

_BLANK_LINES = regex(rb"(?:[ \t]*(?:\r\n|\r|\n))*")
_REST = regex(rb"[ \t]*(?:\r?\n|\Z)")


def names_in(statement: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The parts of an import, each with its alias."""
    return statement.children_by_field_name("name")


def own_name(reading: SourceReading, name: tree_sitter.Node) -> tuple[str, str]:
    """What a part imports, and what it binds."""
    written = name.child_by_field_name("name") if name.type == "aliased_import" else name
    alias = name.child_by_field_name("alias") if name.type == "aliased_import" else None
    text = "".join(reading.view.text(written).split()) if written is not None else ""
    return text, reading.view.text(alias) if alias is not None else text


def without_names(reading: SourceReading, step: Step, gone: Sequence[tree_sitter.Node]) -> Iterator[Edit]:
    """The edits that take names out of an import, and the statement with the last of them."""
    statement = step.node
    names = names_in(statement)
    if len(gone) == len(names):
        yield whole_removal(reading, step)
        return
    for name in gone:
        yield _one_removal(reading, statement, names, name)


def _one_removal(
    reading: SourceReading, statement: tree_sitter.Node, names: list[tree_sitter.Node], gone: tree_sitter.Node
) -> Edit:
    """A name with the comma behind it; the last one with the comma before it."""
    index = names.index(gone)
    if index + 1 < len(names):
        return _edit(reading, gone.start_byte, names[index + 1].start_byte, "")
    commas = [child for child in statement.children if child.type == "," and child.start_byte < gone.start_byte]
    return _edit(reading, commas[-1].start_byte if commas else gone.start_byte, gone.end_byte, "")


def whole_removal(reading: SourceReading, step: Step) -> Edit:
    """The edit that takes a statement out, with its line; a body that is left empty gets `pass`."""
    statement, utf8 = step.node, reading.view.tree.utf8
    body = step.outer.node if step.outer is not None else statement
    if body.type == "block" and sum(child.type != "comment" for child in body.named_children) == 1:
        return _edit(reading, statement.start_byte, statement.end_byte, "pass")
    start = utf8.rfind(b"\n", 0, statement.start_byte) + 1
    rest = _REST.match(utf8, statement.end_byte)
    if utf8[start : statement.start_byte].strip() or rest is None:
        return _edit(reading, statement.start_byte, statement.end_byte, "pass")
    end = rest.end()
    if not utf8[:start].strip() and (blank := _BLANK_LINES.match(utf8, end)) is not None:
        end = blank.end()  # no file begins with an empty line
    return _edit(reading, start, end, "")


def beside(reading: SourceReading, statement: tree_sitter.Node, line: str) -> Edit:
    """Another statement behind one, on a line of its own where that has one."""
    utf8 = reading.view.tree.utf8
    start = utf8.rfind(b"\n", 0, statement.start_byte) + 1
    indent = utf8[start : statement.start_byte].decode("utf-8", "replace")
    separator = f"\n{indent}" if not indent.strip() else "; "
    return _edit(reading, statement.end_byte, statement.end_byte, separator + line)


def _edit(reading: SourceReading, start: int, end: int, text: str) -> Edit:
    source = reading.view.source
    return Edit(source.from_utf8(start), source.from_utf8(end), text)
