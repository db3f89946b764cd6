"""The imports at the top of a module: those that come with a definition, and those that go with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.edits.imports import import_edits
from tdomcheck.facts.python.occurrences import BINDING, Occurrence, homes_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.model import Edit, ImportRequest
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.refactor.statements import beside, names_in, whole_removal, without_names
from tdomcheck.regex import regex

_GUARD = "TYPE_CHECKING"
_FUTURE = regex(r"\w+")


def futures(reading: SourceReading) -> list[ImportRequest]:
    """What a module imports from `__future__`."""
    texts = (reading.view.text(node).partition("import")[2] for node in reading.view.nodes["future"])
    return [ImportRequest("__future__", name) for text in texts for name in _FUTURE.findall(text)]


def imports_into(
    reading: SourceReading, requests: Sequence[ImportRequest], for_types: Sequence[ImportRequest]
) -> list[Edit]:
    """The edits by which a module has some names, and others for type checkers alone."""
    if not for_types:
        return list(import_edits(reading.view, requests))
    guard = _guard_of(reading)
    if guard is not None:
        lines = [beside(reading, guard, each.statement) for each in for_types]
        return [*import_edits(reading.view, requests), *_joined(lines)]
    wanted = [*requests, ImportRequest("typing", _GUARD)]
    if not reading.view.nodes["future"]:
        wanted.append(ImportRequest("__future__", "annotations"))
    text = f"\nif {_GUARD}:\n" + "".join(f"    {each.statement}\n" for each in for_types)
    edits = list(import_edits(reading.view, wanted))
    place = max([_end_of_imports(reading), *(edit.start for edit in edits)])
    here = [edit for edit in edits if edit.start == edit.end == place]
    others = [edit for edit in edits if edit not in here]
    return [*others, Edit(place, place, "".join(edit.text for edit in here).rstrip("\n") + "\n" * bool(here) + text)]


def _joined(lines: Sequence[Edit]) -> list[Edit]:
    """Insertions at one place as one, in their order."""
    return [Edit(lines[0].start, lines[0].end, "".join(line.text for line in lines))]


def _guard_of(reading: SourceReading) -> tree_sitter.Node | None:
    """The last statement below `if TYPE_CHECKING` of a module."""
    for node in reading.view.tree.root.named_children:
        condition = node.child_by_field_name("condition") if node.type == "if_statement" else None
        if condition is not None and (condition.text or b"").endswith(_GUARD.encode()):
            body = node.child_by_field_name("consequence")
            inner = [child for child in body.named_children if child.type != "comment"] if body is not None else []
            return inner[-1] if inner else None
    return None


def _end_of_imports(reading: SourceReading) -> int:
    """The line behind the last import that opens the module; the start where there is none."""
    utf8, end = reading.view.tree.utf8, 0
    for node in reading.view.tree.root.named_children:
        if node.type in _IMPORTS:
            end = utf8.find(b"\n", node.end_byte) + 1 or len(utf8)
        elif node.type in {"function_definition", "class_definition", "decorated_definition"}:
            break
    return reading.view.source.from_utf8(end)


_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


def unused_imports(reading: SourceReading, names: Sequence[str]) -> list[Edit]:
    """The edits that take imports out which nothing needs any more, and the guard of the last for type checkers."""
    gone: dict[int, tuple[Step, list[tree_sitter.Node]]] = {}
    for name in names:
        for binding in top_bindings(reading.view, name):
            statement, part = binding.step.around("import_statement", "import_from_statement"), binding.step.outer
            if statement is not None and part is not None:
                gone.setdefault(statement.node.start_byte, (statement, []))[1].append(part.node)
    guards = list(_emptied_guards(list(gone.values())))
    edits = [
        edit
        for statement, parts in gone.values()
        if not any(_is_in(statement, guard) for guard in guards)
        for edit in without_names(reading, statement, parts)
    ]
    edits += [whole_removal(reading, guard) for guard in guards]
    if guards and _GUARD not in names and not any(True for _ in _other_guards(reading, guards)):
        edits += unused_imports(reading, [_GUARD])
    return edits


def _emptied_guards(gone: Sequence[tuple[Step, list[tree_sitter.Node]]]) -> Iterator[Step]:
    """Each `if TYPE_CHECKING` that has nothing in it but statements of which nothing is left."""
    whole = {statement.node.start_byte for statement, parts in gone if len(parts) == len(names_in(statement.node))}
    seen: set[int] = set()
    for statement, _ in gone:
        guard = statement.around("if_statement")
        body = statement.outer.node if statement.outer is not None else statement.node
        if guard is None or guard.node.start_byte in seen or guard.node.child_by_field_name("alternative") is not None:
            continue
        condition = guard.node.child_by_field_name("condition")
        is_guard = condition is not None and (condition.text or b"").endswith(_GUARD.encode())
        if is_guard and all(child.start_byte in whole for child in body.named_children):
            seen.add(guard.node.start_byte)
            yield guard


def _is_in(step: Step, guard: Step) -> bool:
    return guard.node.start_byte <= step.node.start_byte < guard.node.end_byte


def _other_guards(reading: SourceReading, guards: Sequence[Step]) -> Iterator[Occurrence]:
    """The places that still ask whether a type checker reads the module."""
    for home, occurrences in homes_of(reading.view, _GUARD).items():
        if home is not None and home.kind is RegionKind.MODULE:
            for each in occurrences:
                if each.role not in BINDING and not any(_is_in(each.step, guard) for guard in guards):
                    yield each
