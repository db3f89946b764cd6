"""What svcs has deprecated, or given away: TDC903 and `svcs-modernise`."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.import_fallbacks import is_fallback
from tdomcheck.facts.python.local_calls import class_of_self
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import uses_of
from tdomcheck.facts.services.containers import is_certain_container, is_named_container
from tdomcheck.model import Edit, Fix, Safety
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.moved_imports import MovedStatement
from tdomcheck.rewrite.migrations.moved_uses import with_all_uses
from tdomcheck.values import dataclass

NEW_METHODS = {"get_abstract": "get", "aget_abstract": "aget"}
"""What the deprecated methods of a container call, and are replaced by."""
_GAP = rb"(?:[\s\\]|#[^\r\n]*[\r\n])*+"
_NAMED = regex(rb"(?:%b\.%b\w+)*?%b\.%b(?:get_abstract|aget_abstract)\b" % (_GAP, _GAP, _GAP, _GAP))
"""What stands behind a name in a chain of attributes that ends with one of them."""
_OLD = "svcs.pyramid"
_NEW = "svcs_pyramid"
_BECAUSE = "the package svcs-pyramid has to be installed"


@dataclass(frozen=True)
class SvcsChange:
    """A name of svcs that is no longer the one to write; without a fix, more has to change than it says."""

    place: tree_sitter.Node
    fix: Fix | None


def deprecated_methods(view: ModuleView) -> Iterator[SvcsChange]:
    """The methods of containers that are called, or named, and that only call another one."""
    if _has_own(view):
        return
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        if function is not None and arguments_of(view, call).positional:
            yield from _method(view, function, is_asked=True)
    for readers in view.readers.values():
        for reader in readers:
            if _NAMED.match(view.source.utf8, reader.end_byte):  # to ask a node for its parent is dear
                yield from _alone(view, reader)


def unknown_methods(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Such a method that is named and not called, of something that is not known to be a container."""
    known = {change.place for change in deprecated_methods(view)}
    for readers in view.readers.values() if not _has_own(view) else ():
        for reader in readers:
            named = _named(view, reader) if _NAMED.match(view.source.utf8, reader.end_byte) else None
            around = named.parent if named is not None else None
            if named is None or around is None or is_fallback(named) or _is_written(named, around):
                continue
            is_called = around.type == "call" and around.child_by_field_name("function") == named
            name = named.child_by_field_name("attribute")
            if name is not None and name not in known and not is_called:
                yield name


def _named(view: ModuleView, reader: tree_sitter.Node) -> tree_sitter.Node | None:
    """The chain of attributes that a name begins, where it ends with such a method."""
    named, around = reader, reader.parent
    while around is not None and around.type == "attribute" and around.child_by_field_name("object") == named:
        named, around = around, around.parent
    name = named.child_by_field_name("attribute")
    return named if name is not None and view.text(name) in NEW_METHODS else None


def doubtful_methods(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """What is called by the name of such a method in a file that defines one itself: people tell which is meant."""
    for call in view.nodes["call"] if _has_own(view) else ():
        function = call.child_by_field_name("function")
        holder = function.child_by_field_name("object") if function is not None else None
        name = function.child_by_field_name("attribute") if function is not None else None
        is_own = holder is not None and class_of_self(view, holder) is not None
        if name is not None and view.text(name) in NEW_METHODS and not is_own and arguments_of(view, call).positional:
            yield name


@once
def _has_own(view: ModuleView) -> bool:
    return any(_name_of(view, function) in NEW_METHODS for function in view.nodes["function"])


def _name_of(view: ModuleView, function: tree_sitter.Node) -> str:
    name = function.child_by_field_name("name")
    return view.text(name) if name is not None else ""


def _alone(view: ModuleView, reader: tree_sitter.Node) -> Iterator[SvcsChange]:
    """A method that is not called where it is named, such as `fetch = container.get_abstract`."""
    named = _named(view, reader)
    around = named.parent if named is not None else None
    if named is None or around is None or is_fallback(named) or _is_written(named, around):
        return
    is_called = around.type == "call" and around.child_by_field_name("function") == named
    if not (is_called and arguments_of(view, around).positional):
        yield from _method(view, named, is_asked=_is_called(view, around))


def _is_called(view: ModuleView, assignment: tree_sitter.Node) -> bool:
    """Whether the name that is given a method is called with a type."""
    left = assignment.child_by_field_name("left") if assignment.type == "assignment" else None
    for use in uses_of(view, view.text(left), left.start_byte) if left is not None else ():
        call = use.parent
        is_function = call is not None and call.type == "call" and call.child_by_field_name("function") == use
        if call is not None and is_function and arguments_of(view, call).positional:
            return True
    return False


def _is_written(named: tree_sitter.Node, around: tree_sitter.Node) -> bool:
    """Whether a method is replaced or taken away."""
    return around.type == "delete_statement" or around.child_by_field_name("left") == named


def _method(view: ModuleView, function: tree_sitter.Node, *, is_asked: bool) -> Iterator[SvcsChange]:
    """A name such as `container` tells enough only where the method is given a type."""
    name, holder = function.child_by_field_name("attribute"), function.child_by_field_name("object")
    old = view.text(name) if name is not None else ""
    if name is None or holder is None or old not in NEW_METHODS:
        return
    is_known = is_certain_container(view, holder) or view.resolve(function).startswith("svcs.")
    if is_known or (is_asked and is_named_container(view, function, holder)):
        span, new = view.span(name), NEW_METHODS[old]
        yield SvcsChange(name, Fix(f"Call `{new}`", (Edit(span.start, span.end, new),)))


def pyramid_imports(view: ModuleView) -> Iterator[SvcsChange]:
    """The imports of `svcs.pyramid`, but for fallbacks for other releases."""
    for statement in view.nodes["import"]:
        if view.is_expected_to_fail(statement.start_byte) or is_fallback(statement):
            continue
        names = statement.children_by_field_name("name")
        origin = statement.child_by_field_name("module_name")
        if origin is None:
            for part in names if statement.type == "import_statement" else ():
                module = part.child_by_field_name("name") or part
                if view.text(module) == _OLD:
                    yield SvcsChange(module, _renamed(view, module) if part.type == "aliased_import" else None)
        elif view.text(origin) == _OLD:
            yield SvcsChange(origin, _renamed(view, origin))
        elif view.text(origin) == "svcs":
            for part in names:
                if view.text(part.child_by_field_name("name") or part) == "pyramid":
                    yield SvcsChange(part, None)


def _renamed(view: ModuleView, place: tree_sitter.Node) -> Fix:
    span = view.span(place)
    edits = (Edit(span.start, span.end, _NEW),)
    return Fix("Import svcs_pyramid", edits, Safety.UNSAFE, unsafe_because=_BECAUSE)


def with_uses_of_pyramid(view: ModuleView, change: SvcsChange) -> Fix | None:
    """An import that no rename of its own is enough for, with what is said of it in the file."""
    statement = change.place.parent
    while statement is not None and statement.type not in {"import_statement", "import_from_statement"}:
        statement = statement.parent
    if statement is None or change.fix is not None:
        return change.fix
    if statement.type == "import_statement":
        return with_all_uses(view, MovedStatement(statement, change.place, _OLD, {_NEW: []}, None))
    if len(statement.children_by_field_name("name")) > 1 or "#" in view.text(statement):
        return None
    alias = change.place.child_by_field_name("alias")
    bound = view.text(alias) if alias is not None else "pyramid"
    span = view.span(statement)
    return Fix("Import svcs_pyramid", (Edit(span.start, span.end, f"import {_NEW} as {bound}"),))
