"""The keys of a `TypedDict`: they are strings wherever nobody calls the class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_in, annotation_of, meaning_of
from tdomcheck.facts.python.occurrences import NameRole, Occurrence, bindings_in, home_at, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion, Step
from tdomcheck.facts.records import FunctionFact, ParameterFact, ParameterKind
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.callees import Callees, tier_among
from tdomcheck.refactor.keys import WRITERS, key_at, receiver
from tdomcheck.refactor.kin import bases_of, fields_of, function_facts, is_class, lineage, reference_home
from tdomcheck.refactor.origins import Definition, named_home
from tdomcheck.refactor.receivers import UNPACKS, Receivers
from tdomcheck.refactor.sources import SourceReading, Sources

UNKNOWN = "what it is a key of is not known"
_TYPED_DICTS = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
_DISPLAYS = frozenset({"parenthesized_expression", "conditional_expression"})
_GIVING = frozenset({"argument_list", "keyword_argument", "return_statement"})
_LISTS = frozenset({"list", "tuple", "set"})


def is_typed_dict(sources: Sources, owner: Definition) -> bool:
    """Whether a class says which keys a mapping has."""
    bases = (base for each in lineage(sources, owner) for base in bases_of(sources, each))
    return any(base is not None and _is_root(sources, base) for base in bases)


def _is_root(sources: Sources, base: Definition) -> bool:
    """Whether a base is `TypedDict`, or may be what a call of it makes."""
    if not base.path:
        return base.name in _TYPED_DICTS
    return not is_class(sources, base) and b"TypedDict" in sources.files[base.path]


def unpacked_by(sources: Sources, home: Definition | None) -> Definition | None:
    """The class whose keys a function takes as keywords: `**props: Unpack[Props]`."""
    parameters = (parameter for fact in function_facts(sources, home) for parameter in fact.parameters)
    for each in parameters:
        arguments = annotation_in(each.annotation).arguments if each.type_ref in UNPACKS else ()
        if home is not None and arguments and each.kind is ParameterKind.VAR_KEYWORD:
            return named_home(sources, home.path, arguments[0].name)
    return None


class KeyPlaces:
    """Where one file says a key of what is of some class."""

    def __init__(self, sources: Sources, reading: SourceReading, is_ours: Callable[[Definition | None], bool]) -> None:
        self._sources = sources
        self._reading = reading
        self._view = reading.view
        self._is_ours = is_ours
        self._receivers = Receivers(sources, reading)
        self._callees = Callees(sources, reading)
        self._handed: dict[tuple[str, ScopeRegion], frozenset[Definition | None]] = {}

    def of(self, name: str) -> Iterator[tuple[Occurrence, Tier]]:
        """Sure where the mapping is known to be one, likely where nobody knows what it is."""
        for each in occurrences_of(self._view, name):
            if each.role is NameRole.KEYWORD and self._is_updated(each.step.around("argument_list")):
                yield each, Tier.ANCHORED
            found = key_at(self._view, each, name)
            tier = self._tier(*found) if found is not None else None
            if tier is not None:
                yield each, tier

    def _tier(self, node: tree_sitter.Node, step: Step) -> Tier | None:
        if node.type == "dict_pattern":
            return Tier.ANCHORED
        return self._of_display(step) if step.node == node else self._of_value(node, step)

    def _is_updated(self, arguments: Step | None) -> bool:
        """Whether the arguments of a call go into something, as those of `o.update(user=1)` do."""
        return arguments is not None and receiver(self._view, arguments, WRITERS) is not None

    def _of_value(self, node: tree_sitter.Node | None, step: Step) -> Tier | None:
        """How sure it is that an expression is such a mapping."""
        home = self._receivers.type_of(node, step)
        if home is not None and home.name != "builtins.dict":
            return Tier.STRONG if self._is_ours(home) else None
        if node is not None and node.type == "identifier" and self._is_ours(self._declared(node, step)):
            return Tier.STRONG
        return Tier.ANCHORED if home is None else None

    def _declared(self, name: tree_sitter.Node, step: Step) -> Definition | None:
        """The class that a name is annotated with where it is bound first."""
        text = self._view.text(name)
        region = home_at(self._view, text, Step(name, "", step.region, step))
        outers = (each.step.outer for each in (bindings_in(self._view, text, region) if region is not None else ()))
        types = (outer.node.child_by_field_name("type") for outer in outers if outer is not None)
        return next((self._receivers.annotated(typed) for typed in types if typed is not None), None)

    def _of_display(self, display: Step) -> Tier | None:
        """How sure it is that a display makes such a mapping: by the annotation of what it is given to."""
        step, in_list = display, False
        while step.outer is not None and (step.outer.node.type in _DISPLAYS or step.outer.node.type in _LISTS):
            in_list = in_list or step.outer.node.type in _LISTS
            step = step.outer
        if display.node.type != "dictionary" or step.outer is None:
            return None
        tier = tier_among(self._given(step, step.outer, in_list=in_list), self._is_ours)
        spread = (child for child in display.node.named_children if child.type == "dictionary_splat")
        is_more = any(self._is_ours(self._receivers.type_of(each.named_children[0], display)) for each in spread)
        is_more = is_more or step.outer.node.type == "binary_operator" or self._is_updated(step.outer)
        return tier or (Tier.ANCHORED if is_more else None)

    def _given(self, step: Step, outer: Step, *, in_list: bool) -> Iterator[Definition | None]:
        """What a value has to be where it goes."""
        match outer.node.type:
            case "assignment" | "typed_default_parameter":
                yield self._assigned(outer, in_list=in_list)
                yield from () if in_list else self._handed_on(outer)
            case "return_statement":
                function = next((each for each in step.region.outwards if each.kind is RegionKind.FUNCTION), None)
                returned = function.node.child_by_field_name("return_type") if function is not None else None
                yield self._annotated(returned, in_list=in_list) if returned is not None else None
            case "argument_list" if outer.outer is not None:
                listed = [child for child in outer.node.named_children if child.type != "comment"]
                yield from self._passed(outer.outer, listed.index(step.node), "", in_list=in_list)
            case "keyword_argument":
                call, name = outer.around("call"), outer.node.child_by_field_name("name")
                if call is not None and name is not None:
                    yield from self._passed(call, -1, self._view.text(name), in_list=in_list)

    def _handed_on(self, assignment: Step) -> Iterator[Definition | None]:
        """What a value has to be where the name goes that it is given."""
        left = assignment.node.child_by_field_name("left")
        name = self._view.text(left) if left is not None and left.type == "identifier" else ""
        home = home_at(self._view, name, Step(left, "", assignment.region, assignment)) if name and left else None
        if home is None:
            return
        if (name, home) not in self._handed:
            uses = [each.step for each in occurrences_of(self._view, name) if each.role is NameRole.READ]
            here = [step for step in uses if home_at(self._view, name, step) == home]
            homes = (
                self._given(step, step.outer, in_list=False)
                for step in here
                if step.outer and step.outer.node.type in _GIVING
            )
            self._handed[name, home] = frozenset(chain.from_iterable(homes))
        yield from self._handed[name, home]

    def _assigned(self, outer: Step, *, in_list: bool) -> Definition | None:
        """What a name or an attribute is annotated with, here or elsewhere."""
        typed, left = outer.node.child_by_field_name("type"), outer.node.child_by_field_name("left")
        if typed is not None:
            return self._annotated(typed, in_list=in_list)
        if left is None or in_list:
            return None
        return self._declared(left, outer) if left.type == "identifier" else self._receivers.type_of(left, outer)

    def _annotated(self, typed: tree_sitter.Node, *, in_list: bool) -> Definition | None:
        if not in_list:
            return self._receivers.annotated(typed)
        meant = meaning_of(self._view, annotation_of(self._view, typed))
        return reference_home(self._sources, self._reading, meant.item_ref)

    def _passed(self, call: Step, index: int, name: str, *, in_list: bool) -> Iterator[Definition | None]:
        """What a parameter is annotated with, by its place or its name; such a mapping may be made of another."""
        function = call.node.child_by_field_name("function")
        for home in self._callees.of(function, call):
            if home is not None and index == 0 and is_typed_dict(self._sources, home):
                yield home
                continue
            if home is None or not home.path:
                continue
            reading = self._sources.module(home.path)
            for parameters in self._parameters(home, function):
                for place, each in enumerate(parameters):
                    is_it = each.name == name if name else place == index and not each.is_keyword_only
                    if is_it and reading is not None:
                        reference = each.item_ref if in_list else each.type_ref
                        yield reference_home(self._sources, reading, reference)

    def _parameters(self, home: Definition, function: tree_sitter.Node | None) -> Iterator[tuple[ParameterFact, ...]]:
        if is_class(self._sources, home):
            yield tuple(fields_of(self._sources, home))
            home = Definition(home.path, f"{home.name}.__init__")
        facts: tuple[FunctionFact, ...] = tuple(function_facts(self._sources, home))
        owner = Definition(home.path, home.name.rpartition(".")[0])
        is_bound = function is not None and is_class(self._sources, owner)
        for fact in facts:
            yield tuple(fact.parameters[1:] if is_bound else fact.parameters)
