"""Imports written in other ways: every name `as` another, or through its module."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.contract.examples import Source, TextChange, TextRange, edited
from tdomcheck.contract.syntax import Syntax, leaves, mentions, nodes_of

_SKIPPED_MODULES = ("__future__", ".")


def by_name(source: Source, origin: Source, others: str) -> Source | None:
    """`from tdom import html` to `from tdom import html as html_x`, and its uses with it."""
    names = _renamed(Syntax(origin.text), others)
    syntax = Syntax(source.text)
    changes = [change for node in _import_parts(syntax) for change in _aliased(syntax, node, names)] + list(
        _uses(syntax, {name: f"{name}_x" for name in names})
    )
    return edited(source, changes) if names and changes else None


def _renamed(syntax: Syntax, others: str) -> set[str]:
    """The imported names that nothing but their identifiers tell of."""
    names = {syntax.tree.text(_bound(node)) for node in _import_parts(syntax) if _bound(node) is not None}
    return {name for name in names if "." not in name and _is_free(syntax, name, others)}


def _is_free(syntax: Syntax, name: str, others: str) -> bool:
    top = syntax.view.scopes.scopes[0]
    is_taken = name in top.names or mentions(others, name) or mentions(syntax.text, f"{name}_x")
    return not is_taken and not any(mentions(text, name) for text in _texts(syntax))


def _texts(syntax: Syntax) -> Iterator[str]:
    """The text of strings and comments, where a name may mean the import too."""
    for node in leaves(syntax.tree.root):
        if node.type in {"string_content", "comment"}:
            yield syntax.tree.text(node)


def _import_parts(syntax: Syntax) -> Iterator[tree_sitter.Node]:
    """What stands between the commas of imports at the top level, those of `__future__` aside."""
    for statement in syntax.statements:
        if statement.type in {"import_statement", "import_from_statement"}:
            yield from statement.children_by_field_name("name")


# A part without a bound name does not occur in a tree without errors.
def _bound(part: tree_sitter.Node) -> tree_sitter.Node:
    return (part.child_by_field_name("alias") or part) if part.type == "aliased_import" else part


def _aliased(syntax: Syntax, part: tree_sitter.Node, names: set[str]) -> Iterator[TextChange]:
    name = syntax.tree.text(_bound(part))
    if name not in names:
        return
    start, end = syntax.place(_bound(part))
    yield (start, end, f"{name}_x") if part.type == "aliased_import" else (start, end, f"{name} as {name}_x")


def by_module(source: Source, origin: Source, others: str) -> Source | None:
    """`from tdom import html` to `import tdom as tdom_x`, and its uses to `tdom_x.html`."""
    modules = _modules(Syntax(origin.text), origin.place, others)
    syntax = Syntax(source.text)
    changes: list[TextChange] = []
    uses: dict[str, str] = {}
    for node, module, names in _from_imports(syntax):
        if module in modules and set(names) <= modules[module]:
            alias = f"{module.replace('.', '_')}_x"
            changes.append((*syntax.place(node), f"import {module} as {alias}"))
            uses.update({bound: f"{alias}.{name}" for bound, name in names.items()})
    changes += _uses(syntax, uses)
    return edited(source, changes) if changes else None


def _modules(syntax: Syntax, place: TextRange | None, others: str) -> dict[str, set[str]]:
    """The modules whose imports can be written so, with the names that they bind."""
    modules: dict[str, set[str]] = {}
    for node, module, names in _from_imports(syntax):
        start, end = syntax.place(node)
        is_marked = place is not None and start <= place[0] < end
        if not is_marked and all(_is_free(syntax, name, others) for name in names):
            modules[module] = set(names)
    return modules


def _from_imports(syntax: Syntax) -> Iterator[tuple[tree_sitter.Node, str, Mapping[str, str]]]:
    """Absolute `from` imports of the module, each with bound names and imported names."""
    for node in syntax.statements:
        origin = node.child_by_field_name("module_name") if node.type == "import_from_statement" else None
        module = syntax.tree.text(origin) if origin is not None else "."
        parts = node.children_by_field_name("name")
        if not module.startswith(_SKIPPED_MODULES) and parts:
            yield node, module, {syntax.tree.text(_bound(part)): _imported(syntax, part) for part in parts}


def _imported(syntax: Syntax, part: tree_sitter.Node) -> str:
    name = part.child_by_field_name("name") if part.type == "aliased_import" else part
    return syntax.tree.text(name) if name is not None else ""


def _uses(syntax: Syntax, names: Mapping[str, str]) -> Iterator[TextChange]:
    """Every identifier that means an import of the module, by the scopes, written in the other way."""
    bound = syntax.view.scopes.scopes[0].bindings
    for node in nodes_of(syntax.tree.root, "identifier"):
        name = syntax.tree.text(node)
        if name in names and is_use(node) and syntax.view.resolve(node) == bound.get(name):
            yield (*syntax.place(node), names[name])


def is_use(node: tree_sitter.Node) -> bool:
    """Whether an identifier is read as a name: no attribute, keyword, parameter or part of an import."""
    parent = node.parent
    if parent is None or parent.type in {"dotted_name", "aliased_import", "parameters", "lambda_parameters"}:
        return False
    field = _NAMES.get(parent.type)
    return field is None or parent.child_by_field_name(field) != node


_NAMES = {
    "attribute": "attribute",
    "keyword_argument": "name",
    "class_definition": "name",
    "function_definition": "name",
    "default_parameter": "name",
    "typed_default_parameter": "name",
}


def renamed(syntax: Syntax, names: Mapping[str, str]) -> Iterator[TextChange]:
    """Definitions and uses of the module's own names, written as others."""
    for node in nodes_of(syntax.tree.root, "identifier"):
        name = syntax.tree.text(node)
        if name in names and _means_own(syntax, node, name):
            yield (*syntax.place(node), names[name])


def _means_own(syntax: Syntax, node: tree_sitter.Node, name: str) -> bool:
    parent = node.parent
    if parent is not None and parent.type in {"class_definition", "function_definition"} and not is_use(node):
        return syntax.view.scopes.index_at(node.start_byte) == 0
    return is_use(node) and syntax.view.resolve(node) == f":{name}"


def own_names(syntax: Syntax) -> set[str]:
    """The names that the module defines or assigns."""
    top = syntax.view.scopes.scopes[0]
    defined = {name for name, target in top.bindings.items() if re.fullmatch(r":\w+", target)}
    return defined | top.names
