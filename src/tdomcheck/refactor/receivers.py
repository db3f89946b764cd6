"""The class that an expression is an object of, or is itself: as far as one step of local flow proves it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.occurrences import NameRole, Occurrence, bindings_in, home_at, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.refactor.class_types import is_property, stated, type_around
from tdomcheck.refactor.kin import (
    bases_of,
    function_facts,
    is_class,
    lineage,
    method_of,
    reference_home,
)
from tdomcheck.refactor.origins import Definition, meaning
from tdomcheck.refactor.sources import SourceReading, Sources

MOST_STEPS = 8
"""Expressions that are looked into one after the other."""
_CONTAINERS = ("svcs.", "svcs_di.", "svcs_hopscotch.", "tdom_svcs.", "hopscotch.")
_FETCHES = frozenset({"get", "aget", "get_abstract", "aget_abstract"})
_SAME = frozenset({"builtins.type", "copy.copy", "copy.deepcopy", "dataclasses.replace", "copy.replace"})
"""Functions that give an object of the class of what they are given, or that class."""
UNPACKS = frozenset({"typing.Unpack", "typing_extensions.Unpack"})
_SELF = frozenset({"typing.Self", "typing_extensions.Self"})
_LITERALS = {
    "string": "builtins.str",
    "concatenated_string": "builtins.str",
    "integer": "builtins.int",
    "float": "builtins.float",
    "list": "builtins.list",
    "list_comprehension": "builtins.list",
    "dictionary": "builtins.dict",
    "dictionary_comprehension": "builtins.dict",
    "set": "builtins.set",
    "set_comprehension": "builtins.set",
    "tuple": "builtins.tuple",
    "none": "builtins.None",
    "true": "builtins.bool",
    "false": "builtins.bool",
}


class Receivers:
    """What the objects of one file are."""

    def __init__(self, sources: Sources, reading: SourceReading) -> None:
        self._sources = sources
        self._reading = reading
        self._known_fields: dict[tuple[Definition, str], Definition | None] = {}

    def type_of(self, node: tree_sitter.Node | None, step: Step, left: int = MOST_STEPS) -> Definition | None:
        """The class of an expression, or what it is where it is a class or a module; None where nobody knows."""
        if node is None or left == 0:
            return None
        kind = node.type
        if kind in _LITERALS:
            return Definition("", _LITERALS[kind])
        match kind:
            case "identifier":
                return self._named(node, step, left - 1)
            case "attribute":
                return self._attribute(node, step, left - 1)
            case "call":
                return self._meaning(node, step) or self._call(node, step, left - 1)
            case "conditional_expression":
                return self._either(node, step, left - 1)
        return self.type_of(_inside(node), step, left - 1)

    def callee(self, function: tree_sitter.Node | None, step: Step) -> Definition | None:
        """The function or class that a call is one of: by its name, or as a method of what it is called on."""
        if function is None:
            return None
        home = self._meaning(function, step)
        if home is not None or function.type != "attribute" or self._last(function) == "__class__":
            return home if home is not None else self._class_of_self(function, step)
        owner = self.owner_type(function, step)
        name = self._last(function)
        return method_of(self._sources, owner, name) if owner is not None and owner.path and owner.name else None

    def _class_of_self(self, function: tree_sitter.Node, step: Step) -> Definition | None:
        """`cls(...)` and `type(self)(...)`."""
        home = self.type_of(function, step)
        return home if is_class(self._sources, home) else None

    def owner_type(self, attribute: tree_sitter.Node, step: Step, left: int = MOST_STEPS) -> Definition | None:
        """The class of what stands before the dot; of `super()` the first of those above."""
        owner = attribute.child_by_field_name("object")
        if (
            owner is not None
            and owner.type == "call"
            and self._text(owner.child_by_field_name("function")).lstrip("*") == "super"
        ):
            return self._above(step)
        return self.type_of(owner, step, left)

    def _above(self, step: Step) -> Definition | None:
        owner = self._class_around(step.region)
        bases = bases_of(self._sources, owner) if owner is not None else ()
        inside = [base for base in bases if base is not None and base.path]
        if inside or owner is None or None in bases:
            return inside[0] if inside else None
        return Definition("", "builtins.object")

    def _meaning(self, node: tree_sitter.Node, step: Step) -> Definition | None:
        return meaning(self._sources, self._reading, Step(node, "", step.region, step))

    def _text(self, node: tree_sitter.Node | None) -> str:
        return self._reading.view.text(node) if node is not None else ""

    def _last(self, attribute: tree_sitter.Node) -> str:
        return self._text(attribute.child_by_field_name("attribute"))

    def _named(self, node: tree_sitter.Node, step: Step, left: int) -> Definition | None:
        view, name = self._reading.view, self._text(node)
        home = home_at(view, name, Step(node, "", step.region, step))
        if home is None:
            return self._meaning(node, step)
        bindings = bindings_in(view, name, home)
        if not bindings and self._reading.around is not None:
            return self._meaning(node, step)
        types = {self._bound(each, home, left) for each in bindings if not _is_none(each)}
        return types.pop() if len(types) == 1 else None

    def _bound(self, binding: Occurrence, home: ScopeRegion, left: int) -> Definition | None:
        """The class of what one binding gives a name."""
        step = binding.step
        outer = step.outer
        if binding.role is NameRole.IMPORT or (outer is not None and outer.node.type in _DEFINING):
            return self._meaning(step.node, step)
        if binding.role is NameRole.PARAMETER:
            return self._parameter(step, home)
        if outer is None:  # pragma: no cover  # a name stands in something
            return None
        typed = outer.node.child_by_field_name("type")
        if outer.node.type == "assignment" and typed is not None:
            return self.annotated(typed)
        if outer.node.type == "assignment" and step.field == "left":
            return self.type_of(outer.node.child_by_field_name("right"), step, left)
        if outer.node.type == "named_expression":
            return self.type_of(outer.node.child_by_field_name("value"), step, left)
        return self._entered(outer, left) if outer.node.type == "as_pattern_target" else None

    def _entered(self, target: Step, left: int) -> Definition | None:
        """What `with C() as name` gives: an object of the class, where that is said to enter itself."""
        pattern = target.outer
        if pattern is None or pattern.outer is None or pattern.outer.node.type != "with_item":
            return None
        owner = self.type_of(pattern.node.named_children[0], target, left)
        return self._result(method_of(self._sources, owner, "__enter__"), owner) if owner and owner.path else None

    def _parameter(self, step: Step, home: ScopeRegion) -> Definition | None:
        typed = type_around(step)
        if typed is None:
            return self._class_around(home) if self._is_self(step, home) else None
        kinds = {inner.node.type for inner in step.outwards}
        if "dictionary_splat_pattern" in kinds:
            return self._unpacked(typed)
        return None if "list_splat_pattern" in kinds else self.annotated(typed)

    def _is_self(self, step: Step, home: ScopeRegion) -> bool:
        """Whether a parameter is the first of a method that is called on objects or on the class."""
        listed = home.node.child_by_field_name("parameters")
        around = _beyond_types(home)
        if listed is None or around is None or around.kind is not RegionKind.CLASS:
            return False
        first = listed.named_children[0] if listed.named_children else None
        is_first = first is not None and first.start_byte <= step.node.start_byte < first.end_byte
        decorated = home.node.parent
        decorators = decorated.named_children if decorated and decorated.type == "decorated_definition" else []
        return is_first and all("staticmethod" not in self._text(each) for each in decorators if each != home.node)

    def _class_around(self, region: ScopeRegion) -> Definition | None:
        """The class whose method a place stands in."""
        owner = next((each for each in region.outwards if each.kind is RegionKind.CLASS), None)
        if owner is None:
            return None
        return Definition(self._sources.canonical(self._reading.path), owner.path)

    def annotated(self, typed: tree_sitter.Node) -> Definition | None:
        """The class that an annotation names, also in a marker, and where it may be None instead."""
        view = self._reading.view
        one, _ = stated(view, typed)
        reference = meaning_of(view, one).type_ref
        home = reference_home(self._sources, self._reading, reference)
        return home if _tells(self._sources, home) else None

    def _unpacked(self, typed: tree_sitter.Node) -> Definition | None:
        """The class of `**props: Unpack[Props]`."""
        annotation = annotation_of(self._reading.view, typed)
        is_one = annotation.reference in UNPACKS and bool(annotation.arguments)
        inner = annotation.arguments[0].reference if is_one else ""
        return reference_home(self._sources, self._reading, inner)

    def _attribute(self, node: tree_sitter.Node, step: Step, left: int) -> Definition | None:
        home = self._meaning(node, step)
        if home is not None and (not home.path or home.is_module or is_class(self._sources, home)):
            return home
        if self._last(node) == "__class__":
            return self.type_of(node.child_by_field_name("object"), step, left)
        owner = self.type_of(node.child_by_field_name("object"), step, left)
        if owner is None or not owner.path:
            return None
        name = self._last(node)
        field = self._field_class(owner, name, left)
        if field is not None:
            return field
        made = method_of(self._sources, owner, name)
        return self._result(made, owner) if is_property(self._sources, made) else None

    def _field_class(self, owner: Definition, name: str, left: int) -> Definition | None:
        """What a class says that an attribute is, in its body or where a method sets it."""
        if (owner, name) not in self._known_fields:
            self._known_fields[owner, name] = None  # what leads to itself leads nowhere
            home = self._stated_class(owner, name, left)
            self._known_fields[owner, name] = home
            if home is None and left < MOST_STEPS - 1:
                del self._known_fields[owner, name]  # who asks with more steps left may come to an answer
            return home
        return self._known_fields[owner, name]

    def _stated_class(self, owner: Definition, name: str, left: int) -> Definition | None:
        for each in lineage(self._sources, owner):
            reading = self._sources.module(each.path)
            types = set(Fields(self._sources, reading, each, name).types(left)) if reading is not None else set()
            if types:
                return types.pop() if len(types) == 1 else None
        return None

    def _call(self, node: tree_sitter.Node, step: Step, left: int) -> Definition | None:
        function, first = node.child_by_field_name("function"), first_argument(node)
        home = self._meaning(function, step) if function is not None else None
        if home is not None:
            if not home.path and home.name in _SAME:
                return self.type_of(first, step, left)
            is_told = _tells(self._sources, home)
            return home if is_told else self._result(home, None) if home.path else None
        if function is None or function.type != "attribute":
            made = self.type_of(function, step, left)
            return made if is_class(self._sources, made) else None
        owner = self.owner_type(function, step, left)
        if owner is None:
            return None
        if not owner.path:
            is_fetch = self._last(function) in _FETCHES and f"{owner.name}.".startswith(_CONTAINERS)
            fetched = self.type_of(first, step, left) if is_fetch else None
            return fetched if is_class(self._sources, fetched) else None
        return self._result(method_of(self._sources, owner, self._last(function)), owner)

    def _result(self, function: Definition | None, owner: Definition | None) -> Definition | None:
        """The class that the result of a function is annotated with."""
        facts = function_facts(self._sources, function)
        reading = self._sources.module(function.path) if function is not None else None
        references = {fact.returned_ref for fact in facts}
        if len(references) != 1 or reading is None:
            return None
        reference = references.pop()
        home = owner if reference in _SELF else reference_home(self._sources, reading, reference)
        return home if _tells(self._sources, home) else None

    def _either(self, node: tree_sitter.Node, step: Step, left: int) -> Definition | None:
        branches: list[t.Any] = [node.named_children[0], node.named_children[-1]]
        types = {self.type_of(branch, step, left) for branch in branches if branch.type != "none"}
        return types.pop() if len(types) == 1 else None


class Fields(Receivers):
    """What one class says of one of its attributes."""

    def __init__(self, sources: Sources, reading: SourceReading, owner: Definition, name: str) -> None:
        super().__init__(sources, reading)
        self._owner = owner
        self._name = name

    def types(self, left: int) -> Iterator[Definition | None]:
        """One for each place that gives it a value, those aside that give it None."""
        for assignment in self.assignments():
            typed, right = assignment.node.child_by_field_name("type"), assignment.node.child_by_field_name("right")
            if typed is not None:
                yield self.annotated(typed)
            elif right is not None and right.type != "none":
                yield self.type_of(right, assignment, left)

    def assignments(self) -> Iterator[Step]:
        """What gives it a value or a type, in the body of the class or by `self`."""
        for each in occurrences_of(self._reading.view, self._name):
            if each.role in {NameRole.BIND, NameRole.ATTRIBUTE} and self._is_own(each):
                statement = each.step.around("assignment", "function_definition", "class_definition")
                if statement is not None and statement.node.type == "assignment":
                    yield statement

    def _is_own(self, each: Occurrence) -> bool:
        if each.role is NameRole.BIND:
            home = each.home
            return home is not None and home.kind is RegionKind.CLASS and home.path == self._owner.name
        outer = each.step.outer
        owner = outer.node.child_by_field_name("object") if outer is not None else None
        is_target = outer is not None and outer.field == "left"
        return is_target and self._text(owner) == "self" and self._class_around(each.step.region) == self._owner


def _tells(sources: Sources, home: Definition | None) -> bool:
    """Whether an annotation says what can be asked of an object: a class of the project, or one of another."""
    if home is None:
        return False
    return is_class(sources, home) if home.path else not home.name.startswith(_VAGUE)


_VAGUE = ("typing.", "typing_extensions.", "unittest.mock.", "collections.abc.")
_DEFINING = frozenset({"function_definition", "class_definition", "aliased_import"})


def first_argument(call: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a call is given first."""
    listed = call.child_by_field_name("arguments")
    children = listed.named_children if listed is not None else []
    return next((child for child in children if child.type != "comment"), None)


