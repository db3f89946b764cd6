"""Arguments of html() that no call of it shows: by other names of it, in dictionaries, in what `partial` makes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.facts.html.components import is_said_only
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.python.value_flow import origins, reaching_values
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.component_uses import is_called
from tdomcheck.rewrite.migrations.template_sites import readers_of
from tdomcheck.source.tree import enclosing

_WORD = regex(r"\w+")


def unread_arguments(view: ModuleView, names: Collection[str]) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Where arguments of html() of tdom_svcs may stand that its calls do not show, with what keeps them from it."""
    yield from _renamed(view, names)
    for call in view.nodes["call"]:
        arguments, function = arguments_of(view, call), call.child_by_field_name("function")
        if function is None:
            continue
        keyword = next((arguments.keywords[name] for name in names if name in arguments.keywords), None)
        first = arguments.positional[0] if arguments.positional else None
        if view.resolve(function) == "functools.partial" and first is not None and _is_html(view, first):
            if keyword is not None:
                yield (
                    keyword.parent or keyword,
                    "what `partial` makes may be called with the old name, too: change both",
                )
        elif _is_html(view, function):
            yield from _spread(view, call, names)
        elif keyword is not None and _is_hidden(view, function):
            reason = f"a comprehension of the function has another `{view.text(function)}`: give that another name"
            yield keyword.parent or keyword, reason


def _is_html(view: ModuleView, node: tree_sitter.Node) -> bool:
    reference = view.resolve(node)
    return reference in api.HTML and reference.startswith("tdom_svcs.")


def _spread(view: ModuleView, call: tree_sitter.Node, names: Collection[str]) -> Iterator[tuple[tree_sitter.Node, str]]:
    """`html(t"", **{"context": box})`, also by a name, and by what is put into that."""
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        value = argument.named_children[0] if argument.type == "dictionary_splat" else None
        said = (
            {key for _, mapping in origins(view, value) for key in _keys(view, mapping)} if value is not None else set()
        )
        said |= {*_put(view, value, names)} if value is not None and value.type == "identifier" else set()
        old = next((name for name in names if name in said), None)
        if old is not None:
            yield argument, f"`{old}` stands in a dictionary here: give html() its container by name"


def _keys(view: ModuleView, mapping: tree_sitter.Node) -> Iterator[str]:
    """Those of `{"context": box}` and of `dict(context=box)`."""
    if mapping.type == "dictionary":
        keys = (pair.child_by_field_name("key") for pair in mapping.named_children)
        yield from (static_text(view, key) for key in keys if key is not None and key.type == "string")
    elif mapping.type == "call":
        yield from arguments_of(view, mapping).keywords


def _put(view: ModuleView, name: tree_sitter.Node, names: Collection[str]) -> Iterator[str]:
    """The names that statements say which change a local dictionary, or give it its value."""
    places = [*readers_of(view, name), *reaching_values(view, name)]
    for place in places if view.is_assigned(view.text(name), name.start_byte) else ():
        statement = enclosing(place, "expression_statement")
        words = _words(view, statement) if statement is not None and place.start_byte != name.start_byte else []
        yield from (word for word in words if word in names)


def _renamed(view: ModuleView, names: Collection[str]) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Where html() of tdom_svcs gets another name, or is handed on: whoever calls it then may give the old argument."""
    for use in _uses_of_html(view):
        parent = use.parent
        name = parent.child_by_field_name("left") if parent is not None and parent.type == "assignment" else None
        if name is not None and name.type == "identifier" and view.scopes.index_at(name.start_byte) > 0:
            yield from _by_name(view, name, names)
        elif parent is not None and not (is_called(use) or is_said_only(use) or _is_of_partial(view, use)):
            yield use, "whoever has html() from here may give it the old argument: change their calls"


def _by_name(
    view: ModuleView, name: tree_sitter.Node, names: Collection[str]
) -> Iterator[tuple[tree_sitter.Node, str]]:
    """The calls of a local name that is html(), and what hands it on."""
    for use in readers_of(view, name):
        call = use.parent if is_called(use) else None
        keywords = arguments_of(view, call).keywords if call is not None else {}
        old = next((keywords[each] for each in names if each in keywords), None)
        if old is not None:
            yield old.parent or old, f"`{view.text(name)}` is html() here: call that by its own name"
        elif call is None:
            yield use, "whoever has html() from here may give it the old argument: change their calls"


def _uses_of_html(view: ModuleView) -> Iterator[tree_sitter.Node]:
    for alias in sorted({fact.alias.partition(".")[0] for fact in view.imports if "svcs" in fact.module}):
        for reader in view.readers.get(alias, ()):
            use, parent = reader, reader.parent
            while parent is not None and parent.type == "attribute" and not _is_html(view, use):
                use, parent = parent, parent.parent
            is_import = parent is not None and parent.type in {"aliased_import", "dotted_name"}
            if not is_import and _is_html(view, use):
                yield use


def _is_of_partial(view: ModuleView, use: tree_sitter.Node) -> bool:
    call = use.parent.parent if use.parent is not None and use.parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and view.resolve(function) == "functools.partial"


def _is_hidden(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether a name that is imported as html() means the target of a comprehension, as far as facts go."""
    name = view.text(function)
    imported = {fact.alias for fact in view.imports if import_target(fact) in api.HTML and "svcs" in fact.module}
    if function.type != "identifier" or name not in imported:
        return False
    around = enclosing(function, "function_definition", "lambda")
    return any(
        clause.type == "for_in_clause" and name in _words(view, clause.child_by_field_name("left"))
        for whole in view.nodes["comprehension"]
        if enclosing(whole, "function_definition", "lambda") == around
        and not whole.start_byte <= function.start_byte < whole.end_byte
        for clause in whole.named_children
    )


def _words(view: ModuleView, node: tree_sitter.Node | None) -> list[str]:
    return _WORD.findall(view.text(node)) if node is not None else []
