"""What renders in a file, and who is given what it renders: names of scopes, of cases, of props."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.render_calls import html_calls, reexported_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.rewrite.migrations.component_uses import attributes_named
from tdomcheck.source.tree import enclosing
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Rendered:
    """What other files of a project render that comes to one of them."""

    references: frozenset[str] = frozenset()
    """What it takes from them that holds rendered text; a name that a star brings begins with the star."""
    given: frozenset[tuple[str, str]] = frozenset()
    """The paths of its functions and classes that they give rendered text, each with the parameter; empty for all."""
    is_too_far: bool = False
    """It comes through more files than are followed."""


@once
def rendering(view: ModuleView) -> frozenset[tree_sitter.Node]:
    """The calls that render, also by a name that another module hands on."""
    return frozenset((*html_calls(view), *reexported_calls(view)))


def patterns_of(statement: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The patterns of a `match`, whose names get what it is about."""
    body = statement.child_by_field_name("body")
    for clause in body.named_children if body is not None else ():
        yield from (child for child in clause.named_children if child.type == "case_pattern")


@once
def props_given(view: ModuleView) -> Mapping[int, tuple[tree_sitter.Node, str]]:
    """Where the braces begin that give a component a prop: the component gets it as it is, whoever renders."""
    props: dict[int, tuple[tree_sitter.Node, str]] = {}
    for template in view.html_templates:
        for tag in (tag for tag in view.markup(template).tags if tag.is_component):
            component = template.interpolations[tag.component].node
            for attribute in tag.attributes:
                for number in attribute.interpolations:
                    braces = enclosing(template.interpolations[number].node, "interpolation")
                    if braces is not None:
                        props[braces.start_byte] = (component, attribute.name.replace("-", "_"))
    return props


def owner_of(view: ModuleView, name: tree_sitter.Node) -> int:
    """The scope whose name that is, by its index."""
    text, scopes = view.text(name), view.scopes.scopes
    index = innermost = view.scopes.index_at(name.start_byte)
    while index > 0:
        scope, how = scopes[index], view.borrowed_names.get((index, text), "")
        is_visible = scope.kind != "class" or index == innermost
        if how == "global":
            return 0
        if is_visible and not how and (text in scope.names or text in scope.bindings):
            return index
        index = scope.parent
    return 0


def parameters_meant(names: Sequence[str], parameter: str | int) -> Sequence[str]:
    """The one of some parameters that a name or a place says; all where neither does, as behind a star."""
    if isinstance(parameter, str):
        return [parameter] if parameter in names else names
    is_bound = bool(names) and names[0] in {"self", "cls"}
    return [names[parameter]] if parameter < len(names) and not is_bound else names


def names_taken(view: ModuleView, references: Collection[str]) -> frozenset[str]:
    """What a file calls it: others may take it from there."""
    aliases = {fact.alias for fact in view.imports if import_target(fact) in references}
    return frozenset(aliases | {reference[2:] for reference in references if reference.startswith("*.")})


def uses_taken(view: ModuleView, references: Collection[str]) -> Iterator[tree_sitter.Node]:
    """Where a file reads what it takes from others, by references; behind a star any name that it does not bind."""
    stars = {reference[2:] for reference in references if reference.startswith("*.")}
    for name in sorted(names_taken(view, references)):
        for use in view.readers.get(name, ()):
            is_taken = view.resolve(use) in references or (name in stars and _is_free(view, use))
            if is_taken and not _is_imported(use):
                yield use
    for name in sorted({reference.rpartition(".")[2] for reference in references}):
        attributes = (said.parent for said in attributes_named(view, name))
        yield from (use for use in attributes if use is not None and view.resolve(use) in references)


def _is_free(view: ModuleView, use: tree_sitter.Node) -> bool:
    """Whether nothing in the file binds the name that is read there, but a star may."""
    module, name = view.scopes.scopes[0], view.text(use)
    return owner_of(view, use) == 0 and name not in module.names and name not in module.bindings


def _is_imported(use: tree_sitter.Node) -> bool:
    return use.parent is not None and use.parent.type in {"aliased_import", "dotted_name"}
