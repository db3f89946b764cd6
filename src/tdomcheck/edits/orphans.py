"""Imports that a change leaves without a use: they go with what used them, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.text import line_start

_PRAGMA = regex(r"#\s*(noqa|type:|pyright:|pylint:|isort:|ruff:|mypy:|fmt:|nopycln)")
_IMPORTS = frozenset({"import_statement", "import_from_statement"})


def orphan_edits(before: ModuleView, after: ModuleView) -> tuple[Edit, ...]:
    """The edits that take out of `after` the imports at its top that `before` used and nothing uses any longer."""
    used = _words_outside_imports(before)
    left = _words_outside_imports(after)
    edits: list[Edit] = []
    for statement in _top_imports(after):
        names = statement.children_by_field_name("name")
        gone = [name for name in names if _bound(after, name) in used and _bound(after, name) not in left]
        edits += without_names(after, statement, gone)
    return tuple(sorted(edits))


def unused_imports(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]]:
    """The imports at the top with the names of theirs that nothing in the file says, neither code nor any text."""
    said = _words_outside_imports(view)
    for statement in _top_imports(view):
        if _PRAGMA.search(_comment_behind(view, view.span(statement).end)):
            continue
        names = statement.children_by_field_name("name")
        unused = [name for name in names if _bound(view, name) and _bound(view, name) not in said]
        if unused and not _is_for_its_effect(view, statement):
            yield statement, unused


def _is_for_its_effect(view: ModuleView, statement: tree_sitter.Node) -> bool:
    """`import shop.plugins` may well stand there for what the module does."""
    return statement.type == "import_statement" and "." in view.text(statement)


def without_names(view: ModuleView, statement: tree_sitter.Node, gone: Sequence[tree_sitter.Node]) -> tuple[Edit, ...]:
    """The edits that take some names out of an import, or all of it where no other is left."""
    if not gone:
        return ()
    names = statement.children_by_field_name("name")
    if len(gone) == len(names):
        return tuple(_without(view, statement))
    listed = [name.start_byte for name in gone]
    is_last = names[-1].start_byte in listed
    edits = {_unlisted(view, name) for name in gone if not (is_last and name == names[-1])}
    if is_last:
        # What is last goes with the comma before it, and so does all that goes right before.
        first = len(names) - 1
        while names[first - 1].start_byte in listed:
            first -= 1
            edits.discard(_unlisted(view, names[first]))
        edits.add(Edit(view.span(names[first - 1]).end, view.span(names[-1]).end, ""))
    return tuple(sorted(edits))


_WORD = regex(r"[^\W\d]\w*")


def _words_outside_imports(view: ModuleView) -> set[str]:
    """Every word that stands anywhere but in an import: what strings and comments name may be an annotation."""
    text, position = [], 0
    utf8 = view.source.utf8
    for node in view.nodes["import"]:
        text.append(utf8[position : node.start_byte])
        position = max(position, node.end_byte)
    text.append(utf8[position:])
    return set(_WORD.findall(b" ".join(text).decode("utf-8", "replace")))


def _top_imports(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Those at the top of the file, and those for type checkers alone."""
    for node in view.tree.root.children:
        if node.type in _IMPORTS:
            yield node
        elif node.type == "if_statement" and _is_for_checkers(view, node):
            body = node.child_by_field_name("consequence")
            yield from (child for child in (body.children if body is not None else ()) if child.type in _IMPORTS)


def end_of_checked_imports(view: ModuleView) -> tuple[int, str] | None:
    """Where the last import ends that stands below `if TYPE_CHECKING:`, with its indentation; None without one."""
    for node in view.tree.root.children:
        body = node.child_by_field_name("consequence") if node.type == "if_statement" else None
        imports = [child for child in body.children if child.type in _IMPORTS] if body is not None else []
        if imports and _is_for_checkers(view, node):
            last = view.span(imports[-1])
            data = view.source.data
            return last.end, data[line_start(data, last.start) : last.start].decode("ascii", "replace")
    return None


def _is_for_checkers(view: ModuleView, node: tree_sitter.Node) -> bool:
    condition = node.child_by_field_name("condition")
    return condition is not None and view.text(condition).rpartition(".")[2] == "TYPE_CHECKING"


def _bound(view: ModuleView, name: tree_sitter.Node) -> str:
    """The name that a part of an import binds; empty where the part says that it is offered to others."""
    if name.type == "aliased_import":
        own, alias = name.child_by_field_name("name"), name.child_by_field_name("alias")
        text = view.text(alias) if alias is not None else ""
        return "" if own is not None and view.text(own) == text else text
    return view.text(name).partition(".")[0]


def _without(view: ModuleView, statement: tree_sitter.Node) -> Iterator[Edit]:
    """A whole statement goes, with its line; a comment that says something to people stays."""
    parent = statement.parent
    if parent is not None and parent.type == "block" and parent.named_child_count == 1:
        guard = parent.parent
        if guard is not None and guard.child_by_field_name("alternative") is None:
            yield from _line_of(view, guard)
        else:
            span = view.span(statement)
            yield Edit(span.start, span.end, "pass")
        return
    yield from _line_of(view, statement)


def _line_of(view: ModuleView, node: tree_sitter.Node) -> Iterator[Edit]:
    span, data = view.span(node), view.source.data
    start, end = span.start, span.end
    follows = node.next_sibling
    begin = max(line_start(data, start), len(view.source.mark))
    is_alone = not data[begin:start].strip()
    if follows is not None and follows.type == ";":
        yield Edit(start, view.span(follows.next_sibling or follows).start, "")
        return
    if not is_alone:
        yield Edit(start, end, "pass")
        return
    comment = _comment_behind(view, end)
    if comment and not _PRAGMA.match(comment):
        yield Edit(start, view.source.data.index(comment.encode(view.source.encoding), end), "")
        return
    stop = end
    while stop < len(data) and data[stop : stop + 1] not in {b"\n", b"\r"}:
        stop += 1
    stop = _line_end(data, stop)
    begin = _without_blank_line(data, begin, stop)
    if not data[len(view.source.mark) : begin].strip():  # no file begins with an empty line
        while data[stop : stop + 1] in {b"\n", b"\r"}:
            stop = _line_end(data, stop)
    yield Edit(begin, stop, "")


def _without_blank_line(data: bytes, begin: int, stop: int) -> int:
    """Where a line begins, with the empty line before it if there is another behind it: one is enough for both."""
    rest = data[begin:stop]
    ending = b"\r\n" if rest.endswith(b"\r\n") else b"\n"
    is_apart = data[:begin].endswith(ending * 2) and data[stop:].startswith(ending)
    return begin - len(ending) if is_apart else begin


def _line_end(data: bytes, offset: int) -> int:
    if data[offset : offset + 2] == b"\r\n":
        return offset + 2
    return min(offset + 1, len(data))


def _comment_behind(view: ModuleView, offset: int) -> str:
    line = view.source.line(view.source.position(offset).line)
    rest = line[view.source.position(offset).column - 1 :].strip()
    return rest if rest.startswith("#") else ""


def _unlisted(view: ModuleView, name: tree_sitter.Node) -> Edit:
    """One of several names goes, with the comma behind it and the space up to the next."""
    comma = name.next_sibling
    end = view.span(comma).end if comma is not None and comma.type == "," else view.span(name).end
    behind = name.next_named_sibling
    if behind is not None and behind.type != "comment":
        end = view.span(behind).start
    return Edit(view.span(name).start, end, "")