_METHODS_BY_NAME = frozenset({"__setattr__", "__delattr__", "__getattribute__"})
_BY_NAME = _METHODS_BY_NAME | {"getattr", "setattr", "hasattr", "delattr", "object", "attrgetter", "methodcaller"}


def named_attribute_of(reading: SourceReading, step: Step) -> tuple[tree_sitter.Node | None, Step] | None:
    """What a string names an attribute of, if that is said, with the place: `getattr(x, "name")`, `vars(x)["name"]`."""
    subscript = item_of(step)
    if subscript is not None:
        owner = _owner_of_attributes(reading, subscript.node.child_by_field_name("value"))
        return (owner, subscript) if owner is not None else None
    call = step.around("call")
    function = call.node.child_by_field_name("function") if call is not None else None
    name = reading.view.text(function).rpartition(".")[2] if function is not None else ""
    if call is None or function is None or name not in _BY_NAME:
        return None
    first = first_argument(call.node)
    if first is not None and first.type == "keyword_argument":  # `patch.object(target=module, attribute="name")`
        first = first.child_by_field_name("value")
    if first is None or not first.start_byte <= step.node.start_byte < first.end_byte:
        return first, call
    owner = function.child_by_field_name("object") if name in _METHODS_BY_NAME else None
    return (owner if owner is not None and owner.type == "identifier" else None), call


