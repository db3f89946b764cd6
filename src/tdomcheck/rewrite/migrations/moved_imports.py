"""Imports from where a name no longer is: TDC902 and `svcs-di-to-hopscotch`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.import_fallbacks import is_import_caught
from tdomcheck.facts.vocabulary.moved_names import home_of_module, home_of_name
from tdomcheck.model import Edit, Fix, Span
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_OWN = frozenset({"svcs_di", "svcs_hopscotch"})
_COMMENT = regex(r"[ \t]*(#.*)?")
_OPENING = regex(r"(?:\r\n|\r|\n)[ \t]*$")
Homes = Mapping[str, Sequence[tree_sitter.Node]]
"""The parts of a statement by the module that they are in now; the empty one is where they are."""


@dataclass(frozen=True)
class MovedStatement:
    """A statement, or one of its parts, that asks a module for what is elsewhere."""

    statement: tree_sitter.Node
    place: tree_sitter.Node
    """What is wrong: the module, or the first name that it lacks."""
    module: str
    homes: Homes
    fix: Fix | None

    @property
    def names(self) -> Sequence[tree_sitter.Node]:
        """What leaves the module, where that is not all of it."""
        return [part for home, parts in self.homes.items() if home for part in parts]


def moved_imports(view: ModuleView, path: str) -> Iterator[MovedStatement]:
    """The imports of a file that ask the wrong module, but for fallbacks, and in the packages' own files."""
    yield from _moved(view, path, is_caught=False)


def caught_imports(view: ModuleView, path: str) -> Iterator[MovedStatement]:
    """The same of imports that may fail, which stand for one of several releases."""
    yield from _moved(view, path, is_caught=True)


def _moved(view: ModuleView, path: str, *, is_caught: bool) -> Iterator[MovedStatement]:
    if is_one_of_its_own(path):
        return
    for statement in view.nodes["import"]:
        if is_import_caught(view, statement) is not is_caught:
            continue
        if statement.type == "import_from_statement":
            yield from _names(view, statement, is_own="tdom_svcs" in _folders(path))
        else:
            yield from _modules(view, statement)


def is_one_of_its_own(path: str) -> bool:
    """Whether a file is one of the packages that things moved between."""
    return not _OWN.isdisjoint(_folders(path))


def _folders(path: str) -> list[str]:
    return path.replace("\\", "/").split("/")[:-1]


def _modules(view: ModuleView, statement: tree_sitter.Node) -> Iterator[MovedStatement]:
    """`import svcs_di.injectors as di`; without another name, all that is said of it would have to change."""
    for part in statement.children_by_field_name("name"):
        module = imported_name(view, part)
        home = home_of_module(module)
        name = part.child_by_field_name("name") or part
        if home:
            yield MovedStatement(
                statement, name, module, {home: []}, _renamed(view, name, home) if name != part else None
            )


def _names(view: ModuleView, statement: tree_sitter.Node, *, is_own: bool) -> Iterator[MovedStatement]:
    origin = statement.child_by_field_name("module_name")
    if origin is None or origin.type == "relative_import":
        return
    module = _unspaced(view.text(origin))
    whole = home_of_module(module)
    if any(child.type == "wildcard_import" for child in statement.children):
        if whole:
            yield MovedStatement(statement, origin, module, {whole: []}, _renamed(view, origin, whole))
        return
    homes: dict[str, list[tree_sitter.Node]] = {}
    for part in statement.children_by_field_name("name"):
        home = home_of_name(module, imported_name(view, part))
        # Inside of tdom_svcs its own names come from its modules, or the import is circular.
        homes.setdefault(whole if is_own and home == "tdom_svcs" else home, []).append(part)
    leaving = [parts[0] for home, parts in homes.items() if home]
    if leaving:
        fix = _told_apart(view, statement, origin, homes)
        yield MovedStatement(statement, origin if whole else leaving[0], module, homes, fix)


def imported_name(view: ModuleView, part: tree_sitter.Node) -> str:
    """What is imported, whatever the file calls it."""
    return _unspaced(view.text(part.child_by_field_name("name") or part))


def imported_code(view: ModuleView, part: tree_sitter.Node) -> str:
    """The same with what the file calls it, in one piece."""
    name, alias = imported_name(view, part), part.child_by_field_name("alias")
    return f"{name} as {view.text(alias)}" if alias is not None else name


def _unspaced(text: str) -> str:
    """A dotted name in one piece; Python takes blanks around its dots."""
    return "".join(text.split())


def _renamed(view: ModuleView, module: tree_sitter.Node, home: str) -> Fix:
    span = view.span(module)
    return Fix(f"Import from {home}", (Edit(span.start, span.end, home),))


def _told_apart(view: ModuleView, statement: tree_sitter.Node, module: tree_sitter.Node, homes: Homes) -> Fix | None:
    """All names from one new home change the module alone; others get a statement of their own."""
    kept = "" if "" in homes else next(iter(homes))
    edits = [*_renamed(view, module, kept).edits] if kept else []
    if len(homes) > 1:
        places = [view.span(part) for parts in homes.values() for part in parts]
        names = Span(min(places).start, max(places).end)
        leaving = {home: moved for home, moved in homes.items() if home != kept}
        split = _split(view, view.span(statement), names, leaving, homes[kept])
        if split is None:
            return None
        edits += split
    return Fix(f"Import from {', '.join(home for home in homes if home)}", tuple(edits))


def _split(
    view: ModuleView, span: Span, names: Span, leaving: Homes, staying: Sequence[tree_sitter.Node]
) -> list[Edit] | None:
    """Edits for names that leave a statement; nothing where a comment or a neighbour is in the way."""
    source = view.source
    first, last = source.position(span.start).line, source.position(span.end).line
    before = source.slice(source.offset(first, 1), span.start)
    end = source.offset(last, len(source.line(last)) + 1)
    after = source.slice(span.end, end)
    if before.strip() or not _COMMENT.fullmatch(after) or "#" in source.slice(span.start, span.end):
        return None
    opening = _OPENING.search(source.slice(span.start, names.start))
    stays = f",{opening.group() if opening else ' '}".join(imported_code(view, part) for part in staying)
    lists = {home: ", ".join(imported_code(view, part) for part in parts) for home, parts in leaving.items()}
    moves = [f"\n{before}from {home} import {listed}" for home, listed in lists.items()]
    return [Edit(names.start, names.end, stays), Edit(end, end, "".join(moves))]
