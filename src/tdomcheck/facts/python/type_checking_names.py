"""Names that are imported for type checkers alone, and so do not exist at run time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ImportFact


def type_checking_names(view: PythonModule) -> Mapping[str, ImportFact]:
    """The names of a file that only an import below `if TYPE_CHECKING:` gives it, with that import."""
    hidden = {
        fact.alias: fact
        for fact in view.imports
        if fact.is_type_checking and fact.name != "*" and not _has_else(view, fact.start)
    }
    bound = {name for scope in view.scopes.scopes for name in scope.names}
    for fact in view.imports:
        if not fact.is_type_checking or fact.alias in bound:
            hidden.pop(fact.alias, None)
    return hidden


def _has_else(view: PythonModule, offset: int) -> bool:
    block = outermost_if(view, offset)
    return block is None or any(child.type in {"else_clause", "elif_clause"} for child in block.named_children)


def outermost_if(view: PythonModule, offset: int) -> tree_sitter.Node | None:
    """The `if` of the module around an offset of the file."""
    statements = _statements(view)
    index = bisect_right(statements, view.source.to_utf8(offset), key=_start) - 1
    statement = statements[index] if index >= 0 else None
    return statement if statement is not None and statement.type == "if_statement" else None


def _start(node: tree_sitter.Node) -> int:
    return node.start_byte


@once
def _statements(view: PythonModule) -> Sequence[tree_sitter.Node]:
    return view.tree.root.named_children
