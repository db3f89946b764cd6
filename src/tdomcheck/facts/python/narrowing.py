"""Whether a name is tested around an expression or before it: then its value is not what it may be elsewhere."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.regex import regex

_WORD = regex(r"[^\W\d]\w*")
_NONE = regex(r"[^\W\d][\w.]*\s+is\s+(?:not\s+)?None\b")
"""What is no None may still be a zero."""
_COMMON = frozenset({"self", "cls", "len", "sum"})
_STATEMENTS = {
    "if_statement": "condition",
    "elif_clause": "condition",
    "while_statement": "condition",
    "match_statement": "subject",
}
_AROUND = {**_STATEMENTS, "for_statement": "right", "boolean_operator": "left"}
_LOOPS = frozenset({"list_comprehension", "generator_expression", "set_comprehension", "dictionary_comprehension"})


def is_guarded(
    view: PythonModule,
    node: tree_sitter.Node,
    value: tree_sitter.Node,
    *,
    against_zero: bool = False,
    by_loops: bool = True,
) -> bool:
    """Whether something tests, or goes through, a name of `value` around `node` or before it in its function.

    `against_zero`, a test for None does not count; without `by_loops`, what a loop goes through does not."""
    words = set(_WORD.findall(view.text(value))) - _COMMON
    around: tree_sitter.Node | None = node.parent
    inner = node
    while around is not None:
        tests = [test for test in _tested(around) if test != inner]
        if not by_loops:
            tests = [test for test in tests if test.type != "for_in_clause" and around.type != "for_statement"]
        if any(words & _words(view, test, against_zero=against_zero) for test in tests):
            return True
        if around.type == "function_definition" or around.parent is None:
            first = _first_tests(view, against_zero=against_zero)
            if any(first.get((_key(around), word), node.start_byte) < node.start_byte for word in words):
                return True
        inner, around = around, around.parent
    return False


def is_asked_by_loop(view: PythonModule, place: tree_sitter.Node, names: Collection[str]) -> bool | None:
    """Whether the comprehension around a place that gives one of some names its value also asks for one of them.

    None where no comprehension gives them a value."""
    around = place.parent
    while around is not None and around.type not in {"function_definition", "lambda"}:
        targets = [
            clause.child_by_field_name("left") or clause
            for clause in around.named_children
            if clause.type == "for_in_clause"
        ]
        if any(_holds_one(view, target, names) for target in targets):
            return any(_holds_one(view, part, names) for part in around.named_children if part.type == "if_clause")
        around = around.parent
    return None


def _holds_one(view: PythonModule, node: tree_sitter.Node, names: Collection[str]) -> bool:
    return not set(_WORD.findall(view.text(node))).isdisjoint(names)


def is_settled(view: PythonModule, name: tree_sitter.Node, value: tree_sitter.Node) -> bool:
    """Whether a test decides, by the time that a name is read, if it holds one of its values."""
    return is_guarded(view, name, name) or is_decided_again(view, value, name)


def is_decided_again(view: PythonModule, value: tree_sitter.Node, read: tree_sitter.Node) -> bool:
    """Whether what chose a value for a name is tested again before or around where the name is read.

    `shown = Card if user else ""`, and then `if not user:` or `if user: return` before the read."""
    words = _chosen_by(view, value)
    if not words:
        return False
    around = read.parent
    while around is not None:
        is_apart = not (around.start_byte <= value.start_byte < around.end_byte)
        if is_apart and any(words & _words(view, test, against_zero=False) for test in _tested(around)):
            return True
        if around.type == "function_definition" or around.parent is None:
            places = _tests_of_words(view)
            tests = [places.get((_key(around), word), []) for word in words]
            return any(bisect_right(each, value.end_byte) < bisect_left(each, read.start_byte) for each in tests)
        around = around.parent
    return False


def _chosen_by(view: PythonModule, value: tree_sitter.Node) -> set[str]:
    """The words of the conditions around a value that is given to a name."""
    words: set[str] = set()
    inner, around = value, value.parent
    while around is not None and around.type not in {"function_definition", "class_definition", "lambda", "module"}:
        for test in _tested(around):
            words |= _words(view, test, against_zero=False) if test != inner else set()
        inner, around = around, around.parent
    return words - _COMMON


@once
def _tests_of_words(view: PythonModule) -> dict[tuple[Key, str], list[int]]:
    """Where the statements of a function, by its place, test a word, in order."""
    tests: dict[tuple[Key, str], list[int]] = {}
    for node, owner in _statements(view):
        for test in _tested(node):
            for word in _words(view, test, against_zero=False):
                tests.setdefault((owner, word), []).append(node.start_byte)
    return {key: sorted(places) for key, places in tests.items()}


def _statements(view: PythonModule) -> Iterator[tuple[tree_sitter.Node, Key]]:
    """The statements that test something, each with the function around it."""
    root = view.tree.root
    pending = [(root, _key(root))]
    while pending:
        node, owner = pending.pop()
        if node.type in _STATEMENTS or node.type == "assert_statement":
            yield node, owner
        owner = _key(node) if node.type == "function_definition" else owner
        pending.extend((child, owner) for child in node.named_children if child.type not in {"string", "comment"})


def _tested(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What decides whether the rest of a node is reached."""
    if node.type in _LOOPS:
        yield from (child for child in node.named_children if child.type in {"if_clause", "for_in_clause"})
    elif node.type == "conditional_expression" and node.named_child_count == 3:
        yield node.named_children[1]
    elif node.type == "assert_statement":
        yield node.named_children[0]
    else:
        test = node.child_by_field_name(_AROUND[node.type]) if node.type in _AROUND else None
        if test is not None:
            yield test


def _words(view: PythonModule, test: tree_sitter.Node, *, against_zero: bool) -> set[str]:
    text = view.text(test)
    return set(_WORD.findall(_NONE.sub("", text) if against_zero else text))


Key = tuple[int, int]


def _key(owner: tree_sitter.Node) -> Key:
    """A function at the very start of a file begins where the module does."""
    return owner.start_byte, owner.end_byte


@once_each
def _first_tests(view: PythonModule, *, against_zero: bool) -> dict[tuple[Key, str], int]:
    """Where a function, by its place, first tests a word in a statement."""
    first: dict[tuple[Key, str], int] = {}
    for node, owner in _statements(view):
        for test in _tested(node):
            for word in _words(view, test, against_zero=against_zero):
                first[owner, word] = min(node.start_byte, first.get((owner, word), node.start_byte))
    return first
