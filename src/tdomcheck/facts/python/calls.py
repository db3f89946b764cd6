"""The parts of a call: its arguments, the name that is called, the scope that it stands in."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call."""

    positional: tuple[tree_sitter.Node, ...]
    keywords: dict[str, tree_sitter.Node]
    has_star: bool

    @property
    def values(self) -> tuple[tree_sitter.Node, ...]:
        """All that is given, by position and then by name; what stars bring is not known."""
        return (*self.positional, *self.keywords.values())

    def get(self, position: int, *names: str) -> tree_sitter.Node | None:
        """An argument by position or by any of its names."""
        if position < len(self.positional):
            return self.positional[position]
        return next((self.keywords[name] for name in names if name in self.keywords), None)


@once_each
def arguments_of(view: PythonModule, call: tree_sitter.Node) -> Arguments:
    """Read the argument list of a call node."""
    listed = call.child_by_field_name("arguments")
    positional: list[tree_sitter.Node] = []
    keywords: dict[str, tree_sitter.Node] = {}
    has_star = False
    for child in listed.named_children if listed is not None and listed.type == "argument_list" else ():
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type == "keyword_argument" and name is not None and value is not None:
            keywords[view.text(name)] = value
        elif child.type in {"list_splat", "dictionary_splat"}:
            has_star = True
        elif child.type != "comment":
            positional.append(child)
    return Arguments(tuple(positional), keywords, has_star)


@once_each
def method_of(view: PythonModule, call: tree_sitter.Node) -> str:
    """The last name of what is called."""
    function = call.child_by_field_name("function")
    if function is None:
        return ""
    name = function.child_by_field_name("attribute") if function.type == "attribute" else function
    return view.text(name) if name is not None and name.type == "identifier" else ""


def owner_of(view: PythonModule, node: tree_sitter.Node) -> str:
    """The lexical path of the scope that a node stands in."""
    return view.scopes.scopes[view.scopes.index_at(node.start_byte)].path
