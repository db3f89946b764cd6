"""What an expression refers to: what `resolve` proves, and what values, stars and literal imports make almost sure."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.facts.limits import MOST_PARTS_OF_NAME
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.value_flow import values_of
from tdomcheck.regex import regex

IMPORTERS = frozenset({"importlib.import_module", "importlib.__import__", "builtins.__import__"})
_LITERAL = regex(r"""[rRuU]?(["'])([\w.]+)\1""")
_FROMLIST = 3
"""Where it is among the arguments of `__import__`."""


def reference_of(view: PythonModule, node: tree_sitter.Node) -> str:
    """A reference, as of `resolve`; unknown where an expression may be more than one thing."""
    if node.type not in _REFERRING:
        return ""
    names: list[str] = []
    for _ in range(MOST_PARTS_OF_NAME):
        known = view.resolve(node) or _imported(view, node)
        if known:
            return ".".join([known, *reversed(names)])
        inner, name = _member(view, node)
        if inner is not None:
            node = inner
            names.append(name)
            continue
        values = values_of(view, node)
        if len(values) != 1 or values[0] == node:
            return ""
        node = values[0]
    return ""


_REFERRING = frozenset(
    {"attribute", "boolean_operator", "call", "conditional_expression", "identifier", "named_expression"}
    | {"parenthesized_expression"}
)


def _member(view: PythonModule, node: tree_sitter.Node) -> tuple[tree_sitter.Node | None, str]:
    """What an attribute is asked of, and its name: `a.b`, `getattr(a, "b")`."""
    if node.type == "attribute":
        name = node.child_by_field_name("attribute")
        return node.child_by_field_name("object"), view.text(name) if name is not None else ""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None or view.text(function) != "getattr" or is_shadowed(view, "getattr"):
        return None, ""
    owner, name, default = (arguments_of(view, node).get(position) for position in (0, 1, 2))
    literal = _LITERAL.fullmatch(view.text(name)) if name is not None and default is None else None
    return (owner, literal[2]) if literal is not None else (None, "")


def _imported(view: PythonModule, node: tree_sitter.Node) -> str:
    """The module that a literal `import_module("a.b")` gives."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call" or function is None or listed is None or not listed.named_children:
        return ""
    importer = view.resolve(function)
    if not importer and view.text(function) == "__import__" and not is_shadowed(view, "__import__"):
        importer = "builtins.__import__"
    texts = [view.text(each) for each in listed.named_children]
    return imported_module(importer.rpartition(".")[2], texts) if importer in IMPORTERS else ""


def imported_module(importer: str, arguments: Sequence[str]) -> str:
    """The module that a call imports, as an import of the file would say it; empty where no literal does."""
    literal = _LITERAL.fullmatch(arguments[0])
    module = literal[2] if literal is not None else ""
    if importer == "__import__":
        is_whole = len(arguments) <= _FROMLIST and not any(each.startswith("fromlist") for each in arguments)
        return module.partition(".")[0] if is_whole else module
    if not module.startswith("."):
        return module
    return _from_package(module, "".join(arguments[1:]).replace(" ", "").removeprefix("package="))


def _from_package(module: str, package: str) -> str:
    """What a relative name means in a package that is written there, or is that of the file."""
    literal = _LITERAL.fullmatch(package)
    if package == "__package__":
        return module
    return f"{literal[2]}{module}" if literal is not None and not module.startswith("..") else ""
