"""What an expression may turn into: branches, one step back through a local name, and where a name is used."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.module import ModuleView


def outcomes(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The expressions that may become the value of one: the branches of a conditional, what `and` and `or` give."""
    pending = [node]
    while pending:
        current = pending.pop()
        branches = _branches(current)
        if branches is None:
            yield current
        else:
            pending.extend(branch for branch in reversed(branches) if branch is not None)


def _branches(node: tree_sitter.Node) -> list[tree_sitter.Node | None] | None:
    """What may become the value of an expression that has no value of its own; None for any other."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return [node.named_children[0]]
    if node.type == "conditional_expression" and node.named_child_count == 3:
        return [node.named_children[0], node.named_children[2]]
    if node.type == "boolean_operator":
        return _operands(node)
    return [node.child_by_field_name("value")] if node.type == "named_expression" else None


def _operands(node: tree_sitter.Node) -> list[tree_sitter.Node | None]:
    """`a and b` gives `b`, or an `a` that is empty; `a or b` gives either."""
    operator = node.child_by_field_name("operator")
    is_either = operator is not None and operator.type == "or"
    return [node.child_by_field_name("left") if is_either else None, node.child_by_field_name("right")]


def origins(view: ModuleView, node: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """Every outcome of an expression, beside what it is: for a local name that is given one value, that value."""
    for shown in outcomes(node):
        value = view.assigned(view.text(shown), shown.start_byte) if shown.type == "identifier" else None
        if value is None:
            yield shown, shown
        else:
            yield from ((shown, inner) for inner in outcomes(value))


def uses_of(view: ModuleView, name: str, offset: int) -> list[tree_sitter.Node]:
    """The places that read a local name of the scope at an offset in `utf8`; nested scopes count too."""
    scope = view.scopes.scopes[view.scopes.index_at(offset)]
    found: list[tree_sitter.Node] = []
    pending = [view.tree.root]
    while pending:
        node = pending.pop()
        if node.end_byte <= scope.start or node.start_byte >= scope.end:
            continue
        if node.type == "identifier" and scope.start <= node.start_byte and view.text(node) == name:
            found.append(node)
        pending.extend(_readers(node))
    return sorted(found, key=lambda node: node.start_byte)


def _readers(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The children of a node but for what only writes a name, or has it for a label."""
    if node.type == "assignment":
        left = node.child_by_field_name("left")
        return [child for child in node.named_children if child != left or child.type != "identifier"]
    if node.type in {"keyword_argument", "attribute"}:
        label = node.child_by_field_name("name" if node.type == "keyword_argument" else "attribute")
        return [child for child in node.named_children if child != label]
    return list(node.named_children)
