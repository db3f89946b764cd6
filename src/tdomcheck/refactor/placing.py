"""Where a definition may stand in a module: at its end, or before what uses it while the module is imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import tree_sitter

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, first_value, occurrences_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.refactor.blocks import start_of_lines
from tdomcheck.refactor.origins import Definition, absolute, dotted_import, imported_by, meaning_at
from tdomcheck.refactor.problems import NotMovable
from tdomcheck.refactor.sites import owner_text
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.source.tree import compiled_query

_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_NAMED = frozenset({"function_definition", "class_definition"})


def place_of(reading: SourceReading, name: str) -> int:
    """An offset in `utf8` at which a definition stands before whatever uses its name on import."""
    first = _first_use(reading, name)
    return start_of_lines(reading, first) if first is not None else _end_of_definitions(reading)


def bound_later(reading: SourceReading, names: Iterable[str], offset: int) -> Iterator[str]:
    """The names that a module gives a value only behind an offset."""
    for name in names:
        bindings = top_bindings(reading.view, name)
        begin = first_value(bindings)
        if bindings and (begin is None or begin > offset):
            yield name


def check_readable_there(sources: Sources, reading: SourceReading, definition: Definition, old_module: str) -> None:
    """Raise where a module reads what it is to define by anything but an import of that very name."""
    name = definition.name
    for binding in top_bindings(reading.view, name):
        imported = imported_by(reading.view, binding)
        if imported is None or absolute(sources, reading, imported.module) != old_module:
            raise _indirect(reading.place(binding.start), name)
    for each in occurrences_of(reading.view, name):
        is_attribute = each.role is NameRole.ATTRIBUTE and each.step.outer is not None
        home = meaning_at(sources, reading, owner_text(reading, each), each.step) if is_attribute else None
        imported = imported_by(reading.view, each) if each.role is NameRole.ALIASED else None
        is_renamed = imported is not None and dotted_import(sources, reading, imported) == f"{old_module}.{name}"
        if is_renamed or home == Definition(definition.path, ""):
            raise _indirect(reading.place(each.start), name)
    if any(fact.name == "*" and absolute(sources, reading, fact.module) == old_module for fact in reading.view.imports):
        raise NotMovable(
            f"{reading.path} imports `*` of `{old_module}`: import what it needs by name first. Nothing is changed"
        )


def _indirect(where: str, name: str) -> NotMovable:
    return NotMovable(
        f"{where} reads `{name}` by another name or another module, and is to define it: "
        "import it from its module, by its own name, first. Nothing is changed"
    )


def _first_use(reading: SourceReading, name: str) -> tree_sitter.Node | None:
    """The first statement that runs what says the name; what a function does counts where something says its name."""
    statements = [node for node in reading.view.tree.root.named_children if node.type not in _IMPORTS]
    pending, known = [name], {name}
    first: tree_sitter.Node | None = None
    while pending:
        for use in occurrences_of(reading.view, pending.pop()):
            statement = _statement(statements, use)
            if statement is None or use.home is None or use.home.kind is not RegionKind.MODULE:
                continue
            is_late = any(region.kind is RegionKind.FUNCTION for region in use.step.region.outwards)
            if not is_late and not _is_own_name(use) and (first is None or statement.start_byte < first.start_byte):
                first = statement
            names = set(_names_of(reading, statement)) - known if is_late else set()
            known |= names
            pending += sorted(names)
    return first


def _statement(statements: Iterable[tree_sitter.Node], use: Occurrence) -> tree_sitter.Node | None:
    return next((node for node in statements if node.start_byte <= use.start < node.end_byte), None)


def _is_own_name(use: Occurrence) -> bool:
    """Whether it is the name of a definition, or what an assignment binds: no use."""
    outer = use.step.outer
    return outer is not None and (
        (outer.node.type in _NAMED and use.step.field == "name")
        or (outer.node.type == "assignment" and use.step.field == "left")
    )


def _names_of(reading: SourceReading, statement: tree_sitter.Node) -> Iterator[str]:
    """What a statement defines."""
    node = statement.child_by_field_name("definition") or statement
    name = node.child_by_field_name("name")
    if name is not None:
        yield reading.view.text(name)
        return
    for each in tree_sitter.QueryCursor(compiled_query("(identifier) @name")).captures(node).get("name", []):
        text = reading.view.text(each)
        if any(binding.start == each.start_byte for binding in top_bindings(reading.view, text)):
            yield text


def _end_of_definitions(reading: SourceReading) -> int:
    """The end of a module, or where what it does as a script begins."""
    last = [node for node in reading.view.tree.root.named_children if node.type != "comment"]
    if last and last[-1].type == "if_statement":
        condition = last[-1].child_by_field_name("condition")
        if condition is not None and b"__name__" in (condition.text or b""):
            return last[-1].start_byte
    return len(reading.view.tree.utf8)
