"""The lines that a definition owns: its decorators, the comments that touch it, and the blank lines behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.facts.python.regions import Step
from tdomcheck.model import Edit
from tdomcheck.refactor.problems import NotMovable
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_COMMENT_ABOVE = regex(rb"(?:^|\n)([ \t]*#[^\n]*\n)\Z")
_SPECIAL = regex(rb"[ \t]*#(?:!|.*?coding[:=]|[ \t]*%%)")
_BLANK = regex(rb"(?:[ \t\f]*\r?\n)*")
_REST = regex(rb"[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)")


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of whole lines in `utf8`."""

    start: int
    end: int

    def holds(self, offset: int) -> bool:
        return self.start <= offset < self.end


def blocks_of(reading: SourceReading, bindings: Sequence[Occurrence], name: str) -> list[Passage]:
    """The statements that bind a name and nothing else, in order; raises NotMovable where one does more."""
    blocks: list[Passage] = []
    for binding in bindings:
        statement = _statement(binding.step)
        if statement is None:
            raise NotMovable(f"{reading.place(binding.start)} binds `{name}` in the midst of something else")
        block = _lines(reading, statement, name)
        if block not in blocks:
            blocks.append(block)
    return blocks


def _statement(step: Step) -> Step | None:
    """The definition or assignment whose one name a name is, where it stands by itself in its body."""
    statement = _around(step, step.outer) if step.outer is not None else None
    is_own = statement is not None and statement.outer is not None and statement.outer.node.type in _BODIES
    return statement if is_own and _is_free(statement) else None


def _around(step: Step, outer: Step) -> Step | None:
    """What binds a name by its form, wherever that stands."""
    if outer.node.type in _DEFINITIONS and step.field == "name":
        around = outer.outer
        return around if around is not None and around.node.type == "decorated_definition" else outer
    if outer.node.type in _ASSIGNMENTS and step.field == "left":
        right = outer.node.child_by_field_name("right")
        return None if right is not None and right.type == "assignment" else outer.outer
    alias = step.around("type_alias_statement")
    left = alias.node.child_by_field_name("left") if alias is not None else None
    is_name = left is not None and left.start_byte == step.node.start_byte
    return alias if is_name else None


def _is_free(statement: Step | None) -> bool:
    """Whether a body is that of the module, a class or a function, and not of a branch."""
    body = statement.outer if statement is not None else None
    if body is None or body.node.type == "module":
        return body is not None
    return body.outer is not None and body.outer.node.type in _DEFINITIONS


_DEFINITIONS = frozenset({"function_definition", "class_definition"})
_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment"})
_BODIES = frozenset({"module", "block"})


def _lines(reading: SourceReading, statement: Step, name: str) -> Passage:
    utf8, node = reading.view.tree.utf8, statement.node
    start = utf8.rfind(b"\n", 0, node.start_byte) + 1
    rest = _REST.match(utf8, node.end_byte)
    if utf8[start : node.start_byte].strip() or rest is None:
        raise NotMovable(f"{reading.place(node.start_byte)}: `{name}` shares its line with another statement")
    return Passage(_with_comments(utf8, start), rest.end())


def start_of_lines(reading: SourceReading, node: tree_sitter.Node) -> int:
    """Where the lines of a statement begin, with the comments that touch it."""
    utf8 = reading.view.tree.utf8
    return _with_comments(utf8, utf8.rfind(b"\n", 0, node.start_byte) + 1)


def _with_comments(utf8: bytes, start: int) -> int:
    """The start of the comment lines that touch a line from above; those that open the file stay with it."""
    top = start
    while match := _COMMENT_ABOVE.search(utf8, max(top - 1_000, 0), top):
        if match.start(1) == 0 and _SPECIAL.match(match[1]):
            break
        top = match.start(1)
    return start if top == 0 and start and not utf8[:start].count(b"\n\n") and _opens_file(utf8, start) else top


