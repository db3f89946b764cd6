"""Every occurrence of a name in a file, what it does there, and the scope that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

import tree_sitter

from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step, steps_to
from tdomcheck.values import dataclass


class NameRole(Enum):
    """What a name is at a place."""

    READ = "read"
    BIND = "bind"
    """It is given a value, deleted, defined, captured by a pattern; also the alias of an import."""
    PARAMETER = "parameter"
    IMPORT = "import"
    """`from m import name`, which binds it too."""
    ALIASED = "aliased import"
    """`from m import name as other`."""
    MODULE = "module"
    """A part of the dotted name of a module that is imported."""
    DECLARED = "declared"
    """In `global` or `nonlocal`."""
    ATTRIBUTE = "attribute"
    KEYWORD = "keyword"
    """The label of an argument."""
    PATTERN = "pattern keyword"
    """The label in `case Class(name=...)`."""
    TEXT = "text"
    """In a string, a comment, or anything else that is no name."""


BINDING = frozenset({NameRole.BIND, NameRole.PARAMETER, NameRole.IMPORT})
LEXICAL = BINDING | {NameRole.READ, NameRole.DECLARED}
"""What a scope decides the meaning of."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a name stands."""

    step: Step
    role: NameRole
    start: int
    """In `utf8`."""
    home: ScopeRegion | None = None
    """The scope that binds it; None where none of the file does, and for what is not looked up in scopes."""

    @property
    def node(self) -> tree_sitter.Node:
        return self.step.node


@once_each
def occurrences_of(view: PythonModule, name: str) -> tuple[Occurrence, ...]:
    """All occurrences of a name, those in strings and comments too, in order."""
    table = _table(view, name)
    return tuple(
        Occurrence(each.step, each.role, each.start, table.home(each)) if each.role in LEXICAL else each
        for each in table.occurrences
    )


def home_at(view: PythonModule, name: str, step: Step) -> ScopeRegion | None:
    """The scope that a name would be found in by whoever reads it at a place."""
    return _table(view, name).seen_from(step.region, moment(step))


@once_each
def _table(view: PythonModule, name: str) -> _Table:
    return _Table([_occurrence(start, step) for start, step in _places(view, name)])


def bindings_in(view: PythonModule, name: str, region: ScopeRegion | None) -> list[Occurrence]:
    """The occurrences that bind a name in a scope."""
    return _bindings(view, name).get(region, [])


def moment(step: Step) -> int:
    """An offset by which reads and assignments of a class body are in order: its annotations come after their value."""
    if step.region.kind is not RegionKind.CLASS:
        return step.node.start_byte
    for around in step.outwards:
        if around.field == "type" and around.outer is not None and around.outer.node.type == "assignment":
            return around.outer.node.end_byte
        if around.node.type in _STATEMENTS:
            break
    return step.node.start_byte


def top_bindings(view: PythonModule, name: str) -> list[Occurrence]:
    """The occurrences that bind a name of the module."""
    bindings = _bindings(view, name)
    module = next((home for home in bindings if home is not None and home.kind is RegionKind.MODULE), None)
    return bindings[module] if module is not None else []


@once_each
def _bindings(view: PythonModule, name: str) -> Mapping[ScopeRegion | None, list[Occurrence]]:
    """The occurrences that bind a name, by the scope that they bind it in."""
    bindings: dict[ScopeRegion | None, list[Occurrence]] = {}
    for each in occurrences_of(view, name):
        if each.role in BINDING:
            bindings.setdefault(each.home, []).append(each)
    return bindings


def word(name: str) -> re.Pattern[bytes]:
    """What finds a name in bytes where it is no part of a longer one."""
    return re.compile(rb"(?<![\w\x80-\xff])" + re.escape(name.encode()) + rb"(?![\w\x80-\xff])")


def _places(view: PythonModule, name: str) -> Iterator[tuple[int, Step]]:
    starts = [match.start() for match in word(name).finditer(view.tree.utf8)]
    yield from zip(starts, steps_to(view.tree.root, starts), strict=True)


def _occurrence(start: int, step: Step) -> Occurrence:
    return Occurrence(step, role_of(step) if step.node.type == "identifier" else NameRole.TEXT, start)


def role_of(step: Step) -> NameRole:
    """What an identifier does."""
    outer = step.outer
    if outer is None:  # pragma: no cover  # a module is no identifier
        return NameRole.READ
    kind = outer.node.type
    fixed = _BY_FIELD.get((kind, step.field))
    if fixed is not None:
        return fixed
    if kind in {"global_statement", "nonlocal_statement"}:
        return NameRole.DECLARED
    if kind == "keyword_pattern":
        return NameRole.PATTERN if outer.node.named_children[0] == step.node else NameRole.READ
    if kind == "dotted_name":
        return _role_in_dotted(outer, step)
    if _is_parameter(step):
        return NameRole.PARAMETER
    if kind == "member_type":
        return NameRole.READ if outer.node.named_children[0] == step.node else NameRole.ATTRIBUTE
    return NameRole.BIND if is_target(step) or _is_type_parameter(step) else NameRole.READ


