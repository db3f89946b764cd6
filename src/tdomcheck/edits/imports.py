"""Imports that fixes ask for: found if they are there, else placed among those at the top."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile

import tree_sitter

from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import type_parameters
from tdomcheck.facts.python.import_fallbacks import is_import_caught
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.scopes import Scope, import_target
from tdomcheck.facts.records import ImportFact
from tdomcheck.model import Edit, Fix, ImportRequest
from tdomcheck.values import dataclass


@once_each
def importable(view: ModuleView, module: str, name: str) -> tuple[str, tuple[ImportRequest, ...]] | None:
    """How to spell `name` of `module` in a file, and the import that this needs; None where the name is taken.

    The spelling is good for all places of the file: a name that any function gives another meaning counts as taken.
    An empty name asks for the module itself."""
    target = f"{module}.{name}" if name else module
    for fact in view.imports:
        local = import_target(fact)
        if fact.is_type_checking or fact.name == "*" or local not in {target, module}:
            continue
        if _is_run(view, fact) and not _is_hidden(view, fact):
            return fact.alias if local == target else f"{fact.alias}.{name}", ()
    first = module.partition(".")[0]
    bound, meaning = (name, target) if name else (first, first)
    is_bound = bool(name) and name in view.scopes.scopes[0].bindings
    return None if is_bound or _is_taken(view, bound, meaning) else (name or module, (ImportRequest(module, name),))


def _is_taken(view: ModuleView, name: str, meaning: str) -> bool:
    """Whether any scope gives a name another meaning than that of the import that is to come."""
    return name in type_parameters(view.closely) or any(
        _binds(scope, name, meaning) for scope in view.closely.scopes.scopes
    )


def _is_hidden(view: ModuleView, fact: ImportFact) -> bool:
    """Whether what an import binds means anything else somewhere in the file."""
    local = import_target(fact)
    top, *inner = view.closely.scopes.scopes
    if fact.alias in type_parameters(view.closely) or any(_binds(scope, fact.alias, local) for scope in inner):
        return True
    return _binds(top, fact.alias, local) and not _has_fallback(view, fact)


def _binds(scope: Scope, name: str, target: str) -> bool:
    """Whether a scope gives a name another meaning; the methods of a class are seen by none but its own body."""
    is_bound = scope.kind != "class" and scope.bindings.get(name, target) != target
    return is_bound or name in scope.names


def _has_fallback(view: ModuleView, fact: ImportFact) -> bool:
    """Whether the file says what its name means where the import fails."""
    return any(is_import_caught(view, node) for node in _statements(view).get(fact.start, ()))


def _is_run(view: ModuleView, fact: ImportFact) -> bool:
    """Whether an import stands at the top of its file, and below no condition: what else it binds may be missing."""
    statements = _statements(view).get(fact.start, ())
    return fact.is_top_level and all(_is_at_top(node) or is_import_caught(view, node) for node in statements)


def _is_at_top(node: tree_sitter.Node) -> bool:
    return node.parent is not None and node.parent.type == "module"


@once
def _statements(view: ModuleView) -> Mapping[int, Sequence[tree_sitter.Node]]:
    """The imports of a file by their start, as facts have it."""
    statements: dict[int, list[tree_sitter.Node]] = {}
    for node in view.nodes["import"]:
        statements.setdefault(view.span(node).start, []).append(node)
    return statements


def import_edits(view: ModuleView, requests: Sequence[ImportRequest]) -> tuple[Edit, ...]:
    """The edits that make the requested names available."""
    statements = _top_imports(view)
    wanted: dict[_Line, list[str]] = {}
    for request in sorted(set(requests)):
        if not _is_there(view, request):
            line = _Line(_kind(request.module), bool(request.name), request.module)
            wanted.setdefault(line, []).append(request.name)
    edits: list[Edit] = []
    groups: dict[int, list[tuple[_Place, _Line]]] = {}
    for line in sorted(wanted):
        edit = _extended(view, statements, line.module, wanted[line]) if line.has_names else None
        if edit is not None:
            edits.append(edit)
            continue
        place = _placed(view, statements, line)
        groups.setdefault(place.offset, []).append((place, line))
    edits += [_insertion(view, group, wanted) for group in groups.values()]
    return tuple(sorted(edits))


@dataclass(frozen=True, slots=True, order=True)
class _Line:
    """A statement that is to be written, in the order of isort: `import a` stands before `from b import c`."""

    kind: int
    has_names: bool
    module: str

    def text(self, names: Sequence[str]) -> str:
        listed = ", ".join(sorted(names, key=isort_key))
        return f"from {self.module} import {listed}\n" if self.has_names else f"import {self.module}\n"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in `utf8` a line of imports goes, and the blank lines that it needs."""

    offset: int
    before: str = ""
    after: str = ""
    end: int = -1
    """Where the next statement begins, if what stands between goes: a semicolon."""


