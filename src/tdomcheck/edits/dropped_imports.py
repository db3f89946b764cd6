"""Taking names out of imports: with their lines, their commas and the guards that they leave empty; comments stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once_each
from tdomcheck.model import Edit
from tdomcheck.regex import regex

_PRAGMA = regex(rb"#\s*((?i:noqa)|type:|pyright:|pylint:|isort:|ruff:|mypy:|fmt:|nopycln)")
_COMMENT = regex(rb"#[^#]*")
_REST = regex(rb"[ \t]*(#[^\r\n]*)?")
_LINE_END = regex(rb"\r\n|\r|\n|\Z")
_BLANK_LINES = regex(rb"(?:[ \t]*(?:\r\n|\r|\n))*")
_CONTINUED = b"\\ \t\f\r\n"

Gone = tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]
"""An import, and those of its names that go."""
_Range = tuple[int, int]


def without_names(view: ModuleView, gone: Sequence[Gone]) -> tuple[Edit, ...]:
    """The edits that take some names out of imports, and those imports away of which no name is left."""
    guards = emptied_guards(view, gone)
    inside = [guard.byte_range for guard in guards]
    whole = [each for each in _whole(gone) if not any(start <= each.start_byte < end for start, end in inside)]
    edits = {Edit(start, end, "") for start, end in _merged(_unlisted(view, gone))}
    edits.update(edit for guard in guards for edit in _without_lines(view, guard, guard))
    for _, body in groupby(sorted(whole, key=_start), key=_body_number):
        edits.update(_without_statements(view, list(body)))
    source = view.source
    return tuple(sorted(Edit(source.from_utf8(edit.start), source.from_utf8(edit.end), edit.text) for edit in edits))


def without_statement(view: ModuleView, statement: tree_sitter.Node) -> tuple[Edit, ...]:
    """The edits that take a statement away as they take an import of which no name is left."""
    source = view.source
    edits = _without_statements(view, [statement])
    return tuple(Edit(source.from_utf8(edit.start), source.from_utf8(edit.end), edit.text) for edit in edits)


def _whole(gone: Sequence[Gone]) -> list[tree_sitter.Node]:
    """The imports of which no name is left, each once."""
    whole = {statement.id: statement for statement, names in gone if len(names) == len(_names(statement)) > 0}
    return list(whole.values())


def _body_number(statement: tree_sitter.Node) -> int:
    return statement.parent.id if statement.parent is not None else 0


def emptied_guards(view: ModuleView, gone: Sequence[Gone]) -> list[tree_sitter.Node]:
    """Each `if TYPE_CHECKING:` that has nothing in it but imports of which nothing is left."""
    whole = {statement.id for statement in _whole(gone)}
    bodies = {statement.parent.id: statement.parent for statement, _ in gone if statement.parent is not None}
    guarded = ((body, body.parent) for body in bodies.values() if _is_guard(view, body.parent))
    return [guard for body, guard in guarded if guard and all(each.id in whole for each in _statements(body))]


def _is_guard(view: ModuleView, node: tree_sitter.Node | None) -> bool:
    if node is None:
        return False
    condition = node.child_by_field_name("condition") if node.type == "if_statement" else None
    is_alone = node.child_by_field_name("alternative") is None
    return is_alone and condition is not None and view.text(condition).rpartition(".")[2] == "TYPE_CHECKING"


def _statements(body: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [child for child in body.named_children if child.type != "comment"]


def _names(statement: tree_sitter.Node) -> list[tree_sitter.Node]:
    return statement.children_by_field_name("name")


def _start(node: tree_sitter.Node) -> int:
    return node.start_byte


def _without_statements(view: ModuleView, gone: Sequence[tree_sitter.Node]) -> Iterator[Edit]:
    """Statements of one body, which keeps a `pass` if nothing else is in it."""
    body, numbers = gone[0].parent, {each.id for each in gone}
    chains = _chains(view, body) if body is not None else {}
    is_emptied = body is not None and body.type == "block" and all(number in numbers for number in chains)
    concerned = {chain[0].id: chain for chain in (chains[each.id] for each in gone if each.id in chains)}
    for index, chain in enumerate(concerned.values()):
        if is_emptied and index == 0:
            yield Edit(chain[0].start_byte, chain[-1].end_byte, "pass")
        elif all(each.id in numbers for each in chain):
            yield from _without_lines(view, chain[0], chain[-1])
        else:
            yield from _out_of_chain(chain, numbers)


@once_each
def _chains(view: ModuleView, body: tree_sitter.Node) -> dict[int, list[tree_sitter.Node]]:
    """The statements that semicolons hold together, by the number of each; asked again and again of a long file."""
    chains: dict[int, list[tree_sitter.Node]] = {}
    chain: list[tree_sitter.Node] = []
    for each in _statements(body):
        before = each.prev_sibling
        is_behind = before is not None and before.type == ";"
        if not chain or before is None or not is_behind or has_line_end(view, before.end_byte, each.start_byte):
            chain = []
        chain.append(each)
        chains[each.id] = chain
    return chains


def _out_of_chain(chain: Sequence[tree_sitter.Node], gone: set[int]) -> Iterator[Edit]:
    """`import a; import b`: each goes with the semicolon behind it, the last ones with that before them."""
    kept = [index for index, each in enumerate(chain) if each.id not in gone]
    for index, each in enumerate(chain):
        if each.id not in gone:
            continue
        if kept and index > kept[-1]:
            yield Edit(chain[kept[-1]].end_byte, chain[-1].end_byte, "")
            return
        yield Edit(each.start_byte, chain[index + 1].start_byte, "")


def _without_lines(view: ModuleView, first: tree_sitter.Node, last: tree_sitter.Node) -> Iterator[Edit]:
    """All from one statement to another goes, with its lines; a comment that says something to people stays."""
    utf8 = view.source.utf8
    start, end = _first_line(utf8, first.start_byte), last.end_byte
    if utf8[end : end + 1] == b";":
        end += 1
    rest = _REST.match(utf8, end)
    if utf8[start : first.start_byte].strip(_CONTINUED) or rest is None or not _LINE_END.match(utf8, rest.end()):
        yield Edit(first.start_byte, last.end_byte, "pass")
    elif (words := _words_for_readers(rest)) is not None:
        yield Edit(first.start_byte, words, "")
    else:
        yield Edit(*_whole_lines(utf8, start, rest.end()), "")


def _words_for_readers(rest: re.Match[bytes]) -> int | None:
    """Where a comment begins to speak to people; what it says to tools before that goes with what they were told of."""
    comments = _COMMENT.finditer(rest[1] or b"")
    return next((rest.start(1) + each.start() for each in comments if not _PRAGMA.match(each[0])), None)


def _whole_lines(utf8: bytes, start: int, end: int) -> _Range:
    """With the line end, and an empty line if one stands before and behind: one is enough for both."""
    ending = _LINE_END.match(utf8, end)
    stop = ending.end() if ending is not None else end
    mark = ending[0] if ending is not None and ending[0] else b"\n"
    if not utf8[:start].strip():  # no file begins with an empty line
        blank = _BLANK_LINES.match(utf8, stop)
        return start, blank.end() if blank is not None else stop
    is_apart = utf8[:start].endswith(mark * 2) and utf8[stop:].startswith(mark)
    return start - len(mark) if is_apart else start, stop


def _unlisted(view: ModuleView, gone: Sequence[Gone]) -> Iterator[_Range]:
    for statement, names in gone:
        if names and len(names) < len(_names(statement)):
            yield from _without_some(view, _names(statement), {name.id for name in names})


def _without_some(view: ModuleView, names: Sequence[tree_sitter.Node], gone: set[int]) -> Iterator[_Range]:
    """Some of the names of an import, each with the comma behind it, the last ones with the comma before them."""
    kept = max(index for index, name in enumerate(names) if name.id not in gone)
    for index, name in enumerate(names):
        if name.id in gone and index < kept:
            yield _plain(view, name, name.start_byte, names[index + 1].start_byte)
        elif name.id in gone:
            yield _plain(view, name, names[kept].end_byte, names[-1].end_byte)


def _plain(view: ModuleView, name: tree_sitter.Node, start: int, end: int) -> _Range:
    has_comment = b"#" in view.source.utf8[start:end]
    return _beside_comments(view.source.utf8, name) if has_comment else (start, end)


def _beside_comments(utf8: bytes, name: tree_sitter.Node) -> _Range:
    """A name of a list in parentheses: its line if there is no more on it, but for what others say there."""
    comma = name.next_sibling
    end = comma.end_byte if comma is not None and comma.type == "," else name.end_byte
    start, rest = _line_start(utf8, name.start_byte), _REST.match(utf8, end)
    ends_line = rest is not None and _LINE_END.match(utf8, rest.end()) is not None
    before = name.prev_sibling
    if rest is None or not ends_line:
        follows = name.next_named_sibling
        return name.start_byte, follows.start_byte if follows is not None else end
    if utf8[start : name.start_byte].strip():
        return before.end_byte if before is not None else name.start_byte, end
    words = _words_for_readers(rest)
    if words is not None:
        return name.start_byte, words
    ending = _LINE_END.match(utf8, rest.end())
    return start, ending.end() if ending is not None else rest.end()


def has_line_end(view: ModuleView, start: int, end: int) -> bool:
    """Whether a line ends between two offsets; `start_point` of a node is not asked, as tree-sitter 0.26 counts its
    references wrong."""
    between = view.source.utf8[start:end]
    return b"\n" in between or b"\r" in between


def _line_start(utf8: bytes, offset: int) -> int:
    return max(utf8.rfind(b"\n", 0, offset), utf8.rfind(b"\r", 0, offset)) + 1


def _first_line(utf8: bytes, offset: int) -> int:
    """Where the line of a statement begins, or those above it that are a backslash and nothing else."""
    start = _line_start(utf8, offset)
    while start:
        end = start - (2 if utf8.endswith(b"\r\n", 0, start) else 1)
        above = _line_start(utf8, end)
        if utf8[above:end].strip() != b"\\":
            break
        start = above
    return start


def _merged(ranges: Iterable[_Range]) -> Iterator[_Range]:
    last: _Range | None = None
    for start, end in sorted(ranges):
        if last is not None and start <= last[1]:
            last = last[0], max(end, last[1])
            continue
        if last is not None:
            yield last
        last = start, end
    if last is not None:
        yield last
