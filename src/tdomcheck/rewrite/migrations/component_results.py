"""What other files do with what components give: each place, as far as a name or an object leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.components import is_said_only, starts_of_tags
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Symbol
from tdomcheck.rewrite.migrations.component_functions import ComponentFunction
from tdomcheck.rewrite.migrations.component_uses import attributes_named, is_called, is_taken_as_component
from tdomcheck.rewrite.migrations.spoken_names import SpokenNames
from tdomcheck.rewrite.migrations.template_sites import called_class, class_made
from tdomcheck.values import dataclass

_CALL = "__call__"
HANDED_ON = "is handed on there, to what may want text"
_UNREADABLE = "is mentioned there, in what cannot be read as Python"


class _Way(Enum):
    """How other files come to what a function gives."""

    NAME = "name"
    OBJECT = "object"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A component function whose results are looked for."""

    path: str
    function: ComponentFunction
    way: _Way
    owner: str
    """The path of the function, or of the class that has it."""

    @property
    def spoken(self) -> str:
        """The name that a file says which uses it."""
        return self.owner.rpartition(".")[2]

    @property
    def label(self) -> str:
        return self.function.owner or self.function.path


@dataclass(frozen=True, slots=True)
class FarResult:
    """An expression of another file that is what a component gives."""

    wanted: Wanted
    path: str
    node: tree_sitter.Node
    reference: str = ""
    """What is called there, where it is proven to be this component."""
    problem: str = ""
    """Why it must stay, whatever becomes of others."""


def wanted_of(path: str, view: ModuleView, function: ComponentFunction) -> Wanted | None:
    """How others come to a function; None for one inside of a function, which they do not."""
    if function.owner:
        return Wanted(path, function, _Way.OBJECT, function.owner)
    outer = function.path.rpartition(".")[0]
    if view.scopes.scopes[view.scopes.index_at(function.node.start_byte)].kind == "class":
        return Wanted(path, function, _Way.MEMBER, outer)
    return None if outer else Wanted(path, function, _Way.NAME, function.path)


def far_results(codebase: Codebase, wanted: Sequence[Wanted]) -> Iterator[FarResult]:
    """Every use of some components in other files than their own."""
    index = _WantedIndex(codebase, wanted)
    names = SpokenNames(codebase, {each.spoken for each in wanted if each.way is not _Way.MEMBER})
    members = SpokenNames(codebase, {each.function.name for each in wanted if each.way is _Way.MEMBER})
    speaking = {*names.paths, *members.literal_paths}
    if index.objects:
        speaking.update(path for path in codebase.sources if b"self(" in codebase.contents[path])
    for path in sorted(speaking):
        view = codebase.view(path)
        if view is None or view.tree.is_broken:
            yield from _unreadable(path, view, codebase, wanted)
        else:
            yield from _FileResults(index, path, view).all(names.names)


def _unreadable(
    path: str, view: ModuleView | None, codebase: Codebase, wanted: Sequence[Wanted]
) -> Iterator[FarResult]:
    for each in wanted:
        if each.path != path and each.spoken.encode() in codebase.contents[path]:
            node = view.tree.root if view is not None else each.function.node
            yield FarResult(each, path, node, problem=_UNREADABLE)


class _WantedIndex:
    """What is looked for, by what leads to it."""

    def __init__(self, codebase: Codebase, wanted: Sequence[Wanted]) -> None:
        self.codebase, self.project = codebase, codebase.project
        self.functions = {(each.path, each.owner): each for each in wanted if each.way is _Way.NAME}
        self.objects = tuple(each for each in wanted if each.way is _Way.OBJECT)
        self.members: dict[str, list[Wanted]] = {}
        for each in wanted:
            if each.way is not _Way.NAME:
                self.members.setdefault(each.function.name, []).append(each)
        self._kin: dict[tuple[str, bool], Sequence[Wanted]] = {}
        self._owners = {each: self.project.resolve(each.path, f":{each.owner}") for each in wanted}

    def function(self, path: str, reference: str) -> Wanted | None:
        symbol = self.project.resolve(path, reference)
        if symbol is None or symbol.function is None:
            return None
        return self.functions.get((symbol.path, symbol.function.path))

    def is_owner(self, each: Wanted, symbol: Symbol) -> bool:
        owner = self._owners[each]
        return owner is not None and owner.key == symbol.key

    def kin_of(self, symbol: Symbol, *, is_exact: bool) -> Sequence[Wanted]:
        """What calling an object of a class may run."""
        key = (symbol.key, is_exact)
        if key not in self._kin:
            self._kin[key] = [each for each in self.objects if self.is_kin(each, symbol, is_exact=is_exact)]
        return self._kin[key]

    def is_kin(self, each: Wanted, symbol: Symbol, *, is_exact: bool) -> bool:
        """Whether an object of a class may have the function; `is_exact`: of that very class, and of no heir."""
        owner = self._owners[each]
        if owner is None:
            return True
        is_heir = self.project.derives_from(symbol, {owner.key})
        return is_heir or (not is_exact and self.project.derives_from(owner, {symbol.key}))