_BY_FIELD = {
    ("attribute", "attribute"): NameRole.ATTRIBUTE,
    ("keyword_argument", "name"): NameRole.KEYWORD,
    ("function_definition", "name"): NameRole.BIND,
    ("class_definition", "name"): NameRole.BIND,
    ("aliased_import", "alias"): NameRole.BIND,
    ("named_expression", "name"): NameRole.BIND,
}


def _role_in_dotted(dotted: Step, step: Step) -> NameRole:
    """Dotted names stand in imports and in patterns."""
    is_first = dotted.node.named_children[0] == step.node
    around = dotted.outer
    statement = dotted.around("import_statement", "import_from_statement", "future_import_statement", "case_clause")
    if statement is None or around is None:
        return NameRole.READ if is_first else NameRole.ATTRIBUTE
    is_aliased = around.node.type == "aliased_import"
    if statement.node.type == "case_clause":
        if not is_first:
            return NameRole.ATTRIBUTE
        is_capture = dotted.node.named_child_count == 1 and around.node.type != "class_pattern"
        return NameRole.BIND if is_capture else NameRole.READ
    if statement.node.type == "import_statement":
        return NameRole.IMPORT if is_first and not is_aliased else NameRole.MODULE
    if dotted.field == "module_name" or around.node.type == "relative_import":
        return NameRole.MODULE
    return NameRole.ALIASED if is_aliased else NameRole.IMPORT


def _is_parameter(step: Step) -> bool:
    outer = step.outer
    while outer is not None and outer.node.type in _SPLATS:
        step, outer = outer, outer.outer
    if outer is None:
        return False
    if outer.node.type in _LISTS:
        return True
    is_listed = outer.outer is not None and outer.outer.node.type in _LISTS
    return is_listed and outer.node.type in _PARAMETERS and step.field in {"", "name"}


_SPLATS = frozenset({"list_splat_pattern", "dictionary_splat_pattern", "tuple_pattern"})
_LISTS = frozenset({"parameters", "lambda_parameters"})
_PARAMETERS = frozenset({"default_parameter", "typed_parameter", "typed_default_parameter"})


def is_target(step: Step) -> bool:
    """Whether something is given to a name, or to a pattern that it is a part of."""
    outer = step.outer
    while outer is not None and outer.node.type in _PATTERNS:
        step, outer = outer, outer.outer
    if outer is None:
        return False
    kind = outer.node.type
    if kind == "as_pattern":  # of `match`: the others have their alias in an `as_pattern_target`
        return outer.node.named_children[-1] == step.node and outer.node.named_child_count > 1
    return kind in _TARGETS or (kind, step.field) in _LEFT


_PATTERNS = frozenset(
    {
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "list_splat_pattern",
        "tuple",
        "list",
        "list_splat",
        "parenthesized_expression",
        "expression_list",
    }
)
_TARGETS = frozenset({"as_pattern_target", "delete_statement", "splat_pattern"})
_LEFT = frozenset(
    {
        ("assignment", "left"),
        ("augmented_assignment", "left"),
        ("for_statement", "left"),
        ("for_in_clause", "left"),
    }
)


def _is_type_parameter(step: Step) -> bool:
    """`T` of `def f[T]`, `class C[*Ts]`, `type X[T: int]`, and `X` there."""
    outer = step.outer
    while outer is not None and outer.node.type in _TYPES:
        is_bound = outer.node.type == "constrained_type" and outer.node.named_children[0] != step.node
        if is_bound:
            return False
        if outer.node.type == "generic_type" and outer.node.named_children[0] == step.node:
            return _is_alias_name(outer)
        step, outer = outer, outer.outer
    if outer is None:
        return False
    if outer.node.type == "type_alias_statement":
        return step.field == "left"
    if outer.node.type != "type_parameter":
        return False
    definition = outer.outer
    is_own = definition is not None and (outer.field == "type_parameters" or _is_alias_name(definition))
    return is_own and (definition is None or definition.node.type != "generic_type" or _is_alias_name(definition))


def _is_alias_name(generic: Step) -> bool:
    """Whether `X[T]` is what `type X[T] = ...` defines."""
    step: Step | None = generic
    while step is not None and step.node.type in {"generic_type", "type"}:
        if step.field == "left":
            return step.outer is not None and step.outer.node.type == "type_alias_statement"
        step = step.outer
    return False


_TYPES = frozenset({"type", "constrained_type", "splat_type", "generic_type"})


