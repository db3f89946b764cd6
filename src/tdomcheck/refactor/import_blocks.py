"""The imports at the top of a module: those that come with a definition, and those that go with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.edits.dropped_imports import Gone, emptied_guards, without_names
from tdomcheck.edits.imports import import_edits
from tdomcheck.facts.python.occurrences import BINDING, Occurrence, homes_of, top_bindings
from tdomcheck.facts.python.regions import RegionKind, Step
from tdomcheck.model import Edit, ImportRequest
from tdomcheck.refactor.sources import SourceReading
from tdomcheck.refactor.statements import beside
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


def without_imports_of(reading: SourceReading, names: Sequence[str]) -> list[Edit]:
    """The edits that take out imports that nothing needs any more, with the guards that they leave empty."""
    gone = list(_imports_of(reading, names))
    guards = emptied_guards(reading.view, gone)
    if guards and _GUARD not in names and not any(True for _ in _other_guards(reading, guards)):
        gone += _imports_of(reading, [_GUARD])
    return list(without_names(reading.view, gone))


def _imports_of(reading: SourceReading, names: Sequence[str]) -> Sequence[Gone]:
    gone: dict[int, tuple[tree_sitter.Node, list[tree_sitter.Node]]] = {}
    for name in names:
        for binding in top_bindings(reading.view, name):
            statement, part = binding.step.around("import_statement", "import_from_statement"), binding.step.outer
            if statement is not None and part is not None:
                gone.setdefault(statement.node.start_byte, (statement.node, []))[1].append(part.node)
    return list(gone.values())


def _is_in(step: Step, guard: tree_sitter.Node) -> bool:
    return guard.start_byte <= step.node.start_byte < guard.end_byte


def _other_guards(reading: SourceReading, guards: Sequence[tree_sitter.Node]) -> Iterator[Occurrence]:
    """The places that still ask whether a type checker reads the module."""
    for home, occurrences in homes_of(reading.view, _GUARD).items():
        if home is not None and home.kind is RegionKind.MODULE:
            for each in occurrences:
                if each.role not in BINDING and not any(_is_in(each.step, guard) for guard in guards):
                    yield each
