"""One query over a tree that finds every node that facts, names and templates are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter

import tree_sitter

from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field

_Groups = dict[str, list[tree_sitter.Node]]
_DEFINITIONS = """
(import_statement) @import
(import_from_statement) @import
(class_definition) @class
(function_definition) @function
(decorated_definition) @decorated
(if_statement) @if
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
(except_clause) @except
(as_pattern_target) @alias_target
"""
"""From `await` on: what `syntax` looks at, which a query of its own would cost a quarter of a parse.

No pattern names a child: to compile one takes as long as to compile twenty without, which a hook would notice, and
where a node nests in its like it takes time with the square of the depth."""

_DETAILS = """
(call) @call
(string) @string
(concatenated_string) @concatenation
(binary_operator) @joint
(augmented_assignment) @augmented
(list) @joint
(tuple) @joint
(expression_list) @joint
(return_statement) @return
(assignment) @assignment
(for_statement) @for
(for_in_clause) @for
(named_expression) @named
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
(keyword_argument) @keyword
(attribute) @attribute
(assignment) @assignment
"""
_WRITTEN = {"keyword": "name", "attribute": "attribute", "assignment": "left"}
"""Where an identifier stands that reads no name, by what it stands in."""


@dataclass(frozen=True, slots=True)
class NodeIndex:
    """Nodes by what they are, each group in document order."""

    groups: dict[str, list[tree_sitter.Node]] = field(repr=False)

    def __getitem__(self, name: str) -> Sequence[tree_sitter.Node]:
        return self.groups.get(name, ())


def identifiers(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Every identifier that reads a name, in document order."""
    groups = tree_sitter.QueryCursor(compiled_query(_IDENTIFIERS)).captures(root)
    written = {
        part.start_byte
        for group, place in _WRITTEN.items()
        for part in _parts(groups.get(group, ()), place)
        if part.type == "identifier"
    }
    names = [node for node in groups.get("name", []) if node.start_byte not in written]
    return sorted(names, key=attrgetter("start_byte"))


def index_tree(root: tree_sitter.Node, *, details: bool) -> NodeIndex:
    """All nodes of interest of a tree; `details` adds what only files of the domain are asked for."""
    # A file of no concern does not pay for what takes most of the time to compile.
    query = compiled_query(_DEFINITIONS + _DETAILS if details else _DEFINITIONS)
    groups = tree_sitter.QueryCursor(query).captures(root)
    _complete(groups, root)
    if details:
        _detail(groups)
    for nodes in groups.values():
        nodes.sort(key=attrgetter("start_byte"))
    return NodeIndex(groups)


def _complete(groups: _Groups, root: tree_sitter.Node) -> None:
    """Add to the groups what a child tells."""
    statements = [node for node in root.named_children if node.type == "expression_statement"]
    groups["top"] = [child for node in statements for child in node.named_children if child.type == "assignment"]
    clauses = groups.pop("except", [])
    groups["bare"] = [clause for clause in clauses if [child.type for child in clause.children[:2]] == ["except", ":"]]
    groups.setdefault("intricate", []).extend(
        (*_having(clauses, _GROUPS), *_having(groups.get("alias_target", ()), _UNPACKED))
    )


def _having(nodes: Iterable[tree_sitter.Node], kinds: Collection[str]) -> Iterator[tree_sitter.Node]:
    """Those with a child of some kinds."""
    return (node for node in nodes if any(child.type in kinds for child in node.children))


def _detail(groups: _Groups) -> None:
    """Add to the groups what files of the domain are asked for."""
    joints, augmented = groups.pop("joint", []), groups.pop("augmented", [])
    assigned = [*_parts(augmented, "left")]
    groups["operation"] = [joint for joint in joints if joint.type == "binary_operator"]
    groups["fragment"] = [
        *(part for part in _parts(augmented, "right") if part.type in _TEXTS),
        *(part for part in assigned if part.type == "identifier"),
        *_fragments(joints),
    ]
    groups.setdefault("target", []).extend(
        (
            *_parts(groups.get("assignment", ()), "left"),
            *assigned,
            *_parts(groups.pop("for", ()), "left"),
            *_parts(groups.pop("named", ()), "name"),
            *groups.get("alias_target", ()),
        )
    )


def _parts(nodes: Iterable[tree_sitter.Node], field: str) -> Iterator[tree_sitter.Node]:
    return filter(None, (node.child_by_field_name(field) for node in nodes))


def _fragments(joints: Sequence[tree_sitter.Node]) -> Iterator[tree_sitter.Node]:
    """What is joined; asked for in the query it would take time with the square of the depth of a sum."""
    for joint in joints:
        yield from (child for child in joint.named_children if child.type in _FRAGMENTS)


_TEXTS = frozenset({"string", "concatenated_string", "parenthesized_expression"})
_FRAGMENTS = _TEXTS | {"identifier"}
_GROUPS = frozenset({"*"})
"""Of `except* A`."""
_UNPACKED = frozenset({"list_splat", "list", "tuple"})
"""Of `as (a, b)`."""