class _FileResults:
    """The uses in one file."""

    def __init__(self, index: _WantedIndex, path: str, view: ModuleView) -> None:
        self._index = index
        self._path = path
        self._view = view

    def all(self, names: frozenset[str]) -> Iterator[FarResult]:
        if self._index.functions:
            yield from self._of_names(names)
        if self._index.objects:
            yield from self._of_objects()
        for name, wanted in self._index.members.items():
            attributes = (said.parent for said in attributes_named(self._view, name))
            for attribute in (each for each in attributes if each is not None):
                yield from self._of_member(attribute, wanted)

    def _of_names(self, names: frozenset[str]) -> Iterator[FarResult]:
        for name in sorted(names):
            attributes = (use.parent for use in attributes_named(self._view, name))
            for use in (*self._view.readers.get(name, ()), *attributes):
                is_read = use is not None and not _is_imported(use)
                reference = self._index.codebase.reference(self._path, use) if use is not None and is_read else ""
                wanted = self._index.function(self._path, reference) if reference else None
                if wanted is not None and use is not None and wanted.path != self._path:
                    yield from self._of_name(use, reference, wanted)

    def _of_name(self, use: tree_sitter.Node, reference: str, wanted: Wanted) -> Iterator[FarResult]:
        if is_said_only(use) or use.start_byte in starts_of_tags(self._view):
            return
        if is_called(use) and use.parent is not None:
            yield FarResult(wanted, self._path, use.parent, reference)
        elif not is_taken_as_component(self._view, use):
            yield FarResult(wanted, self._path, use, problem=HANDED_ON)

    def _of_objects(self) -> Iterator[FarResult]:
        for call in self._view.nodes["call"]:
            reference, callee = called_class(self._view, call), call.child_by_field_name("function")
            symbol = self._index.project.resolve(self._path, reference) if reference else None
            if symbol is None or callee is None:
                continue
            is_exact = callee.type == "call" or self._view.given(callee) is not None
            for each in self._index.kin_of(symbol, is_exact=is_exact):
                is_far = self._path != each.path
                if is_exact and is_far and self._index.is_owner(each, symbol):
                    yield FarResult(each, self._path, call, f"{reference}()")
                elif is_far or symbol.path != each.path:
                    yield FarResult(each, self._path, call)

    def _of_member(self, attribute: tree_sitter.Node, wanted: Sequence[Wanted]) -> Iterator[FarResult]:
        call = attribute.parent if is_called(attribute) else None
        for each in wanted:
            if each.path == self._path or not self._may_have(attribute, each):
                continue
            if (call is None) != each.function.is_property:
                yield FarResult(each, self._path, attribute, problem=HANDED_ON)
            else:
                yield FarResult(each, self._path, call or attribute)

    def _may_have(self, attribute: tree_sitter.Node, each: Wanted) -> bool:
        """Whether an attribute may be that of the component: its object is of that class, or nobody knows of which."""
        reference = self._view.resolve(attribute)
        if reference and not reference.startswith(":"):
            return self._is_that(self._index.project.resolve(self._path, reference), each)
        receiver = attribute.child_by_field_name("object")
        class_ = self._class_of(receiver) if receiver is not None else ""
        symbol = self._index.project.resolve(self._path, class_) if class_ else None
        if symbol is None:
            return each.function.name != _CALL
        return self._index.is_kin(each, symbol, is_exact=False)

    def _is_that(self, symbol: Symbol | None, each: Wanted) -> bool:
        """Whether a name means the method itself, as `Card.icon` does."""
        function = symbol.function if symbol is not None else None
        return (
            symbol is not None
            and function is not None
            and (symbol.path, function.path)
            == (
                each.path,
                each.function.path,
            )
        )

    def _class_of(self, receiver: tree_sitter.Node) -> str:
        callee = receiver.child_by_field_name("function") if receiver.type == "call" else None
        if callee is not None and self._view.text(callee) == "super":
            own = class_around(self._view, receiver)
            return f":{own}" if own else ""
        return class_made(self._view, receiver)


def class_around(view: ModuleView, node: tree_sitter.Node) -> str:
    """The path of the class in whose method something stands."""
    index = view.scopes.index_at(node.start_byte)
    while index > 0:
        scope = view.scopes.scopes[index]
        if scope.kind == "class":
            return scope.path
        index = scope.parent
    return ""


def _is_imported(use: tree_sitter.Node) -> bool:
    return use.parent is not None and use.parent.type in {"dotted_name", "aliased_import"}
