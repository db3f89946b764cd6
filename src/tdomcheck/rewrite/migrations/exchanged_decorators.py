"""One decorator in the place of another, with its import."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.edits.dropped_imports import Gone, without_names
from tdomcheck.edits.imports import import_edits, importable
from tdomcheck.edits.kept_imports import keeps_unused_imports, kept_names
from tdomcheck.edits.orphans import bound_name
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.offered_imports import is_offered
from tdomcheck.facts.python.classes import decorator_reference, definitions_of
from tdomcheck.facts.python.import_fallbacks import is_fallback
from tdomcheck.facts.python.occurrences import word
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.quoted_names import names_said_in_strings
from tdomcheck.model import Edit, ImportRequest
from tdomcheck.model.changes import FileEdits, Remainder
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_BLANK = regex(rb"\s*")


@dataclass(frozen=True, slots=True)
class DecoratedSite:
    """A definition, and what names a decorator above it."""

    definition: tree_sitter.Node
    decorator: tree_sitter.Node


def decorated_with(view: ModuleView, name: str) -> Iterator[DecoratedSite]:
    """What has a decorator that is imported by a name: of any module, or of the one that a dotted name says."""
    for node in (*view.nodes["function"], *view.nodes["class"]):
        for decorator in definitions_of(view).decorator_nodes(node):
            reference = decorator_reference(view, decorator)
            is_named = reference.rpartition(".")[2] == name and "." in reference
            if (reference == name if "." in name else is_named) and not reference.startswith(":"):
                yield DecoratedSite(node, decorator.child_by_field_name("function") or decorator)


def doubtful_decorators(view: ModuleView, name: str) -> Iterator[tuple[tree_sitter.Node, str]]:
    """What may be such a decorator, and is not changed: it came by a star, or is another name of it; beside why."""
    module, _, last = name.rpartition(".")
    stars = [fact.module for fact in view.imports if fact.name == "*"]
    for node in (*view.nodes["function"], *view.nodes["class"]):
        for decorator in definitions_of(view).decorator_nodes(node):
            said = decorator.child_by_field_name("function") or decorator
            if said.type != "identifier" or "." in view.resolve(said):
                continue
            other = _other_name(view, said, name)
            if other:
                yield said, f"`{view.text(said)}` is `{other}` by another name here: say which decorator it is to be"
            elif view.text(said) == last and stars and _is_free(view, said):
                origin = next((star for star in stars if star == module), stars[-1])
                yield said, f"it may come from `{origin}` by the star: import it by its name"


def _is_free(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether nothing in a file binds a name but a star may."""
    text = view.text(name)
    return not any(text in scope.bindings or text in scope.names for scope in view.scopes.scopes)


def _other_name(view: ModuleView, name: tree_sitter.Node, wanted: str) -> str:
    """What the decorator is called that a name of the file is given, or made of, also through others; else nothing."""
    seen = {name.id}
    value = view.given(name)
    while value is not None and value.type == "identifier" and value.id not in seen and view.given(value) is not None:
        seen.add(value.id)
        value = view.given(value)
    for node in _named_in(value) if value is not None else ():
        reference = view.resolve(node)
        if reference == wanted or ("." not in wanted and reference.rpartition(".")[2] == wanted and "." in reference):
            return view.text(node)
    return ""