def _insertion(view: ModuleView, group: Sequence[tuple[_Place, _Line]], wanted: Mapping[_Line, Sequence[str]]) -> Edit:
    """All lines that go to one place, in blocks as isort makes them."""
    first, last = group[0][0], group[-1][0]
    text, kind = "", group[0][1].kind
    for _, line in group:
        text += "" if line.kind == kind else "\n"
        text += line.text(wanted[line])
        kind = line.kind
    utf8 = view.source.utf8
    is_cut_off = first.offset == len(utf8) > 0 and not utf8.endswith((b"\n", b"\r"))
    start, end = (view.source.from_utf8(offset) for offset in (first.offset, max(first.offset, first.end)))
    return Edit(start, end, "\n" * is_cut_off + first.before + text + last.after)


def _is_there(view: ModuleView, request: ImportRequest) -> bool:
    """Whether the top of the file binds what is asked for, by the very name that it is asked for."""
    return any(
        _says(fact, request.module, request.name) and not fact.is_type_checking and _is_run(view, fact)
        for fact in view.imports
    )


def _says(fact: ImportFact, module: str, name: str) -> bool:
    if not name:
        return (fact.module, fact.name, fact.alias) == (module, "", module.partition(".")[0])
    return (import_target(fact), fact.alias) == (f"{module}.{name}", name)


@once
def _top_imports(view: ModuleView) -> list[tree_sitter.Node]:
    """Those above the first definition: one below comes too late for what stands between.

    In a session any other statement may be the first use."""
    children = takewhile(lambda node: node.type not in _DEFINITIONS, view.tree.root.children)
    if view.source.is_session:
        children = takewhile(lambda node: node.type in _OPENINGS, view.tree.root.children)
    return [node for node in children if node.type in _IMPORTS]


_DEFINITIONS = frozenset({"class_definition", "function_definition", "decorated_definition"})
_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_OPENINGS = _IMPORTS | {"comment", ";"}


def _extended(
    view: ModuleView, statements: Sequence[tree_sitter.Node], module: str, names: Sequence[str]
) -> Edit | None:
    """Add to a `from module import a, b` that stands on one line."""
    for node in statements:
        origin = node.child_by_field_name("module_name")
        if origin is None or view.text(origin) != module or "\n" in view.text(node):
            continue
        listed = node.children_by_field_name("name")
        if not listed or node.children[-1] != listed[-1]:
            continue
        span = view.span(node)
        first = view.source.from_utf8(listed[0].start_byte)
        merged = sorted({*(view.text(child) for child in listed), *names}, key=isort_key)
        return Edit(first, span.end, ", ".join(merged))
    return None


def isort_key(name: str) -> tuple[int, str, str]:
    """Constants, then classes, then the rest, as isort and ruff order them."""
    first = name.partition(" ")[0]
    return (0 if first.isupper() and len(first) > 1 else 1 if first[:1].isupper() else 2, first, name)


def _placed(view: ModuleView, statements: Sequence[tree_sitter.Node], line: _Line) -> _Place:
    """Where isort would put it: behind its neighbour in the alphabet, standard library first."""
    own_lines = [node for node in statements if _begins_line(view, node)]
    if not own_lines:
        return _first_place(view)
    same = [node for node in own_lines if _kind(_module_of(view, node)) == line.kind]
    if same:
        return _beside(view, same, line)
    earlier = [node for node in own_lines if _kind(_module_of(view, node)) < line.kind]
    if earlier:
        return _behind(view, earlier[-1], "\n")
    return _Place(own_lines[0].start_byte, after="\n")