def item_of(step: Step) -> Step | None:
    """The subscript that a string is all of: `x["name"]`."""
    string = step.outer
    subscript = string.outer if string is not None and string.field == "subscript" else None
    return subscript if subscript is not None and subscript.node.type == "subscript" else None


def _owner_of_attributes(reading: SourceReading, mapping: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """`x` of `vars(x)`, `asdict(x)` and `x.__dict__`."""
    if mapping is None:
        return None
    if mapping.type == "attribute" and reading.view.text(mapping).endswith(".__dict__"):
        return mapping.child_by_field_name("object")
    function = mapping.child_by_field_name("function") if mapping.type == "call" else None
    name = reading.view.text(function).rpartition(".")[2] if function is not None else ""
    return first_argument(mapping) if name in _MAPPINGS else None


_MAPPINGS = frozenset({"vars", "asdict"})
"""Functions that give the attributes of what they are given, by their names."""


def _inside(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What gives an expression its value: that in parentheses, awaited, on the right of `a = b = C()`.

    Of `[*a.b]`, tree-sitter-python has `*a` as the object."""
    if node.type in _WRAPS and node.named_child_count == 1:
        return node.named_children[0]
    if node.type == "assignment":
        return node.child_by_field_name("right")
    return node.child_by_field_name("value") if node.type == "named_expression" else None


_WRAPS = frozenset({"parenthesized_expression", "await", "list_splat"})


def _beyond_types(region: ScopeRegion) -> ScopeRegion | None:
    around = region.outer
    while around is not None and around.kind is RegionKind.TYPES:
        around = around.outer
    return around


def _is_none(binding: Occurrence) -> bool:
    """Whether a name is given None there, which has no attributes that anybody asks for."""
    outer = binding.step.outer
    right = outer.node.child_by_field_name("right") if outer is not None and outer.node.type == "assignment" else None
    is_typed = outer is not None and outer.node.child_by_field_name("type") is not None
    return right is not None and right.type == "none" and not is_typed