class _Table:
    """Which scopes bind one name."""

    def __init__(self, occurrences: Sequence[Occurrence]) -> None:
        self.occurrences = occurrences
        """Without their scopes."""
        self._declared: dict[ScopeRegion, str] = {
            each.step.region: each.step.outer.node.type
            for each in occurrences
            if each.role is NameRole.DECLARED and each.step.outer is not None
        }
        self._bound: dict[ScopeRegion, list[Occurrence]] = {}
        for each in occurrences:
            if each.role in BINDING and _own(each) not in self._declared:
                self._bound.setdefault(_own(each), []).append(each)
        self._starts = {region: first_value(bindings) for region, bindings in self._bound.items()}
        for region, kind in self._declared.items():
            home = self._declared_home(region, kind)
            if home is not None:
                self._bound.setdefault(home, [])
                self._starts.setdefault(home, None)

    def home(self, each: Occurrence) -> ScopeRegion | None:
        """The scope that an occurrence belongs to."""
        own = _own(each)
        if own in self._declared:
            return self._declared_home(own, self._declared[own])
        if each.role in BINDING:
            return own
        return self.seen_from(each.step.region, moment(each.step))

    def _global_home(self, region: ScopeRegion) -> ScopeRegion | None:
        *_, module = region.outwards
        return module if module in self._bound else None

    def _declared_home(self, region: ScopeRegion, kind: str) -> ScopeRegion | None:
        outwards = list(region.outwards)
        if kind == "global_statement":
            return outwards[-1]
        functions = (around for around in outwards[1:] if around.kind is RegionKind.FUNCTION)
        return next((around for around in functions if around in self._bound), None)

    def seen_from(self, region: ScopeRegion, offset: int) -> ScopeRegion | None:
        """Where a scope finds the name: a class body is seen by itself alone, and only once it has given it a value."""
        is_innermost = True
        for around in region.outwards:
            if around in self._declared and around is not region:
                return self._declared_home(around, self._declared[around])
            if around in self._bound:
                if around.kind is not RegionKind.CLASS:
                    return around
                start = self._starts[around]
                if is_innermost and start is not None and start <= offset:
                    return around
                if around is region:
                    # Until the body has given it a value, a name of the body is looked up among the globals, past all
                    # functions around: https://docs.python.org/3/reference/executionmodel.html#resolution-of-names
                    return self._global_home(region)
            is_innermost = is_innermost and around.kind is RegionKind.TYPES
        return None


def _own(each: Occurrence) -> ScopeRegion:
    """The scope that a name would be bound in where it stands, declarations aside."""
    region, outer = each.step.region, each.step.outer
    is_walrus = outer is not None and outer.node.type == "named_expression"
    while is_walrus and region.kind is RegionKind.COMPREHENSION and region.outer is not None:
        region = region.outer
    if each.role is NameRole.BIND and _names_alias(each.step):
        return region.outer or region
    return region


def _names_alias(step: Step) -> bool:
    """Whether a name is the `X` of `type X = ...`: the scope of the statement is that of its type parameters."""
    outer = step.outer
    if outer is not None and outer.node.type == "generic_type" and outer.node.named_children[0] == step.node:
        return _is_alias_name(outer)
    while outer is not None and outer.node.type == "type":
        if outer.field == "left":
            return outer.outer is not None and outer.outer.node.type == "type_alias_statement"
        outer = outer.outer
    return False


def first_value(bindings: Sequence[Occurrence]) -> int | None:
    """Where the first statement ends that gives the name a value; `name: int` does not."""
    ends = (_end_of_binding(each.step) for each in bindings)
    return min((end for end in ends if end is not None), default=None)


def _end_of_binding(step: Step) -> int | None:
    for around in step.outwards:
        if around.node.type == "assignment":
            has_value = around.node.child_by_field_name("right") is not None
            return around.node.end_byte if has_value else None
        if around.node.type in _STATEMENTS:
            return around.node.end_byte if around.node.type not in _BLOCKS else step.node.end_byte
    return step.node.end_byte


_BLOCKS = frozenset({"for_statement", "with_statement", "try_statement", "match_statement", "if_statement"})
_STATEMENTS = _BLOCKS | {
    "function_definition",
    "class_definition",
    "import_statement",
    "import_from_statement",
    "expression_statement",
    "type_alias_statement",
    "delete_statement",
}


@once_each
def homes_of(view: PythonModule, name: str) -> Mapping[ScopeRegion | None, list[Occurrence]]:
    """The occurrences of a name that scopes decide about, by the scope that binds each."""
    homes: dict[ScopeRegion | None, list[Occurrence]] = {}
    for each in occurrences_of(view, name):
        if each.role in LEXICAL:
            homes.setdefault(each.home, []).append(each)
    return homes
