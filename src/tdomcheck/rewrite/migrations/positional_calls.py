"""The calls of a function by position, wherever a project has them: in its modules, and in the code that files show."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.model.changes import FileEdits, Remainder
from tdomcheck.rewrite.migrations.hidden_names import place_around
from tdomcheck.rewrite.migrations.keyword_only import named_arguments
from tdomcheck.rewrite.migrations.named_uses import PARTIAL, choices_at, named_uses
from tdomcheck.rewrite.migrations.uses_by_name import is_used_by_name
from tdomcheck.values import dataclass

_PLACEHOLDER = "functools.Placeholder"
_TOLD = frozenset({"aliased_import", "dotted_name", "function_definition", "import_from_statement", "import_statement"})
_HANDED_ON = "`{}` is not called here, and whoever has it from here may call it by position"
_DECORATES = "as a decorator `{}` is given by position what stands below it: give it by name"
_OPEN = (
    "whoever calls this may give `{}` by position: give it here by name, or write a function in place of the partial"
)
_KEPT_FREE = "a `Placeholder` keeps a place free by position: write a function in place of the partial"
_CHOSEN = "`{}` may be something else here, as another import or a definition says: take another name for one of them"
_BOUND_AGAIN = "`{}` is bound here again, and which one is meant is not followed: take another name for one of them"


@dataclass(frozen=True, slots=True)
class _Code:
    """Python of a file: the file itself, or a block that it shows."""

    codebase: Codebase
    path: str
    view: ModuleView
    is_shown: bool

    def reference(self, node: tree_sitter.Node) -> str:
        if self.is_shown:
            return self.codebase.shown_reference(self.path, self.view, node)
        return self.codebase.reference(self.path, node)

    def reference_at(self, node: tree_sitter.Node, offset: int) -> str:
        """What a name would refer to if it stood at another place."""
        if self.is_shown:
            return self.view.scopes.resolve(self.view.dotted(node), offset)
        return self.codebase.reference(self.path, node, offset)

    def left(self, node: tree_sitter.Node, reason: str) -> Remainder:
        return Remainder(self.path, self.view.span(node), reason)


def _code_in(codebase: Codebase, paths: Sequence[str]) -> Iterator[_Code]:
    for path in paths:
        view = codebase.view(path)
        if view is not None:
            yield _Code(codebase, path, view, is_shown=False)
        yield from (_Code(codebase, path, block, is_shown=True) for block in codebase.shown(path).views)


def calls_by_name(
    codebase: Codebase, path: str, name: str, names: Sequence[str], first: int
) -> Iterator[FileEdits | Remainder]:
    """The calls of a function, in every file that says its name, or another that an import gives it."""
    wanted = (path, name)
    paths, spellings = _saying(codebase, name)
    for code in _code_in(codebase, paths):
        for place, reason in _otherwise(code, wanted, spellings, first):
            yield code.left(place, reason.format(name))
        for call in _calls(code, wanted, spellings):
            yield _at_call(code, call, name, names, first)
        for call in _partials(code, wanted, spellings):
            held = _held_back(code, call, names, first)
            change = _at_call(code, call, name, ["", *names], first + 1)
            yield code.left(call, held) if held and isinstance(change, FileEdits) else change


def _calls(code: _Code, wanted: tuple[str, str], spellings: Collection[str]) -> Iterator[tree_sitter.Node]:
    uses = named_uses(code.view)
    for call in uses.of(uses.calls, spellings):
        function = call.child_by_field_name("function")
        if function is not None and _is_meant(code, function, wanted):
            yield call


def _partials(code: _Code, wanted: tuple[str, str], spellings: Collection[str]) -> Iterator[tree_sitter.Node]:
    uses = named_uses(code.view)
    for call in uses.of(uses.partials, spellings):
        if _is_meant(code, arguments_of(code.view, call).positional[0], wanted):
            yield call


def _at_call(code: _Code, call: tree_sitter.Node, name: str, names: Sequence[str], first: int) -> FileEdits | Remainder:
    edits = named_arguments(code.view, call, names, first)
    if edits is None:
        return code.left(call, f"which arguments of `{name}` are which is not known")
    if edits and not code.codebase.is_writable(code.path):
        return code.left(call, "it is outside of what is written")
    settled = code.view.source.settled(edits)
    if settled is None:
        return code.left(call, "the change reaches beyond its code block")
    return FileEdits(code.path, settled)


def doubtful_calls(codebase: Codebase, name: str, names: Sequence[str], first: int) -> Iterator[Remainder]:
    """What a document may mean the function by, and what nobody can read: it keeps no view from being changed."""
    for path in _saying(codebase, name)[0]:
        shown = codebase.shown(path)
        yield from shown.unread_rows(name)
        for code in (_Code(codebase, path, block, is_shown=True) for block in shown.views):
            for call in named_uses(code.view).calls.get(name, ()):
                said = call.child_by_field_name("function")
                if said is None or said.type != "identifier":
                    continue
                changes = named_arguments(code.view, call, names, first) != ()
                if changes and codebase.is_unknown(path, code.view, said):
                    yield code.left(call, f"nothing here tells where `{name}` is from: give its services by name")


def _held_back(code: _Code, call: tree_sitter.Node, names: Sequence[str], first: int) -> str:
    """Why a `partial` cannot have the arguments from the one at `first` on by name, or nothing.

    Whoever has it may go on by position, up to the first argument that it has by name already."""
    given = arguments_of(code.view, call)
    if any(code.view.resolve(node) == _PLACEHOLDER for node in given.positional):
        return _KEPT_FREE
    for index, name in enumerate(names[len(given.positional) - 1 :], len(given.positional) - 1):
        if name in given.keywords:
            break
        if index >= first:
            return _OPEN.format(name)
    return ""


def _otherwise(
    code: _Code, wanted: tuple[str, str], spellings: Collection[str], first: int
) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Where a function is handed on or given another name, beside why: who calls it then is not known."""
    uses = named_uses(code.view)
    places = uses.of(uses.reads, spellings)
    chosen = next((place for place in places if _is_choice(code, place, wanted)), None)
    if chosen is not None:  # it is told once, and nothing of the file is followed any further
        yield chosen, _CHOSEN
        return
    for place in places:
        if _is_meant(code, place, wanted):
            reason = _doubt(code.view, place, first)
        else:
            reason = _BOUND_AGAIN if _is_hidden(code, place, wanted) else ""
        if reason:
            yield place, reason
    for call in uses.asked.get(wanted[1], ()):
        yield call, _HANDED_ON