def _begins_line(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Not asked of `start_point`: tree-sitter 0.26 counts its references wrong, and takes the process down."""
    return view.source.utf8[max(node.start_byte - 1, 0) : node.start_byte] in {b"", b"\n", b"\r"}


def _beside(view: ModuleView, same: Sequence[tree_sitter.Node], line: _Line) -> _Place:
    """Next to its closest neighbour in the alphabet: it must not join the block of the project's own packages."""
    plain = [node for node in same if node.type == "import_statement"]
    if not line.has_names and not plain:
        return _Place(same[0].start_byte)
    module, neighbours = line.module, same if line.has_names else plain
    nearest = max(
        neighbours, key=lambda node: (_common(_module_of(view, node), module), _module_of(view, node) < module)
    )
    is_behind = line.has_names and nearest.type == "import_statement"
    if is_behind or _module_of(view, nearest) <= module:
        return _behind(view, nearest)
    return _Place(nearest.start_byte)


def _behind(view: ModuleView, node: tree_sitter.Node, before: str = "", after: str = "") -> _Place:
    """On the next line; what a semicolon joins to it gets a line of its own, as it may be the first use."""
    semicolon = node.next_sibling
    follows = semicolon.next_sibling if semicolon is not None and semicolon.type == ";" else None
    utf8 = view.source.utf8
    if follows is None or follows.type == "comment" or {*b"\r\n"} & {*utf8[node.end_byte : follows.start_byte]}:
        return _Place(_line_after(view, node.end_byte), before, after)
    if view.source.is_session:  # a prompt takes one line of statements
        return _Place(node.start_byte)
    return _Place(node.end_byte, f"\n{before}", after, follows.start_byte)


def _common(first: str, second: str) -> int:
    """How many letters two names begin with alike."""
    return next(
        (index for index, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )


def _module_of(view: ModuleView, node: tree_sitter.Node) -> str:
    origin = node.child_by_field_name("module_name") or node.child_by_field_name("name")
    if node.type == "future_import_statement":
        return "__future__"
    if origin is not None and origin.type == "aliased_import":
        origin = origin.child_by_field_name("name")
    return view.text(origin) if origin is not None else ""


def _kind(module: str) -> int:
    """The groups of isort: `__future__`, the standard library, all else, relative imports."""
    if module.startswith("."):
        return 3
    first = module.partition(".")[0]
    return 0 if first == "__future__" else 1 if first in sys.stdlib_module_names else 2


def _line_after(view: ModuleView, offset: int) -> int:
    """The start of the line after an offset."""
    utf8 = view.source.utf8
    ends = [index for index in (utf8.find(b"\n", offset), utf8.find(b"\r", offset)) if index >= 0]
    if not ends:
        return len(utf8)
    end = min(ends)
    return end + 2 if utf8[end : end + 2] == b"\r\n" else end + 1


def _first_place(view: ModuleView) -> _Place:
    """In a file without imports: after its docstring, else after the comments that open it.

    Of several blocks of comments one that touches the first statement is about that."""
    utf8 = view.source.utf8
    offset, before, earlier = 0, "", 0
    for node in view.tree.root.children:
        is_apart = bool({*b"\r\n"} & {*utf8[offset : node.start_byte]})
        if node.type == "comment" and _begins_line(view, node):
            earlier = offset if is_apart and offset else earlier
            offset = _line_after(view, node.end_byte)
            continue
        if node.type == "expression_statement" and not view.source.is_session and _is_docstring(view, node):
            place = _behind(view, node, "\n", "\n")
            if place.end >= 0:
                return place
            offset, before = place.offset, place.before
        elif earlier and not is_apart:
            offset = _line_after(view, earlier)
        break
    if before and utf8[offset : offset + 1] in {b"\n", b"\r"}:
        offset, before = _line_after(view, offset), ""
    return _Place(offset, before, "\n" if utf8[offset : offset + 1].strip() else "")


def _is_docstring(view: ModuleView, statement: tree_sitter.Node) -> bool:
    """Text without a prefix, or a raw one: all others are worked out when the code runs, and may need the import."""
    node = statement.named_children[0] if statement.named_child_count == 1 else statement
    parts = [node] if node.type == "string" else node.named_children if node.type == "concatenated_string" else ()
    openings = [view.text(part.children[0]) for part in parts if part.type == "string"]
    return bool(openings) and not any(set(opening.lower()) & set("fbt") for opening in openings)


def apply_fix(view: ModuleView, fix: Fix) -> bytes:
    """The bytes of a file after one fix with its imports."""
    return apply_edits(view.source, all_edits(view, fix))


def all_edits(view: ModuleView, fix: Fix) -> tuple[Edit, ...]:
    """The edits of a fix and those of its imports."""
    return (*fix.edits, *import_edits(view, fix.imports))
