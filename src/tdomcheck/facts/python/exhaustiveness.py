"""Whether the conditions of an `if`, or the cases of a `match`, may leave nothing over: opposites, kinds, values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.closed_values import may_be_counted
from tdomcheck.regex import regex
from tdomcheck.source.tree import unwrapped

_OPPOSITES = {b"==": b"!=", b"is": b"is not", b"in": b"not in", b"<": b">=", b">": b"<="}


def may_be_all(conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether one of some conditions may hold for all there is: for one and its opposite, or for all of a kind."""
    parts = [part for node in conditions for part in _alternatives(node)]
    if _has_negation(parts) or _is_about_others(parts):
        return True
    comparisons = [_compared(part) for part in parts]
    known = {comparison for comparison in comparisons if comparison is not None}
    if any((left, _OPPOSITES.get(operator), right) in known for left, operator, right in known):
        return True
    return None not in comparisons and _are_all_of_a_kind(parts, known)


def _are_all_of_a_kind(parts: Sequence[tree_sitter.Node], known: Collection[tuple[bytes, bytes, bytes]]) -> bool:
    """Whether two or more comparisons of one thing may take all values that it has."""
    if len(known) < 2 or len({left for left, _, _ in known}) > 1:
        return False
    return _is_counted(parts) or any(operator[:1] in b"<>" for _, operator, _ in known)


def _has_negation(conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether one of them is `not` another."""
    texts = {_text(node).strip(b" ()") for node in conditions}
    return any(text.startswith(b"not ") and text[4:].strip(b" ()") in texts for text in texts)


def _is_counted(conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether what is compared may have no other values than those that somebody wrote down."""
    subjects = [side for node in conditions if (side := _spelt_of(node)) is not None]
    return not subjects or may_be_counted(subjects[0])


def _alternatives(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What `or` joins: any of it will do."""
    node = unwrapped(node)
    operator = node.child_by_field_name("operator") if node.type == "boolean_operator" else None
    if operator is None or operator.type != "or":
        return [node]
    alternatives: list[tree_sitter.Node] = []
    while operator is not None and operator.type == "or":
        # A chain leans to the left.
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        alternatives += [right] if right is not None else []
        node = unwrapped(left) if left is not None else node
        operator = node.child_by_field_name("operator") if node.type == "boolean_operator" else None
    return [*alternatives, node]


def _is_about_others(conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether an `and`, or a `not`, is about nothing but what others ask for too: the rest may leave nothing over."""
    words = [set(_WORD.findall(_text(node))) - _JOINING for node in conditions]
    for number, node in enumerate(conditions):
        others = set[bytes]().union(*words[:number], *words[number + 1 :])
        if node.type in {"boolean_operator", "not_operator"} and words[number] <= others:
            return True
    return False


_WORD = regex(rb"\w+")
_JOINING = frozenset(b"and or not in is None".split())
_LITERAL = b"\"'0123456789"
"""How a value begins that is none of an enumeration: there are always more of its kind."""


def _compared(node: tree_sitter.Node) -> tuple[bytes, bytes, bytes] | None:
    """What is compared, how, and with what; a kind is asked for with `isinstance`."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    arguments = listed.named_children if listed is not None else []
    if function is not None and function.text == b"isinstance" and len(arguments) == 2:
        return _text(arguments[0]), b"isinstance", _text(arguments[1])
    if node.type != "comparison_operator" or node.named_child_count != 2:
        return None
    left, right = node.named_children
    between = (node.text or b"")[left.end_byte - node.start_byte : right.start_byte - node.start_byte]
    operator = b" ".join(between.split())
    sides = (right, left) if operator == b"==" and _text(left)[:1] in _LITERAL else (left, right)
    return _text(sides[0]), operator, _text(sides[1])


def _spelt_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What is said to be equal to a literal."""
    compared = _compared(node)
    if compared is None or compared[1] != b"==" or compared[2][:1] not in _LITERAL:
        return None
    return next((side for side in node.named_children if _text(side) == compared[0]), None)


def _text(node: tree_sitter.Node) -> bytes:
    return b" ".join((node.text or b"").split())


def patterns_may_be_all(cases: Sequence[tree_sitter.Node], subject: tree_sitter.Node | None) -> bool:
    """Whether some case may take whatever there is: one that asks nothing, a kind, or all values of an enumeration."""
    leaves = [leaf for case in cases for leaf in _leaves(case)]
    is_open = any(leaf.type in _OPEN and not _is_empty(leaf) for leaf in leaves)
    if not is_open or any(leaf.type in _KINDS or _is_empty(leaf) for leaf in leaves):
        return True
    is_spelt = len(leaves) > 1 and all(leaf.type != "dict_pattern" for leaf in leaves)
    return is_spelt and subject is not None and may_be_counted(subject)


def _leaves(case: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The alternatives of a case, without the names that they get."""
    pending = [node for node in case.named_children if node.type == "case_pattern"]
    while pending:
        node = pending.pop()
        if node.type == "as_pattern" or (node.type == "case_pattern" and node.named_children):
            pending.append(node.named_children[0])
        elif node.type == "union_pattern":
            pending += node.children[::2]
        else:
            yield node


def _is_empty(leaf: tree_sitter.Node) -> bool:
    """`_`, a bare name, `{}` or `{**rest}`: it asks nothing."""
    if leaf.type == "dict_pattern":
        return leaf.child_by_field_name("key") is None
    return leaf.type in {"case_pattern", "_"} or (leaf.type == "dotted_name" and leaf.named_child_count == 1)


_OPEN = frozenset({"dict_pattern", "string", "concatenated_string", "integer", "float"})
"""There is always more than what is spelt out."""
_KINDS = frozenset({"class_pattern", "list_pattern", "tuple_pattern", "splat_pattern"})
