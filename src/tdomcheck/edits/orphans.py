"""Imports that a change leaves without a use: they go with what used them, and nothing else does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import tree_sitter

from tdomcheck.edits.dropped_imports import PRAGMA, Gone, without_names
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.offered_imports import is_offered
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.text import line_start

_IMPORTS = frozenset({"import_statement", "import_from_statement"})


def orphan_edits(before: ModuleView, after: ModuleView, offered: Collection[str] = ()) -> tuple[Edit, ...]:
    """The edits that take out of `after` the imports at its top that `before` used and nothing uses any longer.

    What is `offered` stays: other files take it from here."""
    idle = _words_outside_imports(before) - _words_outside_imports(after)
    gone: list[Gone] = []
    for statement in _top_imports(after):
        bound = [(name, _bound(after, name)) for name in statement.children_by_field_name("name")]
        gone.append((statement, [name for name, text in bound if text in idle and not is_offered(text, offered)]))
    return without_names(after, gone)


def imported_names(view: ModuleView) -> frozenset[str]:
    """What the imports at the top bind."""
    statements = _top_imports(view)
    names = (name for statement in statements for name in statement.children_by_field_name("name"))
    return frozenset(_bound(view, name) or view.text(name).rpartition(" ")[2] for name in names)


def unused_imports(
    view: ModuleView, offered: Collection[str] = ()
) -> Iterator[tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]]:
    """The imports at the top with the names of theirs that nothing in the file says, neither code nor any text.

    What is `offered` is used: other files take it from here."""
    said = _words_outside_imports(view)
    for statement in _top_imports(view):
        if PRAGMA.search(_comment_behind(view, view.span(statement).end)):
            continue
        names = statement.children_by_field_name("name")
        bound = [(name, _bound(view, name)) for name in names]
        unused = [name for name, text in bound if text and text not in said and not is_offered(text, offered)]
        if unused and not _is_for_its_effect(view, statement):
            yield statement, unused


def _is_for_its_effect(view: ModuleView, statement: tree_sitter.Node) -> bool:
    """`import shop.plugins` may well stand there for what the module does."""
    return statement.type == "import_statement" and "." in view.text(statement)


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


def _comment_behind(view: ModuleView, offset: int) -> str:
    line = view.source.line(view.source.position(offset).line)
    rest = line[view.source.position(offset).column - 1 :].strip()
    return rest if rest.startswith("#") else ""
