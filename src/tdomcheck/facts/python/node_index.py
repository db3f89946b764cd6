"""One query over a tree that finds every node that facts, names and templates are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

import tree_sitter

from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field

_DEFINITIONS = """
(import_statement) @import
(import_from_statement) @import
(class_definition) @class
(function_definition) @function
(decorated_definition) @decorated
(if_statement) @if
(module (expression_statement (assignment) @top))
(yield) @yield
(await) @await
"async" @async
(lambda) @closure
(return_statement) @leave
(break_statement) @jump
(continue_statement) @jump
(for_statement) @loop
(while_statement) @loop
(try_statement) @block
(with_statement) @block
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @comprehension
(keyword_argument) @keyword
(future_import_statement) @future
[(list_splat) (list_splat_pattern)] @star
(match_statement) @intricate
(except_clause "*") @intricate
(as_pattern_target [(list_splat) (list) (tuple)]) @intricate
(except_clause . "except" . ":") @bare
"""
"""From `await` on: what `syntax` looks at, which a query of its own would cost a quarter of a parse.

No pattern names a node that nests in its like together with a child: that takes time with the square of the depth."""

_DETAILS = """
(call) @call
(string) @string
(concatenated_string) @concatenation
(binary_operator) @joint
(augmented_assignment right: [(string) (concatenated_string) (parenthesized_expression)] @fragment)
(augmented_assignment left: (identifier) @fragment)
(list) @joint
(tuple) @joint
(expression_list) @joint
(return_statement) @return
(assignment left: (_) @target)
(assignment) @assignment
(augmented_assignment left: (_) @target)
(for_statement left: (_) @target)
(for_in_clause left: (_) @target)
(named_expression name: (_) @target)
(as_pattern_target) @target
(lambda) @lambda
(case_pattern) @target
(global_statement) @target
(nonlocal_statement) @target
(delete_statement) @target
(type_alias_statement) @alias
(with_statement) @with
(break_statement) @leaving
(continue_statement) @leaving
"""

_IDENTIFIERS = """
(identifier) @name
(keyword_argument name: (identifier) @written)
(attribute attribute: (identifier) @written)
(assignment left: (identifier) @written)
"""


@dataclass(frozen=True, slots=True)
class NodeIndex:
    """Nodes by what they are, each group in document order."""

    groups: dict[str, list[tree_sitter.Node]] = field(repr=False)

    def __getitem__(self, name: str) -> Sequence[tree_sitter.Node]:
        return self.groups.get(name, ())


def identifiers(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Every identifier that reads a name, in document order."""
    groups = tree_sitter.QueryCursor(compiled_query(_IDENTIFIERS)).captures(root)
    written = {node.start_byte for node in groups.get("written", [])}
    names = [node for node in groups.get("name", []) if node.start_byte not in written]
    return sorted(names, key=attrgetter("start_byte"))


def index_tree(root: tree_sitter.Node, *, details: bool) -> NodeIndex:
    """All nodes of interest of a tree; `details` adds what only files of the domain are asked for."""
    # A file of no concern does not pay for what takes most of the time to compile.
    query = compiled_query(_DEFINITIONS + _DETAILS if details else _DEFINITIONS)
    groups = tree_sitter.QueryCursor(query).captures(root)
    joints = groups.pop("joint", [])
    groups["operation"] = [joint for joint in joints if joint.type == "binary_operator"]
    groups.setdefault("fragment", []).extend(_fragments(joints))
    for nodes in groups.values():
        nodes.sort(key=attrgetter("start_byte"))
    return NodeIndex(groups)


def _fragments(joints: Sequence[tree_sitter.Node]) -> Iterator[tree_sitter.Node]:
    """What is joined; asked for in the query it would take time with the square of the depth of a sum."""
    for joint in joints:
        yield from (child for child in joint.named_children if child.type in _FRAGMENTS)


_FRAGMENTS = frozenset({"string", "concatenated_string", "parenthesized_expression", "identifier"})
