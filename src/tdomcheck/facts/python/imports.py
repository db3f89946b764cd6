"""The imports of a file, wherever they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.facts.limits import MOST_PARTS_OF_NAME
from tdomcheck.facts.python.node_index import NodeIndex
from tdomcheck.facts.python.scopes import Scopes
from tdomcheck.facts.records import ImportFact
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import ParsedTree


def imports_of(source: SourceText, tree: ParsedTree, nodes: NodeIndex, scopes: Scopes) -> list[tuple[ImportFact, int]]:
    """Each import with its offset in `utf8`."""
    guarded = _type_checking_ranges(tree, nodes)
    tried = {match[1].decode(): match.start() for match in reversed([*_SKIPPING.finditer(tree.utf8)])}
    imports = []
    for node in nodes["import"]:
        start = node.start_byte
        place = bisect_right(guarded, (start, len(tree.utf8))) - 1
        is_guarded = place >= 0 and start < guarded[place][1]
        is_top = scopes.index_at(start) == 0
        span = source.from_utf8(start), source.from_utf8(node.end_byte)
        for module, name, alias in _bindings(tree, node):
            fact = ImportFact(
                module,
                name,
                alias,
                *span,
                is_type_checking=is_guarded,
                is_top_level=is_top,
                is_guarded=(node.start_point.column > 0 and _may_be_skipped(node))
                or (bool(tried) and _is_tried(f"{module}.{name}", start, tried)),
            )
            imports.append((fact, start))
    return imports


_CHOOSING = frozenset(
    {"if_statement", "match_statement", "while_statement", "for_statement", "try_statement", "with_statement"}
)


_SKIPPING = regex(rb"""importorskip\(\s*["']([\w.]+)["']""")
"""Where pytest leaves a file of tests if a module cannot be imported."""


def _is_tried(target: str, start: int, tried: Mapping[str, int]) -> bool:
    """Whether what an import names, or what that is in, is tried before it."""
    parts = target.split(".", MOST_PARTS_OF_NAME)
    return any(tried.get(".".join(parts[:length]), start) < start for length in range(1, len(parts) + 1))


def _may_be_skipped(node: tree_sitter.Node) -> bool:
    """Whether something around an import decides that it runs, or that it may fail."""
    around = node.parent
    while around is not None and around.type not in _CHOOSING:
        around = around.parent
    return around is not None


def _type_checking_ranges(tree: ParsedTree, nodes: NodeIndex) -> list[tuple[int, int]]:
    ranges = []
    names = {"TYPE_CHECKING"}
    for node in nodes["import"] if nodes["if"] else ():
        names.update(alias for _, name, alias in _bindings(tree, node) if name == "TYPE_CHECKING")
    for node in nodes["if"]:
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is not None and body is not None and tree.text(condition).rpartition(".")[2] in names:
            ranges.append((body.start_byte, body.end_byte))
    return ranges


def _bindings(tree: ParsedTree, node: tree_sitter.Node) -> Iterator[tuple[str, str, str]]:
    """Module, imported name and bound name of every part of an import statement."""
    if node.type == "import_statement":
        for child in node.children_by_field_name("name"):
            module, alias = _aliased(tree, child)
            yield module, "", alias or module.partition(".")[0]
        return
    origin = node.child_by_field_name("module_name")
    module = "".join(tree.text(origin).split()) if origin else ""
    if any(child.type == "wildcard_import" for child in node.children):
        yield module, "*", "*"
    for child in node.children_by_field_name("name"):
        name, alias = _aliased(tree, child)
        yield module, name, alias or name


def _aliased(tree: ParsedTree, node: tree_sitter.Node) -> tuple[str, str]:
    if node.type != "aliased_import":
        return "".join(tree.text(node).split()), ""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    return "".join(tree.text(name).split()) if name else "", tree.text(alias) if alias else ""
