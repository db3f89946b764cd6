"""What a call calls and what a tag is of, by whatever name: a second one, a bound method, a partial, a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import tree_sitter

from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, bindings_in, home_at, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.class_types import classes_stated, is_property, returned_class, type_around
from tdomcheck.refactor.held_classes import classes_in
from tdomcheck.refactor.kin import definers, function_facts, is_class, method_of
from tdomcheck.refactor.origins import (
    Definition,
    dotted_home,
    dotted_import,
    imported_by,
    is_definition,
    meaning,
    member_home,
)
from tdomcheck.refactor.outline import joined
from tdomcheck.refactor.receivers import MOST_STEPS, Fields, Receivers, first_argument
from tdomcheck.refactor.sources import SourceReading, Sources

PARTIAL = frozenset({"functools.partial", "functools.partialmethod"})
_CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_COLLECTIONS = frozenset({"list", "tuple", "set", "dictionary"})
Homes = frozenset[Definition | None]


def tier_among(homes: Iterable[Definition | None], is_one: Callable[[Definition | None], bool]) -> Tier | None:
    """How sure it is that some meanings are one that is asked for; None where none of them is."""
    answers = {is_one(home) for home in homes}
    if True not in answers:
        return None
    return Tier.ANCHORED if False in answers else Tier.STRONG


class Callees:
    """The functions and classes that the expressions of one file mean; None among them for what nobody knows."""

    def __init__(self, sources: Sources, reading: SourceReading) -> None:
        self._sources = sources
        self._reading = reading
        self._receivers = Receivers(sources, reading)
        self._known: dict[tuple[str, ScopeRegion], Homes] = {}
        self._known_variables: dict[Definition, Homes] = {}
        self._known_items: dict[tuple[str, ScopeRegion], Homes] = {}

    def of(self, node: tree_sitter.Node | None, step: Step, left: int = MOST_STEPS) -> Homes:
        """All that an expression may mean."""
        return frozenset(self._meanings(node, step, left)) if left else frozenset({None})

    def class_of(self, node: tree_sitter.Node | None, step: Step) -> Definition | None:
        """The class that an expression is an object of."""
        return self._receivers.type_of(node, step)

    def class_before(self, attribute: tree_sitter.Node, step: Step) -> Definition | None:
        """The class of what stands before the dot."""
        return self._receivers.owner_type(attribute, step)

    def settled(self, home: Definition) -> Homes:
        """What a definition means: itself, or of a variable all that it is given."""
        return frozenset(self._settled(home, MOST_STEPS))

    def _meanings(self, node: tree_sitter.Node | None, step: Step, left: int) -> Iterator[Definition | None]:
        match node.type if node is not None else "":
            case "identifier" if node is not None:
                yield from self._named(node, step, left)
            case "attribute" if node is not None:
                yield from self._attribute(node, step, left)
            case "call" if node is not None:
                yield from self._made(node, step, left)
            case "subscript" if node is not None:
                yield None
                yield from self._items(node.child_by_field_name("value"), step, left)
            case "none":
                return
            case _:
                inside = _parts(node) if node is not None else []
                for part in inside or [None]:
                    yield from self.of(part, step, left - 1) if part is not None else (None,)

    def _named(self, node: tree_sitter.Node, step: Step, left: int) -> Iterator[Definition | None]:
        view, name = self._reading.view, self._reading.view.text(node)
        region = home_at(view, name, Step(node, "", step.region, step))
        bindings = bindings_in(view, name, region) if region is not None else []
        if region is None or not bindings:
            yield from self._settled(meaning(self._sources, self._reading, Step(node, "", step.region, step)), left)
            return
        if (name, region) not in self._known:
            self._known[name, region] = frozenset({None})  # what leads to itself leads nowhere
            homes = frozenset(home for each in bindings for home in self.bound(each, region, left))
            self._known[name, region] = homes
        yield from self._known[name, region]

    def bound(self, binding: Occurrence, region: ScopeRegion, left: int) -> Iterator[Definition | None]:
        """What one binding gives a name."""
        step, outer = binding.step, binding.step.outer
        imported = imported_by(self._reading.view, binding)
        if imported is not None:
            dotted = dotted_import(self._sources, self._reading, imported)
            yield from self._settled(dotted_home(self._sources, dotted) if dotted else None, left)
        elif is_definition(step):
            name = joined(region.path, self._reading.view.text(step.node))
            is_own = self._reading.is_module
            path = self._sources.canonical(self._reading.path)
            yield Definition(path, name) if is_own else meaning(self._sources, self._reading, step)
        elif binding.role is NameRole.PARAMETER:
            yield from self._parameter(step, left)
        elif outer is not None:
            yield from self._given(outer, step, left)

    def _given(self, outer: Step, step: Step, left: int) -> Iterator[Definition | None]:
        if outer.node.type == "assignment" and step.field == "left":
            yield from self._assigned(outer, step.node, left)
        elif outer.node.type == "named_expression":
            yield from self.of(outer.node.child_by_field_name("value"), outer, left - 1)
        elif outer.node.type in {"for_statement", "for_in_clause"} and step.field == "left":
            yield from self._items(outer.node.child_by_field_name("right"), outer, left)
        else:
            yield None

    def _assigned(self, assignment: Step, target: tree_sitter.Node, left: int) -> Iterator[Definition | None]:
        """What a name or a field is by its type, else by its value."""
        typed, right = assignment.node.child_by_field_name("type"), assignment.node.child_by_field_name("right")
        homes = self._typed(typed)
        if homes:
            yield from homes
        elif right is not None and not self._decorates(right, target):
            yield from self.of(right, assignment, left - 1)
        elif right is None:
            yield None

    def _typed(self, typed: tree_sitter.Node | None) -> Homes:
        """What calling a value calls, where its type says it: of `type[Card]` the class, of an object a method."""
        if typed is None:
            return frozenset()
        classes = classes_stated(self._sources, self._reading, typed)
        method = self._called(self._receivers.annotated(typed)) if not classes else None
        return classes or frozenset({method} - {None})

    def _decorates(self, right: tree_sitter.Node, name: tree_sitter.Node) -> bool:
        """`run = cached(run)`, also of a call of a call, which is taken as the decorator that it is."""
        inner: tree_sitter.Node | None = right
        while inner is not None and inner.type == "call":
            inner = first_argument(inner)
        return inner is not None and inner != right and inner.type == "identifier" and inner.text == name.text

    def _parameter(self, step: Step, left: int) -> Iterator[Definition | None]:
        """The class itself in its methods; what a default says is likely, and no more."""
        classes = classes_stated(self._sources, self._reading, type_around(step))
        if classes:
            yield from classes
            return
        home = self._receivers.type_of(step.node, step)
        if home is not None:
            yield home if self._is_on_class(step) else self._called(home)
            return
        default = step.outer.node.child_by_field_name("value") if step.outer is not None else None
        yield None
        if default is not None and step.outer is not None and step.field == "name":
            yield from self.of(default, step.outer, left - 1)

    def _is_on_class(self, step: Step) -> bool:
        """Whether a method is called on the class."""
        function = step.around("function_definition")
        name = function.node.child_by_field_name("name") if function is not None else None
        around = function.node.parent if function is not None else None
        decorators = around.named_children[:-1] if around is not None and around.type == "decorated_definition" else []
        is_method_of_class = any(b"classmethod" in (each.text or b"") for each in decorators)
        return is_method_of_class or (name is not None and self._reading.view.text(name) in _CLASS_METHODS)

    def _called(self, home: Definition | None) -> Definition | None:
        """What calling an object of a class calls."""
        is_known = home is not None and bool(home.path) and is_class(self._sources, home)
        return method_of(self._sources, home, "__call__") if home is not None and is_known else None

    def _attribute(self, node: tree_sitter.Node, step: Step, left: int) -> Iterator[Definition | None]:
        home = self._receivers.callee(node, step)
        if is_property(self._sources, home):
            yield returned_class(self._sources, home)
            return
        if home is None:
            owner = self._receivers.owner_type(node, step)
            name = self._reading.view.text(node).rpartition(".")[2].strip()
            definer = next(iter(definers(self._sources, owner, name)), None) if owner and owner.path else None
            home = Definition(definer.path, f"{definer.name}.{name}") if definer is not None else None
            if owner is not None and home is None and (owner.is_module or not owner.path):
                home = member_home(self._sources, owner, name)
        yield from self._settled(home, left)

    def _settled(self, home: Definition | None, left: int) -> Iterator[Definition | None]:
        """A function, a class, what is from elsewhere; of a variable all that it is given."""
        is_plain = home is None or not home.path or home.is_module or is_class(self._sources, home)
        if is_plain or function_facts(self._sources, home) or home is None:
            yield home
            return
        if home not in self._known_variables and left > 1:
            self._known_variables[home] = frozenset({None})  # what leads to itself leads nowhere
            reading = self._sources.module(home.path)
            other = self if reading is self._reading else Callees(self._sources, reading) if reading else None
            homes = other.given_to(home, left - 1) if other is not None else frozenset()
            self._known_variables[home] = homes or frozenset({None})
        yield from self._known_variables.get(home, (None,))

    def given_to(self, home: Definition, left: int) -> Homes:
        """All that a variable of the module, or a field of a class of it, is given."""
        homes: set[Definition | None] = set()
        for each in _bindings_of(self._reading, home):
            if each.home is not None:
                homes.update(self.bound(each, each.home, left))
        owner = Definition(home.path, home.name.rpartition(".")[0])
        if is_class(self._sources, owner):
            for assignment in Fields(self._sources, self._reading, owner, home.last).assignments():
                homes.update(self._assigned(assignment, assignment.node, left))
        return frozenset(homes)

    def _made(self, call: tree_sitter.Node, step: Step, left: int) -> Iterator[Definition | None]:
        """What a call gives that can be called: a partial, an object of a class, a class."""
        module = meaning(self._sources, self._reading, Step(call, "", step.region, step))
        if module is not None:
            yield module
            return
        function, first = call.child_by_field_name("function"), first_argument(call)
        for home in self.of(function, step, left - 1):
            if home is not None and not home.path and home.name in PARTIAL:
                yield from self.of(first, step, left - 1)
            elif home is not None and not home.path and home.name == "builtins.type":
                yield self._receivers.type_of(first, step)
            else:
                made = returned_class(self._sources, home)
                yield made or self._called(home) or self._called(self._receivers.type_of(call, step))

    def _items(self, node: tree_sitter.Node | None, step: Step, left: int) -> Iterator[Definition | None]:
        """What stands in a literal, or in that which a name is given."""
        node = node.named_children[0] if node is not None and node.type == "parenthesized_expression" else node
        classes = classes_in(self._sources, self._receivers, self._reading, node, step) if node is not None else ()
        if classes:
            yield from classes
        elif node is None or left <= 1:
            yield None
        elif node.type in _COLLECTIONS:
            for child in node.named_children:
                value = child.child_by_field_name("value") if child.type == "pair" else child
                yield from self.of(value, step, left - 1)
        elif node.type == "identifier":
            yield from self._items_of(node, step, left)
        else:
            yield None

    def _items_of(self, name: tree_sitter.Node, step: Step, left: int) -> Iterator[Definition | None]:
        view, text = self._reading.view, self._reading.view.text(name)
        region = home_at(view, text, Step(name, "", step.region, step))
        bindings = bindings_in(view, text, region) if region is not None else []
        if len(bindings) != 1 or region is None:
            yield None
            return
        if (text, region) not in self._known_items:
            self._known_items[text, region] = frozenset({None})  # what holds itself holds nothing
            self._known_items[text, region] = frozenset(self._held(bindings[0], left))
        yield from self._known_items[text, region]

    def _held(self, binding: Occurrence, left: int) -> Iterator[Definition | None]:
        """What stands in the literal that a name is given."""
        outer = binding.step.outer
        right = outer.node.child_by_field_name("right") if outer is not None else None
        is_literal = right is not None and right.type in _COLLECTIONS
        yield from self._items(right, outer, left - 1) if is_literal and outer is not None else (None,)


def behind(sources: Sources, home: Definition) -> Definition:
    """The function or class that a second name stands for; a definition itself where it is none."""
    reading = sources.module(home.path)
    homes = Callees(sources, reading).settled(home) if reading is not None else frozenset()
    (other,) = homes if len(homes) == 1 else (None,)
    return other if other is not None and other.path else home


def _parts(node: tree_sitter.Node) -> list[tree_sitter.Node | None]:
    """The expressions that one has its value from."""
    children: list[tree_sitter.Node | None] = [child for child in node.named_children if child.type != "comment"]
    match node.type:
        case "parenthesized_expression" | "list_splat":
            return children[:1]
        case "conditional_expression":
            return [children[0], children[-1]]
        case "boolean_operator":
            return children
        case "assignment":
            return [node.child_by_field_name("right")]
        case "named_expression":
            return [node.child_by_field_name("value")]
    return []


def _bindings_of(reading: SourceReading, home: Definition) -> list[Occurrence]:
    """What gives a variable of a module or of a class its value."""
    return [
        each
        for each in occurrences_of(reading.view, home.last)
        if each.role in BINDING and each.home is not None and each.home.kind in _OPEN
        if joined(each.home.path, home.last) == home.name
    ]


_OPEN = frozenset({RegionKind.MODULE, RegionKind.CLASS})
