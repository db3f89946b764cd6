"""Who calls a factory beside svcs, and gives its parameter by the name that it has: then that name has to stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import tree_sitter

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.services.factory_parameters import registered_factory
from tdomcheck.rewrite.migrations.component_uses import attributes_named, dotted_words
from tdomcheck.rewrite.migrations.spoken_names import SpokenNames
from tdomcheck.values import dataclass

_ANY = "**"
_KNOWN_USES = frozenset({"aliased_import", "argument_list", "dotted_name", "function_definition", "keyword_argument"})


@dataclass(frozen=True, slots=True)
class _Factory:
    """A function that its file registers, by its name, and by others that imports give it."""

    path: str
    name: str
    parameter: str
    names: frozenset[str]


def told_factories(codebase: Codebase) -> Mapping[str, frozenset[str]]:
    """The names of factories, by file, whose parameter some other file may give by its name."""
    found = {path: factories for path in codebase.sources if (factories := _factories(codebase, path))}
    literal = {name for factories in found.values() for name in factories}
    paths = SpokenNames(codebase, literal).paths if literal else ()
    views = {path: view for path in paths if (view := codebase.view(path)) is not None}
    index = _by_name(found, _aliases(views.values()))
    told: dict[str, set[str]] = {}
    for other, view in views.items():
        for factory in _told_in(other, view, index):
            told.setdefault(factory.path, set()).add(factory.name)
    return {path: frozenset(names) for path, names in told.items()}


def _told_in(path: str, view: ModuleView, index: Mapping[str, Collection[_Factory]]) -> Iterator[_Factory]:
    """The factories of other files whose parameter a file may give by its name."""
    spoken = {factory for name in _words(view) & index.keys() for factory in index[name]}
    for factory in spoken:
        if factory.path != path and is_given_by_name(view, factory.names, factory.parameter):
            yield factory


def _aliases(views: Iterable[ModuleView]) -> Mapping[str, Collection[str]]:
    aliases: dict[str, set[str]] = {}
    for fact in (fact for view in views for fact in view.imports if fact.alias != fact.name):
        aliases.setdefault(fact.name, set()).add(fact.alias)
    return aliases


def _by_name(
    found: Mapping[str, Mapping[str, str]], aliases: Mapping[str, Collection[str]]
) -> Mapping[str, Collection[_Factory]]:
    index: dict[str, list[_Factory]] = {}
    for path, factories in found.items():
        for name, parameter in factories.items():
            factory = _Factory(path, name, parameter, frozenset(_names_of(name, aliases)))
            for each in factory.names:
                index.setdefault(each, []).append(factory)
    return index


def _words(view: ModuleView) -> set[str]:
    return {*view.readers, *(word.decode() for word in dotted_words(view))}


def _names_of(name: str, aliases: Mapping[str, Collection[str]]) -> Collection[str]:
    """A name, and what imports make of it, and others of that."""
    names, pending = {name}, [name]
    while pending:
        new = set(aliases.get(pending.pop(), ())) - names
        names |= new
        pending += new
    return names


def _factories(codebase: Codebase, path: str) -> Mapping[str, str]:
    """The functions of a file that it registers, each with the name of its first parameter."""
    view = codebase.view(path) if b"_factory" in codebase.contents[path] else None
    found = (registered_factory(view, call) for call in view.nodes["call"]) if view is not None else ()
    factories: dict[str, str] = {}
    for factory in found:
        name = factory.child_by_field_name("name") if factory is not None else None
        if view is not None and factory is not None and name is not None:
            first = next(iter(definitions_of(view).parameters(factory)), None)
            factories |= {view.text(name): first.name} if first is not None else {}
    return factories


def is_given_by_name(view: ModuleView, names: Collection[str], parameter: str) -> bool:
    """Whether a call of a file may give a parameter by its name to a function that goes by any of some names."""
    giving = _given_words(view)
    if any(name in giving.get(said, ()) for name in names for said in (parameter, _ANY)):
        return True
    return parameter in giving and any(_is_handed_on(use) for name in names for use in _uses(view, name))


@once
def _given_words(view: ModuleView) -> Mapping[str, Collection[str]]:
    """By the name of an argument what the calls mention that give it; `**` may give any."""
    words: dict[str, set[str]] = {}
    for call in view.nodes["call"]:
        said = [*arguments_of(view, call).keywords, *([_ANY] if _spreads(call) else ())]
        for name in said:
            words.setdefault(name, set()).update(_mentioned(view, call))
    return words


def _spreads(call: tree_sitter.Node) -> bool:
    listed = call.child_by_field_name("arguments")
    return listed is not None and any(child.type == "dictionary_splat" for child in listed.named_children)


def _mentioned(view: ModuleView, call: tree_sitter.Node) -> set[str]:
    """The last name of what is called, and of what it is given, as `partial` is."""
    given = (
        view.text(each) for each in arguments_of(view, call).positional if each.type in {"identifier", "attribute"}
    )
    return {method_of(view, call), *(text.rpartition(".")[2].strip() for text in given)}


def _uses(view: ModuleView, name: str) -> Iterator[tree_sitter.Node]:
    yield from view.readers.get(name, ())
    yield from (said.parent for said in attributes_named(view, name) if said.parent is not None)


def _is_handed_on(use: tree_sitter.Node) -> bool:
    """Whether it is given another name, or put into something: who calls it then is not known."""
    parent = use.parent
    is_called = parent is not None and parent.type == "call"
    return parent is not None and not is_called and parent.type not in _KNOWN_USES