def _opens_file(utf8: bytes, start: int) -> bool:
    """Whether all that stands above is comments about the file: a licence is no comment of the first function."""
    return bool(re.match(rb"#.*(?:[Cc]opyright|SPDX|[Ll]icen[cs]e|!|coding[:=])", utf8[:start]))


def text_of(reading: SourceReading, blocks: Sequence[Passage], edits: Sequence[Edit] = ()) -> str:
    """The lines of some blocks, with what some edits make of them, and blank lines between those that had some."""
    utf8 = reading.view.tree.utf8
    pieces: list[str] = []
    for index, block in enumerate(blocks):
        text = _edited(reading, block, edits).replace("\r\n", "\n")
        pieces.append(text if text.endswith("\n") else text + "\n")
        following = blocks[index + 1].start if index + 1 < len(blocks) else 0
        if following and not utf8[block.end : following].strip():
            pieces.append("\n" * utf8.count(b"\n", block.end, following))
        elif following:
            pieces.append("\n\n")
    return "".join(pieces)


def _edited(reading: SourceReading, block: Passage, edits: Sequence[Edit]) -> str:
    source, data = reading.view.source, reading.view.tree.utf8
    end, pieces = block.start, list[bytes]()
    for edit in sorted(edits):
        if is_in_blocks([block], reading, edit):
            pieces += [data[end : source.to_utf8(edit.start)], edit.text.encode()]
            end = source.to_utf8(edit.end)
    return b"".join([*pieces, data[end : block.end]]).decode("utf-8", "replace")


def is_in_blocks(blocks: Sequence[Passage], reading: SourceReading, edit: Edit) -> bool:
    """Whether an edit changes lines that go with a definition."""
    return any(block.holds(reading.view.source.to_utf8(edit.start)) for block in blocks)


def removal(reading: SourceReading, block: Passage) -> Edit:
    """The edit that takes a block out, with the blank lines behind it; those before it where nothing follows."""
    utf8, source = reading.view.tree.utf8, reading.view.source
    blank = _BLANK.match(utf8, block.end)
    start, end = block.start, blank.end() if blank is not None else block.end
    if end >= len(utf8) and utf8[:start].strip():
        start = len(utf8[:start].rstrip()) + 1
        start = min(start + (utf8[start - 1 : start] == b"\r"), block.start)
    elif _dedents(utf8, block, end):
        end = block.end
    return Edit(source.from_utf8(start), source.from_utf8(end), "")


def removals(reading: SourceReading, blocks: Sequence[Passage], step: Step) -> Iterator[Edit]:
    """The edits that take some blocks of one body out; a body that is left empty gets `pass`."""
    body = empties_body(step, blocks)
    for index, block in enumerate(blocks):
        edit = removal(reading, block)
        if body is not None and index == 0:
            utf8 = reading.view.tree.utf8
            start = utf8.rfind(b"\n", 0, body.start_byte) + 1
            indent = utf8[start : body.start_byte].decode("utf-8", "replace")
            edit = Edit(reading.view.source.from_utf8(block.start), edit.end, f"{indent}pass\n")
        yield edit


def _dedents(utf8: bytes, block: Passage, end: int) -> bool:
    """Whether what follows stands further out, so that the blank lines belong to it."""
    return _indent(utf8, end) < _indent(utf8, block.start)


def _indent(utf8: bytes, start: int) -> int:
    return len(utf8[start:]) - len(utf8[start:].lstrip(b" \t")) if start < len(utf8) else 0


def empties_body(step: Step, blocks: Sequence[Passage]) -> tree_sitter.Node | None:
    """The body that some blocks leave nothing of."""
    body = step.around("block")
    if body is None:
        return None
    rest = [
        child
        for child in body.node.named_children
        if child.type != "comment" and not any(block.holds(child.start_byte) for block in blocks)
    ]
    return None if rest else body.node
