"""Puts one statement of an example into a class, a function or a block; imports and the rest stay where they are."""

from __future__ import annotations

from collections.abc import Sequence

import tree_sitter

from tdomcheck.contract.examples import Source, TextChange, edited
from tdomcheck.contract.syntax import IMPORTS, Syntax, mentions, nodes_of


def nested(source: Source, headers: Sequence[str], others: str) -> Source | None:
    """The marked statement, or the last that nothing depends on, below some headers."""
    syntax = Syntax(source.text)
    lines = next(
        (candidate for candidate in _candidates(syntax, source) if not _is_needed(syntax, candidate, others)), None
    )
    if lines is None:
        return None
    first, last = lines
    opening = "".join(f"{'    ' * depth}{header}\n" for depth, header in enumerate(headers))
    changes: list[TextChange] = [(first, first, opening)]
    indent = "    " * len(headers)
    for start in syntax.line_starts:
        is_code = source.text[start : syntax.line_end(start)].strip() and syntax.string_around(start) is None
        if first <= start < last and is_code:
            changes.append((start, start, indent))
    merged = (first, first, opening + indent)
    return edited(source, [merged, *(change for change in changes if change[0] != first)])


def _candidates(syntax: Syntax, source: Source) -> list[tuple[int, int]]:
    """Ranges of whole lines that hold the marked statement; without a mark, every statement from the last."""
    ranges = _line_ranges(syntax)
    if source.place is not None:
        start = source.place[0]
        return [(first, last) for first, last, _ in ranges if first <= start < last]
    return [(first, last) for first, last, is_import in reversed(ranges) if not is_import]


def _line_ranges(syntax: Syntax) -> list[tuple[int, int, bool]]:
    """The lines of each statement of the module; statements that share a line share a range."""
    ranges: list[tuple[int, int, bool]] = []
    for node in syntax.statements:
        start, end = syntax.place(node)
        first, last = syntax.line_start(start), min(syntax.line_end(end) + 1, len(syntax.text))
        is_import = node.type in IMPORTS
        if ranges and first < ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], last, is_import and ranges[-1][2])
        else:
            ranges.append((first, last, is_import))
    return ranges


def _is_needed(syntax: Syntax, lines: tuple[int, int], others: str) -> bool:
    """Whether a name that these lines bind is read elsewhere: it would not be found there any more."""
    rest = syntax.text[: lines[0]] + syntax.text[lines[1] :] + "\n" + others
    return any(mentions(rest, name) for name in names_bound(syntax, lines))


def names_bound(syntax: Syntax, lines: tuple[int, int]) -> set[str]:
    """The names that the statements of some lines give to the module."""
    names: set[str] = set()
    for node in syntax.statements:
        if lines[0] <= syntax.place(node)[0] < lines[1]:
            names |= bound_by(syntax, node)
    return names


def bound_by(syntax: Syntax, statement: tree_sitter.Node) -> set[str]:
    """The names that one statement of the module binds."""
    if statement.type == "decorated_definition":
        inner = statement.child_by_field_name("definition")
        return bound_by(syntax, inner) if inner is not None else set()
    if statement.type in {"class_definition", "function_definition"}:
        name = statement.child_by_field_name("name")
        return {syntax.tree.text(name)} if name is not None else set()
    top = syntax.view.scopes.scopes[0]
    module_names = set(top.bindings) | top.names
    names = {syntax.tree.text(node) for node in nodes_of(statement, "identifier") if _is_binding(node)}
    return names & module_names


def _is_binding(name: tree_sitter.Node) -> bool:
    """Whether an identifier stands where names are bound: not exact for targets within targets, but never too few."""
    node: tree_sitter.Node | None = name
    while node is not None and node.parent is not None:
        parent = node.parent
        if parent.type in _BINDERS:
            return any(
                child == node for field in ("left", "name", "alias") for child in parent.children_by_field_name(field)
            )
        if parent.type in {"as_pattern_target", "case_pattern"}:
            return True
        if parent.type not in {"pattern_list", "tuple_pattern", "list_pattern", "dotted_name", "aliased_import"}:
            return False
        node = parent
    return False


_BINDERS = frozenset(
    [
        "assignment",
        "augmented_assignment",
        "named_expression",
        "for_statement",
        "class_definition",
        "function_definition",
        "import_statement",
        "import_from_statement",
    ]
)