def _doubt(view: ModuleView, place: tree_sitter.Node, first: int) -> str:
    """Why nobody knows who calls a function by what stands at a place, or nothing."""
    if place.parent is not None and place.parent.type == "decorator":
        return _DECORATES if first == 0 else ""
    return "" if _is_known_use(view, place) or is_used_by_name(view, place) else _HANDED_ON


def _is_choice(code: _Code, node: tree_sitter.Node, wanted: tuple[str, str]) -> bool:
    """Whether a name may mean the function, and by another import, or a definition beside it, something else.

    A document binds its names again and again, and each place has the one above it."""
    meanings = {_means(code, one, wanted) for one in choices_at(code.view, node)} if not code.is_shown else set()
    return len(meanings) > 1


def _is_hidden(code: _Code, node: tree_sitter.Node, wanted: tuple[str, str]) -> bool:
    """Whether a name of a class or a function that is spelled alike stands between a name and what it may mean."""
    first = node
    while first.type == "attribute" and first.named_children:
        first = first.named_children[0]
    place = place_around(code.view, first)
    return place is not None and _means(code, code.reference_at(node, place), wanted)


def _is_known_use(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A call, a tag, an import, or what `partial` is given first, whose arguments are changed with it.

    What a class imports is called as an attribute of it, which is not followed."""
    parent = node.parent
    if parent is None or parent.type in _TOLD:
        return view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind != "class"
    if parent.type == "call":
        return parent.child_by_field_name("function") == node
    if parent.type == "interpolation":
        return view.source.utf8[max(parent.start_byte - 2, 0) : parent.start_byte].endswith((b"<", b"</"))
    call = parent.parent if parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and view.resolve(function) == PARTIAL and parent.named_children[0] == node


def _saying(codebase: Codebase, name: str) -> tuple[Sequence[str], Collection[str]]:
    """The files that say a function's name, or another that an import gives it, and these names."""
    names = {name}
    while True:
        said = [one.encode() for one in names]
        paths = [path for path in codebase.paths if any(one in codebase.contents[path] for one in said)]
        views = (codebase.view(path) for path in paths)
        aliases = [named_uses(view).aliases for view in views if view is not None]
        more = {alias for known in aliases for one in names for alias in known.get(one, ())} - names
        if not more:
            return paths, names
        names |= more


def _is_meant(code: _Code, node: tree_sitter.Node, wanted: tuple[str, str]) -> bool:
    return _means(code, code.reference(node), wanted)


def _means(code: _Code, reference: str, wanted: tuple[str, str]) -> bool:
    if reference.startswith(":"):
        return (code.path, reference[1:]) == wanted
    symbol = code.codebase.project.resolve(code.path, reference) if reference else None
    return symbol is not None and symbol.function is not None and (symbol.path, symbol.function.path) == wanted
