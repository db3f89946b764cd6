"""Members of an Enum with `auto()`: what they are worth depends on those before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tree_sitter

from tdomcheck.facts.python.occurrences import word
from tdomcheck.facts.python.regions import steps_to
from tdomcheck.facts.records import FunctionFact
from tdomcheck.model import Span
from tdomcheck.refactor.kin import bases_of, definers, function_facts, is_enum, lineage
from tdomcheck.refactor.origins import Definition, meaning_at
from tdomcheck.refactor.outline import bodies_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.values import dataclass

_AUTO = "enum.auto"
_NEXT = "_generate_next_value_"
_BY_NAME = frozenset({"enum.StrEnum"})
_BITS = frozenset({"enum.Flag", "enum.IntFlag"})
Value = int | None
"""None is what nobody knows who does not run it."""


@dataclass(frozen=True, slots=True)
class ShiftedMember:
    """A member that is worth something else once another is gone."""

    name: str
    path: str
    span: Span
    before: Value
    after: Value

    @property
    def change(self) -> str:
        is_known = self.before is not None and self.after is not None
        return f"{self.before} becomes {self.after}" if is_known else "nobody can tell what it becomes"


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    node: tree_sitter.Node
    is_auto: bool
    value: Value
    """What is written, where that is a number."""


def shifted_members(sources: Sources, owner: Definition, name: str) -> Iterator[ShiftedMember]:
    """The members with `auto()` that are worth something else without another member."""
    reading = sources.module(owner.path)
    if reading is None or not is_enum(sources, owner) or not _counts(sources, owner):
        return
    is_flag = not _outside(sources, owner).isdisjoint(_BITS)
    for body in bodies_at(reading.view, owner.name):
        members = list(_members(sources, reading, body))
        for each, before, after in _shifted(members, name, is_flag=is_flag):
            yield ShiftedMember(each.name, owner.path, reading.view.span(each.node), before, after)


def _shifted(members: Sequence[_Member], name: str, *, is_flag: bool) -> Iterator[tuple[_Member, Value, Value]]:
    """The members with `auto()` behind one, with what they are worth after it and without it."""
    place = next((index for index, each in enumerate(members) if each.name == name), len(members))
    behind = members[place + 1 :]
    before = list(_values(members, is_flag=is_flag))[place + 1 :]
    after = list(_values([*members[:place], *behind], is_flag=is_flag))[place:]
    for each, old, new in zip(behind, before, after, strict=True):
        if each.is_auto and (old is None or old != new):
            yield each, old, new


def _outside(sources: Sources, owner: Definition) -> set[str]:
    """What a class inherits from outside of the project."""
    bases = (base for each in lineage(sources, owner) for base in bases_of(sources, each))
    return {base.name for base in bases if base is not None and not base.path}


def _counts(sources: Sources, owner: Definition) -> bool:
    """Whether a value depends on anything but the name of its member."""
    definer = next(iter(definers(sources, owner, _NEXT)), None)
    if definer is None:
        return _outside(sources, owner).isdisjoint(_BY_NAME)
    facts = function_facts(sources, Definition(definer.path, f"{definer.name}.{_NEXT}"))
    return not facts or any(_reads_others(sources.files[definer.path], fact) for fact in facts)


def _reads_others(data: bytes, fact: FunctionFact) -> bool:
    """Whether a function reads more than the name that it is given first: each parameter is said once as one."""
    text = data[fact.body_start : fact.body_end]
    return any(len(word(each.name).findall(text)) > 1 for each in fact.parameters[1:])


def _members(sources: Sources, reading: SourceReading, body: tree_sitter.Node) -> Iterator[_Member]:
    """Those of the body of a class, in order."""
    for statement in body.named_children:
        node = statement.named_children[0] if statement.type == "expression_statement" else statement
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        name = reading.view.text(left) if node.type == "assignment" and left is not None else ""
        if left is not None and right is not None and left.type == "identifier" and not name.startswith("_"):
            yield _Member(name, left, _is_auto(sources, reading, right), _number(reading.view.text(right)))


def _number(text: str) -> Value:
    """What a literal is worth; the grammar has one kind of node for `1`, `1j` and a thousand digits."""
    try:
        return int(text, 0)
    except ValueError:
        return None


def _is_auto(sources: Sources, reading: SourceReading, value: tree_sitter.Node) -> bool:
    """Whether a value is made by `auto()`, alone or in a tuple."""
    calls = [node for node in (value, *value.named_children) if node.type == "call"]
    for call, step in zip(calls, steps_to(reading.view.tree.root, [node.start_byte for node in calls]), strict=True):
        function = call.child_by_field_name("function")
        text = reading.view.text(function) if function is not None else ""
        if meaning_at(sources, reading, "".join(text.split()), step) == Definition("", _AUTO):
            return True
    return False


def _values(members: Sequence[_Member], *, is_flag: bool) -> Iterator[Value]:
    """What each is worth: one more than the greatest so far, of flags the next bit."""
    greatest: Value = 0
    for number, each in enumerate(members):
        value = each.value
        if each.is_auto and greatest is not None and each.node.parent is not None:
            right = each.node.parent.child_by_field_name("right")
            is_alone = right is not None and right.type == "call"
            value = (1 << greatest.bit_length() if is_flag else greatest + 1) if is_alone else None
        yield value
        if value is None or greatest is None:
            greatest = None
            continue
        greatest = max(greatest, value) if number else value  # the first may be below none
