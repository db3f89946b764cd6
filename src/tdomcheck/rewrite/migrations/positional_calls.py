"""The calls of a function by position, wherever a project has them: in its modules, and in the code that files show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.model.changes import FileEdits, Remainder
from tdomcheck.rewrite.migrations.keyword_only import named_arguments
from tdomcheck.values import dataclass

_PARTIAL = "functools.partial"
_TOLD = frozenset(
    {"aliased_import", "decorator", "dotted_name", "function_definition", "import_from_statement", "import_statement"}
)


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
    for code in _code_in(codebase, _saying(codebase, name)):
        for place in _otherwise(code, wanted):
            yield code.left(place, f"`{name}` is not called here, and whoever has it from here may call it by position")
        for call in code.view.nodes["call"]:
            shift = _shift(code, call, wanted)
            if shift is not None:
                yield _at_call(code, call, name, ["", *names][1 - shift :], first + shift)


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
    for path in _saying(codebase, name):
        shown = codebase.shown(path)
        yield from shown.unread_rows(name)
        for code in (_Code(codebase, path, block, is_shown=True) for block in shown.views):
            for call in code.view.nodes["call"]:
                said = call.child_by_field_name("function")
                if said is None or said.type != "identifier" or code.view.text(said) != name:
                    continue
                changes = named_arguments(code.view, call, names, first) != ()
                if changes and codebase.is_unknown(path, code.view, said):
                    yield code.left(call, f"nothing here tells where `{name}` is from: give its services by name")


def _otherwise(code: _Code, wanted: tuple[str, str]) -> Iterator[tree_sitter.Node]:
    """Where a function is handed on or given another name: who calls it then is not known."""
    view = code.view
    names = {wanted[1], *(fact.alias.partition(".")[0] for fact in view.imports)}
    for node in (node for name in sorted(names) for node in view.readers.get(name, ())):
        place = _reference(code, node, wanted)
        if place is not None and not _is_known_use(view, place):
            yield place
    for call in view.nodes["call"]:
        function, given = call.child_by_field_name("function"), arguments_of(view, call).positional
        is_getattr = function is not None and view.text(function) == "getattr"
        if is_getattr and any(static_text(view, each) == wanted[1] for each in given[1:2]):
            yield call


def _reference(code: _Code, node: tree_sitter.Node, wanted: tuple[str, str]) -> tree_sitter.Node | None:
    """The expression that means the function and begins with a name: `hello_view`, `shop.pages.hello_view`."""
    while not _is_meant(code, node, wanted):
        parent = node.parent
        if parent is None or parent.type != "attribute" or parent.child_by_field_name("object") != node:
            return None
        node = parent
    return node


def _is_known_use(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A call, a tag, a decorator, an import, or what `partial` is given first, whose arguments are changed with it."""
    parent = node.parent
    if parent is None or parent.type in _TOLD:
        return True
    if parent.type == "call":
        return parent.child_by_field_name("function") == node
    if parent.type == "interpolation":
        return view.source.utf8[: parent.start_byte].endswith((b"<", b"</"))
    call = parent.parent if parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and view.resolve(function) == _PARTIAL and parent.named_children[0] == node


def _saying(codebase: Codebase, name: str) -> Sequence[str]:
    """The files that say a function's name, or another that an import gives it."""
    names = {name.encode()}
    while True:
        paths = [path for path in codebase.paths if any(one in codebase.contents[path] for one in names)]
        views = (codebase.view(path) for path in paths)
        facts = [fact for view in views if view is not None for fact in view.imports]
        more = {fact.alias.encode() for fact in facts if fact.name.encode() in names} - names
        if not more:
            return paths
        names |= more


def _shift(code: _Code, call: tree_sitter.Node, wanted: tuple[str, str]) -> int | None:
    """How many arguments stand before those of the function: one in `partial(function, ...)`; None for other calls."""
    function = call.child_by_field_name("function")
    if function is None:
        return None
    if code.view.resolve(function) == _PARTIAL:
        given = arguments_of(code.view, call).positional
        return 1 if given and _is_meant(code, given[0], wanted) else None
    return 0 if _is_meant(code, function, wanted) else None


def _is_meant(code: _Code, node: tree_sitter.Node, wanted: tuple[str, str]) -> bool:
    reference = code.reference(node)
    if reference.startswith(":"):
        return (code.path, reference[1:]) == wanted
    symbol = code.codebase.project.resolve(code.path, reference) if reference else None
    return symbol is not None and symbol.function is not None and (symbol.path, symbol.function.path) == wanted
