"""Imports that a codemod sends to a module which the file imports from already: one statement says both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.edits.dropped_imports import without_names
from tdomcheck.edits.imports import isort_key
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit, Fix
from tdomcheck.model.changes import Remainder
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.moved_imports import MovedStatement, imported_code
from tdomcheck.rewrite.migrations.moved_uses import with_all_uses
from tdomcheck.values import replace

_SEPARATOR = regex(r",\s*")
_BETWEEN = frozenset({"import_statement", "import_from_statement", "future_import_statement", "comment", ";"})


def redirected_imports(view: ModuleView, path: str, moved: Iterable[MovedStatement]) -> Iterator[Fix | Remainder]:
    """Every import that moved, as one statement a module where that is possible, and what has to be done by hand."""
    every = sorted(moved, key=lambda one: len(one.homes))  # what goes as a whole has room for names of others
    changing = {one.statement.start_byte for one in every}
    gaining: dict[int, tuple[tree_sitter.Node, list[MovedStatement]]] = {}
    staying: dict[int, MovedStatement] = {}
    for one in every:
        host = _host(view, one, changing, staying)
        if host is not None:
            gaining.setdefault(host.start_byte, (host, []))[1].append(one)
        else:
            staying[one.place.start_byte] = one
    for one in staying.values():
        fix = one.fix or (with_all_uses(view, one) if one.statement.type == "import_statement" else None)
        host, guests = gaining.pop(one.statement.start_byte, (one.statement, []))
        if fix is None:
            yield Remainder(path, view.span(one.place), _advice(one))
        elif guests:
            yield replace(fix, edits=tuple(sorted({*fix.edits, *_joined(view, host, guests)})))
        else:
            yield fix
    for host, guests in gaining.values():
        yield Fix("Import it with the others", _joined(view, host, guests))


def _advice(one: MovedStatement) -> str:
    homes = " and ".join(f"`{home}`" for home in one.homes if home)
    if one.statement.type == "import_statement":
        return f"`{one.module}` is {homes} now, and all that is said of it changes with it"
    return f"some of these names are in {homes} now: a comment or a neighbour on the line does not say whose it is"


def _host(
    view: ModuleView, one: MovedStatement, changing: Collection[int], staying: Mapping[int, MovedStatement]
) -> tree_sitter.Node | None:
    """The import beside it that its names can join: one that nothing else changes but the module that it names."""
    homes = [home for home in one.homes if home]
    if len(homes) != 1 or not one.names or not _is_plain(view, one):
        return None
    moving = {each.statement.start_byte: next(iter(each.homes)) for each in staying.values() if len(each.homes) == 1}
    for node in _neighbours(one.statement):
        origin = node.child_by_field_name("module_name")
        own = view.text(origin) if origin is not None and node.start_byte not in changing else ""
        if moving.get(node.start_byte, own) == homes[0] and _has_room(view, node):
            return node
    return None


def _has_room(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether the names of a statement can be written anew: no star, no comment, no broken line."""
    return bool(node.children_by_field_name("name")) and not {"#", "\\"} & {*view.text(node)}


def _is_plain(view: ModuleView, one: MovedStatement) -> bool:
    """Whether no comment would be lost, and the statement has its line for itself."""
    span, source = view.span(one.statement), view.source
    first, last = source.position(span.start).line, source.position(span.end).line
    start, end = source.offset(first, 1), source.offset(last, len(source.line(last)) + 1)
    alone = source.slice(start, span.start).strip() + source.slice(span.end, end).strip()
    return not alone and "#" not in view.text(one.statement)


def _neighbours(statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The imports of the same block that nothing but imports and comments stands between."""
    for step in ("prev_sibling", "next_sibling"):
        node = getattr(statement, step)
        while node is not None and node.type in _BETWEEN:
            if node.type == "import_from_statement":
                yield node
            node = getattr(node, step)


def _joined(view: ModuleView, host: tree_sitter.Node, guests: Sequence[MovedStatement]) -> tuple[Edit, ...]:
    """The names stand in the order of isort where they did before, else behind the others."""
    names = host.children_by_field_name("name")
    own = [imported_code(view, name) for name in names]
    coming = [imported_code(view, part) for guest in guests for part in guest.names]
    said = list(dict.fromkeys([*own, *coming]))
    if own == sorted(own, key=isort_key):
        said.sort(key=isort_key)
    first, last = view.span(names[0]), view.span(names[-1])
    listed = view.source.slice(first.start, last.end)
    separator = _SEPARATOR.search(listed)
    opening = view.source.slice(view.span(host).start, first.start)
    between = separator[0] if separator is not None else "," + (opening.partition("(")[2] or " ")
    edits = [Edit(first.start, last.end, between.join(said))]
    edits += without_names(view, [(guest.statement, guest.names) for guest in guests])
    return tuple(sorted(edits))
