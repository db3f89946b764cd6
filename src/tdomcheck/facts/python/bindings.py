"""Which names of a module mean more than one thing in the course of time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once

STAR = "*"
"""Among the unsure names of a module: any of its names may come from elsewhere."""
_GLOBAL = re.compile(rb"(?m)^[ \t]+global[ \t]+([^\n#;]+)")
_SET = re.compile(rb"\.(\w+)[ \t]*=(?!=)")
"""A pattern that begins with a plain byte is ten times as fast as one that begins with the owner."""
_OWNER = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
_PATCHING = re.compile(rb"(?:setattr|patch(?:\.object)?)\(")
_QUOTED = re.compile(rb"[\"'](?:[\w.]*\.)?(\w+)[\"']")
_INNER = frozenset({"function_definition", "class_definition", "lambda", "decorated_definition"})
_SIMPLE = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


@once
def unsure_names(view: PythonModule) -> frozenset[str]:
    """Names of the module's own scope that are bound twice, or in a loop, or by a function."""
    return frozenset(_unsure(view))


def patched_names(view: PythonModule) -> tuple[str, ...]:
    """The attributes that the file sets on anything but `self`, as code or by name."""
    utf8 = view.source.utf8
    return tuple(sorted(name.decode() for name in _set_names(utf8).union(_named_in_calls(utf8))))


def _set_names(utf8: bytes) -> set[bytes]:
    found: set[bytes] = set()
    for match in _SET.finditer(utf8):
        if match[1] in found:
            continue
        start = end = match.start()
        while start and utf8[start - 1] in _OWNER:
            start -= 1
        first = utf8[start:end].partition(b".")[0]
        if first and first not in {b"self", b"cls"} and not first[:1].isdigit():
            found.add(match[1])
    return found


def _named_in_calls(utf8: bytes) -> Iterator[bytes]:
    """The first quoted name behind each `setattr(` and `patch(` of a line."""
    place, may_hold = 0, any(word in utf8 for word in (b"setattr(", b"patch(", b"patch.object("))
    while may_hold and (call := _PATCHING.search(utf8, place)) is not None:
        end = utf8.find(b"\n", call.end())
        end = len(utf8) if end < 0 else end
        name = _QUOTED.search(utf8, call.end(), end)
        place = end if name is None else name.end()
        if name is not None:
            yield name[1]


def is_bound(view: PythonModule, name: str) -> bool:
    """Whether any scope of the file gives the name of a builtin another meaning."""
    return name in _bound_names(view)


@once
def _bound_names(view: PythonModule) -> set[str]:
    return {name for scope in view.scopes.scopes for name in (*scope.names, *scope.bindings)}


def is_given_again(view: PythonModule, reference: str) -> bool:
    """Whether a name of the file that is defined is given another value as well."""
    path, _, name = reference[1:].rpartition(".")
    return any(name in scope.names for scope in view.scopes.scopes if scope.path == path)


def _unsure(view: PythonModule) -> Iterator[str]:
    counts: Counter[str] = Counter()
    imported: set[tuple[str, str]] = set()
    for name, weight, source in _bound(view, view.tree.root):
        if not source or (name, source) not in imported:
            counts[name] += weight
            imported.add((name, source))
    for listed in _GLOBAL.findall(view.source.utf8) if b"global" in view.source.utf8 else ():
        counts.update({name.strip().decode(): 2 for name in listed.split(b",")})
    yield from (name for name, count in counts.items() if count > 1)


def _bound(view: PythonModule, root: tree_sitter.Node) -> Iterator[tuple[str, int, str]]:
    """Every name that a statement of the module binds, with 2 for what may be bound again and again.

    What is imported comes with its source: to import a thing twice is to bind it once."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in _SIMPLE:
            yield from ((name, 2 if name == STAR else 1, source) for name, source in _imported(view, node))
        elif node.type in {"function_definition", "class_definition"}:
            name = node.child_by_field_name("name")
            yield (view.text(name) if name is not None else "", 1, "")
        elif node.type == "decorated_definition":
            pending += [child for child in node.named_children if child.type in _INNER]
        elif node.type in {"assignment", "augmented_assignment", "named_expression"}:
            left = node.child_by_field_name("left") or node.child_by_field_name("name")
            is_plain = node.type == "assignment" and left is not None and left.type == "identifier"
            weight = 1 if is_plain and node.child_by_field_name("right") is not None else 2
            if left is not None and not (is_plain and weight == 2):  # `name: int` binds nothing
                yield from ((name, weight, "") for name in _identifiers(view, left))
            pending += [child for child in node.named_children if child != left]
        elif node.type == "type_alias_statement":
            yield from ((name, 1, "") for name in _identifiers(view, node.named_children[0]))
        elif node.type in {"for_statement", "as_pattern_target", "delete_statement"}:
            left = node.child_by_field_name("left") if node.type == "for_statement" else node
            yield from ((name, 2, "") for name in (_identifiers(view, left) if left is not None else ()))
            pending += node.named_children if node.type == "for_statement" else []
        elif node.type != "lambda":
            pending += node.named_children


def _imported(view: PythonModule, node: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    module = node.child_by_field_name("module_name")
    origin = view.text(module) if module is not None else ""
    if any(child.type == "wildcard_import" for child in node.children):
        yield STAR, origin
        return
    for child in node.children_by_field_name("name"):
        alias = child.child_by_field_name("alias") if child.type == "aliased_import" else None
        name = child.child_by_field_name("name") if alias is not None else child
        shown = view.text(alias or child)
        source = f"{origin} {view.text(name or child)}"
        yield (shown if module is not None or alias is not None else shown.partition(".")[0]), source


def _identifiers(view: PythonModule, target: tree_sitter.Node) -> Iterator[str]:
    if target.type in {"attribute", "subscript"}:
        return
    if target.type == "identifier":
        yield view.text(target)
    for child in target.named_children:
        yield from _identifiers(view, child)