def _named_in(value: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    pending = [value]
    while pending:
        node = pending.pop()
        if node.type in {"identifier", "attribute"}:
            yield node
        pending += node.named_children


def exchanged_decorators(
    view: ModuleView,
    path: str,
    sites: Sequence[DecoratedSite],
    new: str,
    above: Collection[ImportRequest] = (),
    offered: Collection[str] = (),
) -> FileEdits | Remainder | None:
    """The edits of a file, or the first place that is in the way of all of them; None where there is no site.

    What is imported `above` needs no import here, and the old import of what is `offered` stays: others have it from
    here."""
    edits: list[Edit] = []
    requests: set[ImportRequest] = set()
    home, _, name = new.rpartition(".")
    for said in (site.decorator for site in sites):
        module = view.resolve(said).rpartition(".")[0]
        attribute = said.child_by_field_name("attribute")
        spelled = None if _is_in_fallback(view, said) else importable(view, home or module, name)
        if attribute is not None and home in {"", module}:
            place, text = view.span(attribute), name
        elif spelled is not None:
            place, text = view.span(said), spelled[0]
            requests.update(spelled[1])
        else:
            return Remainder(path, view.span(said), f"`{name}` means another thing here, or the old one a fallback")
        edits.append(Edit(place.start, place.end, text))
    is_for_others = path.endswith(("__init__.py", "__init__.pyi", "conftest.py"))
    if view.source.is_hosted or not is_for_others:
        edits += _imports(view, [site.decorator for site in sites], requests, offered)
    edits = _joined(view, edits, import_edits(view, sorted(requests - {*above})))
    return FileEdits(path, tuple(sorted(edits))) if edits else None


def _joined(view: ModuleView, edits: Sequence[Edit], imports: Sequence[Edit]) -> list[Edit]:
    """With new imports, which may come right behind an old one that goes with its line."""
    joined = [*edits]
    for new in imports:
        gone = next((edit for edit in joined if edit.start <= new.start <= edit.end and not edit.text), None)
        if gone is None:
            joined.append(new)
        else:
            start = view.source.to_utf8(gone.start)
            blank = _BLANK.match(view.source.utf8, start)
            kept = view.source.from_utf8(blank.end() if blank is not None else start)
            joined[joined.index(gone)] = Edit(kept, max(new.start, new.end), new.text.lstrip("\n"))
    return joined


def exchanged_in_block(
    block: ModuleView,
    path: str,
    sites: Sequence[DecoratedSite],
    new: str,
    above: Collection[ImportRequest],
    offered: Collection[str] = (),
) -> FileEdits | Remainder | None:
    """The edits of a block that a file shows, or what is in the way of them; its imports may stand `above`."""
    said = {block.text(site.decorator).partition(".")[0] for site in sites}
    has_own = any(fact.alias in said for fact, _ in block.located_imports)
    change = exchanged_decorators(block, path, sites, new, () if has_own else above, offered)
    if not isinstance(change, FileEdits):
        return change
    settled = block.source.settled(change.edits)
    if settled is None:
        return Remainder(path, block.span(sites[0].decorator), "the change reaches beyond its code block")
    return FileEdits(path, settled)


def needed_elsewhere(
    codebase: Codebase, path: str, code: ModuleView, sites: Sequence[DecoratedSite], old: str
) -> frozenset[str]:
    """The names that other files, and other code of this one, have from the imports of a file or of a block."""
    names = {code.text(site.decorator) for site in sites}
    needed = set[str]() if code.source.is_hosted or not names else set(codebase.offered(path))
    shown = codebase.shown(path)
    for block in (block for block in shown.views if block is not code):
        needed |= names & _names_from_outside(block, old)
    for fence in shown.unread:
        needed |= {name for name in names if word(name).search(shown.data, *fence.code)}
    return frozenset(needed)


@once_each
def _names_from_outside(block: ModuleView, old: str) -> set[str]:
    """What a block reads, other than as the old decorator, and does not bind at its top."""
    top = block.scopes.scopes[0]
    defined = {name for name, reference in top.bindings.items() if reference.startswith(":")}
    own = {*top.names, *defined, *(fact.alias for fact, _ in block.located_imports)}
    return names_said(block, block.readers.keys() - own, [site.decorator for site in decorated_with(block, old)])


def homeless_decorators(codebase: Codebase, path: str, block: ModuleView, name: str) -> Iterator[tree_sitter.Node]:
    """What a block that a file shows calls a decorator, and nothing in the file tells where that is from."""
    last = name.rpartition(".")[2]
    for node in (*block.nodes["function"], *block.nodes["class"]):
        for decorator in definitions_of(block).decorator_nodes(node):
            said = decorator.child_by_field_name("function") or decorator
            if said.type == "identifier" and block.text(said) == last and codebase.is_unknown(path, block, said):
                yield said


def _is_in_fallback(view: ModuleView, said: tree_sitter.Node) -> bool:
    """Whether what says a decorator comes from an import that may fail."""
    first = view.text(said).partition(".")[0]
    return any(is_fallback(node) for node in view.readers.get(first, ()) if _is_imported(node))


def _imports(
    view: ModuleView,
    decorators: Collection[tree_sitter.Node],
    requests: set[ImportRequest],
    offered: Collection[str],
) -> Iterator[Edit]:
    """The old imports go if nothing else says their names; where the new one is beside them, it takes their place."""
    names = _idle_names(view, decorators, offered)
    done: set[ImportRequest] = set()
    gone: list[Gone] = []
    for statement in view.nodes["import"] if names else ():
        parts = [part for part in statement.children_by_field_name("name") if bound_name(view, part) in names]
        on_purpose = kept_names(view, statement) if parts else ()
        parts = [part for part in parts if part.id not in on_purpose]
        beside = next((one for one in requests if parts and one.module == _origin(view, statement)), None)
        if beside is None:
            gone.append((statement, parts))
            continue
        done.add(beside)
        for span in map(view.span, parts):
            yield Edit(span.start, span.end, beside.name)
    requests -= done
    yield from without_names(view, gone)


def _idle_names(
    view: ModuleView, decorators: Collection[tree_sitter.Node], offered: Collection[str]
) -> Collection[str]:
    """What the decorators are called, without what anybody has another use for."""
    if keeps_unused_imports(view):
        return ()
    names = {view.text(said) for said in decorators if said.type == "identifier"}
    said = names_said(view, names, decorators) | names_said_in_strings(view, names)
    return {name for name in names - said if not is_offered(name, offered)}


def names_said(view: ModuleView, names: Collection[str], but: Collection[tree_sitter.Node]) -> set[str]:
    """Which of some names are read, other than by certain nodes and the imports that bind them."""
    places = {node.start_byte for node in but}
    readers = ((name, node) for name in names for node in view.readers.get(name, ()))
    return {name for name, node in readers if not _is_imported(node) and node.start_byte not in places}


def _origin(view: ModuleView, statement: tree_sitter.Node) -> str:
    origin = statement.child_by_field_name("module_name")
    return view.text(origin) if origin is not None else ""


def _is_imported(node: tree_sitter.Node) -> bool:
    return node.parent is not None and node.parent.type in {"dotted_name", "aliased_import"}
