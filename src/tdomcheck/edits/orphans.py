"""Imports that a change leaves without a use: they go with what used them, and nothing else does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter

import tree_sitter

from tdomcheck.edits.dropped_imports import Gone, without_names
from tdomcheck.edits.kept_imports import keeps_unused_imports, kept_names
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.offered_imports import is_offered
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.source.docstrings import docstrings
from tdomcheck.source.text import line_start

_IMPORTS = frozenset({"import_statement", "import_from_statement"})


def orphan_edits(before: ModuleView, after: ModuleView, offered: Collection[str] = ()) -> tuple[Edit, ...]:
    """The edits that take out of `after` the imports that `before` used and nothing uses any longer, in every scope.

    What is `offered` stays: other files take it from here."""
    idle = _words_outside_imports(before) - _words_outside_imports(after)
    gone: list[Gone] = []
    for statement in _imports(after):
        bound = [(name, bound_name(after, name)) for name in statement.children_by_field_name("name")]
        gone.append((statement, [name for name, text in bound if text in idle and not is_offered(text, offered)]))
    return without_names(after, gone)


def imported_names(view: ModuleView) -> frozenset[str]:
    """What the imports bind."""
    names = (name for statement in _imports(view) for name in statement.children_by_field_name("name"))
    return frozenset(bound_name(view, name) or view.text(name).rpartition(" ")[2] for name in names)


def unused_imports(
    view: ModuleView, offered: Collection[str] = ()
) -> Iterator[tuple[tree_sitter.Node, Sequence[tree_sitter.Node]]]:
    """The imports at the top with the names of theirs that nothing in the file says, but docstrings.

    What is `offered` is used: other files take it from here. What a comment keeps is there on purpose."""
    if keeps_unused_imports(view):
        return
    said = _words_outside_imports(view)
    for statement in _top_imports(view):
        names = statement.children_by_field_name("name")
        bound = [(name, bound_name(view, name)) for name in names]
        unused = [name for name, text in bound if text and text not in said and not is_offered(text, offered)]
        kept = kept_names(view, statement) if unused else ()
        unused = [name for name in unused if name.id not in kept]
        if unused and not _is_for_its_effect(view, statement):
            yield statement, unused


def _is_for_its_effect(view: ModuleView, statement: tree_sitter.Node) -> bool:
    """`import shop.plugins` may well stand there for what the module does."""
    return statement.type == "import_statement" and "." in view.text(statement)


_WORD = regex(r"(?<![\w.])(?<!\w')[^\W\d]\w*")
"""What stands behind a dot is an attribute of something, not what was imported; `t` is no word of `can't`."""


def _words_outside_imports(view: ModuleView) -> set[str]:
    """Every word that stands anywhere but in an import: what strings and comments name may be an annotation.

    A docstring is none, unless it shows a session, which finds the names of the module."""
    text, position = [], 0
    utf8 = view.source.utf8
    prose = (node for node in docstrings(view.tree.root) if b">>>" not in utf8[node.start_byte : node.end_byte])
    for node in sorted((*view.nodes["import"], *prose), key=attrgetter("start_byte")):
        text.append(utf8[position : node.start_byte])
        position = max(position, node.end_byte)
    text.append(utf8[position:])
    return set(_WORD.findall(b" ".join(text).decode("utf-8", "replace")))


def _imports(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Those of every scope, but for what is tried: that may stand there to fail."""
    for node in view.nodes["import"]:
        around = node.parent
        while around is not None and around.type != "try_statement":
            around = around.parent
        if node.type in _IMPORTS and around is None:
            yield node


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


def bound_name(view: ModuleView, name: tree_sitter.Node) -> str:
    """The name that a part of an import binds; empty where the part says that it is offered to others."""
    if name.type == "aliased_import":
        own, alias = name.child_by_field_name("name"), name.child_by_field_name("alias")
        text = view.text(alias) if alias is not None else ""
        return "" if own is not None and view.text(own) == text else text
    return view.text(name).partition(".")[0]
