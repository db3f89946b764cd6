"""What several `if` statements of a function ask, and whether one of them may always hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.blocks import choice_of, is_left
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.source.tree import unwrapped

_BRANCHING = frozenset({"match_statement", "try_statement", "with_statement", "for_statement", "while_statement"})
_ANYTHING = ""


def before_the_end(statements: Sequence[tree_sitter.Node]) -> list[tree_sitter.Node] | None:
    """What decides whether a function comes to its end behind its last `if`; None where that is not understood."""
    conditions: list[tree_sitter.Node] = []
    for statement in statements:
        if statement.type in _BRANCHING:
            return None
        if statement.type == "assert_statement":
            conditions.append(statement.named_children[0])
        choice = choice_of(statement)
        if choice is not None:
            is_guard = statement == statements[-1] or all(map(is_left, choice.blocks))
            if choice.is_exhaustive or not is_guard:
                return None
            clauses = (statement, *statement.named_children)
            conditions += [asked for node in clauses if (asked := node.child_by_field_name("condition")) is not None]
    return conditions


def may_leave_nothing_out(view: PythonModule, conditions: Sequence[tree_sitter.Node]) -> bool:
    """Whether two conditions are about the same thing, as `x` and `not x`: then one of them may always hold."""
    seen: set[str] = set()
    for condition in conditions:
        subjects = set(_subjects(view, condition))
        if _ANYTHING in subjects or subjects & seen:
            return True
        seen |= subjects
    return False


def _subjects(view: PythonModule, condition: tree_sitter.Node) -> Iterator[str]:
    """The names that a condition is about, as dotted as they stand there; local names also as what they are given."""
    yield from _whose_truth(view, condition)
    pending, seen = [condition], set[str]()
    while pending:
        node = pending.pop()
        dotted = view.dotted(node)
        if dotted and dotted not in seen:
            seen.add(dotted)
            yield _ANYTHING if _is_own_method(view, dotted) else dotted
            value = view.assigned(dotted, node.start_byte)
            pending += [value] if value is not None else []
        elif node.type == "call":
            about = _called(view, node)
            if not about:
                yield _ANYTHING
            pending += about
        elif not dotted:
            pending += node.named_children


def _called(view: PythonModule, call: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What a call is about; nothing where it may be about anything, as `is_open()` and `self.is_open()` are."""
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    owner = function.child_by_field_name("object") if function is not None else None
    arguments = listed.named_children if listed is not None else []
    if function is None or (not arguments if owner is None else view.text(owner) == "self"):
        return []
    is_builtin = owner is None and not view.resolve(function)
    return [*arguments, *([] if is_builtin else [owner or function])]


def _is_own_method(view: PythonModule, dotted: str) -> bool:
    """A property of the class is worked out of its fields, and may be about any of them."""
    owner, _, rest = dotted.partition(".")
    return owner == "self" and rest.partition(".")[0] in _names_of_definitions(view)


@once
def _names_of_definitions(view: PythonModule) -> set[str]:
    return {scope.path.rpartition(".")[2] for scope in view.scopes.scopes}


def _whose_truth(view: PythonModule, condition: tree_sitter.Node) -> Iterator[str]:
    """`user.is_known` and `not user.is_guest` are about one user; two fields of a component are about two things."""
    node = unwrapped(condition)
    while node.type == "not_operator" and node.named_children:
        node = unwrapped(node.named_children[0])
    owner, _, name = view.dotted(node.child_by_field_name("function") or node).rpartition(".")
    if (owner or name) not in {"", "self"}:
        yield f"the truth of {owner or name}"
