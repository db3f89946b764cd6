"""The model of an application: components, services, what is registered, and what stands in for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from tdomcheck.facts.project.asked_services import asked_services
from tdomcheck.facts.project.constants import text_of
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.project.tag_sites import TagPlaces
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import (
    FileFacts,
    InjectionFact,
    ParameterFact,
    RegistrationFact,
    TemplateUseFact,
    Why,
)
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.values import dataclass, replace

_KINDS = {
    "register_value": "value",
    "register_local_value": "local",
    "register_local_factory": "local",
    "overwrite_value": "value",
    "register_implementation": "implementation",
    "register": "implementation",
}


_STANDING_IN = frozenset({"implementation", "decorator"})
"""Registrations of what is made in the place of something else."""


@dataclass(frozen=True, slots=True)
class _Names:
    """What a file defines and binds."""

    definitions: Counter[str]
    """How often each function and class is defined."""
    owners: frozenset[str]
    """Its classes."""
    bound: frozenset[str]
    """What it assigns or imports."""


@dataclass(frozen=True, slots=True)
class Provision:
    """A registration, with what it is about."""

    path: str
    fact: RegistrationFact
    service: Symbol | None
    """What containers are asked for; None where that is not known."""
    implementation: Symbol | None
    kind: str
    """`factory`, `value`, `local`, `implementation` or `decorator`."""

    @property
    def is_for_another(self) -> bool:
        """It stands in for a type other than itself."""
        mine, wanted = self.implementation, self.service
        return mine is None or wanted is None or mine.key != wanted.key

    @property
    def made(self) -> Symbol | None:
        """The class whose fields a container fills when it makes an object: decorated, or given to `auto(...)`."""
        candidate = self.implementation if self.kind == "decorator" or self.fact.factory.auto_ref else None
        return candidate if candidate is not None and candidate.class_ is not None else None

    @property
    def is_async(self) -> bool:
        """Its factory has to be awaited."""
        function = self.implementation.function if self.implementation is not None else None
        return self.fact.factory.is_async or (function is not None and function.is_async)

    @property
    def place(self) -> tuple[str, str]:
        """The resource and the location that it is for; both empty where it is for all."""
        return self.fact.lookup.resource, self.fact.lookup.location


@dataclass(frozen=True, slots=True)
class TagUse:
    """A tag that stands for a component of the project."""

    path: str
    fact: TemplateUseFact
    component: Symbol


@dataclass(frozen=True, slots=True)
class Want:
    """Something that a container is to fill in."""

    path: str
    fact: InjectionFact
    owner: Symbol | None
    service: Symbol | None


class Application:
    """The model of an application: who registers, injects, uses and renders what; every rule asks the same one."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @classmethod
    def of(cls, project: Project) -> Application:
        """The model of a project, made when it is first asked for."""
        return _application(project)

    def _files_with(self, kind: str) -> Sequence[tuple[str, FileFacts]]:
        return sorted(self.project.files_with(kind), key=itemgetter(0))

    @cached_property
    def provisions(self) -> tuple[Provision, ...]:
        """Everything that registers, in the order of files and places."""
        return tuple(
            self._provision(path, fact)
            for path, facts in self._files_with("registrations")
            for fact in facts.registrations
            if not fact.decorator or self.registers(path, fact.decorator)
        )

    def _provision(self, path: str, fact: RegistrationFact) -> Provision:
        resolve = self.project.resolve
        if "." in fact.lookup.location and "(" not in fact.lookup.location:
            location = text_of(self.project, path, fact.lookup.location) or fact.lookup.location
            fact = replace(fact, lookup=replace(fact.lookup, location=location))
        kind = "decorator" if fact.decorator else _KINDS.get(fact.method, "factory")
        return Provision(
            path, fact, resolve(path, fact.type_ref), resolve(path, fact.factory.ref or fact.factory.auto_ref), kind
        )

    def registers(self, path: str, decorator: str) -> bool:
        """Whether a decorator is `@injectable`, or a class that derives from it."""
        if decorator in api.INJECTABLE:
            return True
        symbol = self.project.resolve(path, decorator)
        return symbol is not None and self.project.derives_from(symbol, api.INJECTABLE)

    @cached_property
    def provided(self) -> Mapping[str, tuple[Provision, ...]]:
        """All registrations, by the key of their service."""
        provisions: dict[str, list[Provision]] = {}
        for provision in self.provisions:
            if provision.service is not None:
                provisions.setdefault(provision.service.key, []).append(provision)
        return {key: tuple(items) for key, items in provisions.items()}

    @cached_property
    def uses(self) -> tuple[TagUse, ...]:
        """Every tag whose component is known."""
        return tuple(
            TagUse(path, fact, symbol)
            for path, facts in self._files_with("uses")
            for fact in facts.uses
            if (symbol := self.project.resolve(path, fact.tag_ref)) is not None and not symbol.is_external
        )

    @cached_property
    def wants(self) -> tuple[Want, ...]:
        """Everything that is injected."""
        return tuple(
            Want(path, fact, self.project.resolve(path, f":{fact.owner}"), self.project.resolve(path, fact.type_ref))
            for path, facts in self._files_with("injections")
            for fact in facts.injections
        )

    def wants_of(self, symbol: Symbol) -> tuple[Want, ...]:
        """What is injected into a definition; into a class also by the fields that it inherits."""
        wants: dict[str, Want] = {}
        for owner in reversed(self.project.ancestors(symbol) or [symbol]):
            if owner.class_ is not None and owner.class_.init is not None:
                wants.clear()
            for field in owner.class_.fields if owner.class_ is not None else ():
                wants.pop(field.name, None)
            wants.update((want.fact.name, want) for want in self._wants_by_owner.get(owner.key, ()))
        return tuple(wants.values())

    @cached_property
    def _wants_by_owner(self) -> Mapping[str, tuple[Want, ...]]:
        by_owner: dict[str, list[Want]] = {}
        for want in self.wants:
            if want.owner is not None:
                by_owner.setdefault(want.owner.key, []).append(want)
        return {key: tuple(wants) for key, wants in by_owner.items()}

    @property
    def tagged(self) -> Iterator[Symbol]:
        """The definitions that tags name, those aside that are expected to fail."""
        return (use.component for use in self.uses if _is_definition(use.component) and not use.fact.is_quiet)

    @cached_property
    def components(self) -> tuple[Symbol, ...]:
        """Definitions of the project that tags name, or of which their own files say that they are components."""
        return tuple(symbol for _, (symbol, _) in sorted(self._why_by_key.items()))

    def why(self, symbol: Symbol) -> Why | None:
        """What tells that a definition is a component; None where nothing does."""
        lineage = self.project.ancestors(symbol) if symbol.class_ is not None else None
        known = (self._why_by_key.get(owner.key) for owner in lineage or [symbol])
        return next((why for _, why in filter(None, known)), None)

    @cached_property
    def _why_by_key(self) -> Mapping[str, tuple[Symbol, Why]]:
        known = {symbol.key: (symbol, Why.TAG) for symbol in self.tagged}
        for path, facts in self._files_with("components"):
            for fact in facts.components:
                symbol = self.project.resolve(path, f":{fact.path}") if fact.is_certain else None
                if symbol is not None:
                    known.setdefault(symbol.key, (symbol, fact.why))
        for symbol in self._decorated if self._has_decorator else ():
            known.setdefault(symbol.key, (symbol, Why.DECORATOR))
        for provision in self.provisions:
            made, wanted = provision.implementation, provision.service
            is_stand_in = provision.kind in _STANDING_IN and made is not None and _is_definition(made)
            if made is not None and is_stand_in and wanted is not None and wanted.key in known:
                known.setdefault(made.key, (made, Why.REGISTERED))
        return known

    @cached_property
    def variable_components(self) -> Mapping[str, tuple[Symbol, ...]]:
        """By the key of a function or class, the components that are variables made of it."""
        made: dict[str, list[Symbol]] = {}
        for path, facts in self._files_with("components"):
            for fact in facts.components:
                whole = self.project.resolve(path, fact.made.of) if fact.made is not None else None
                symbol = self.project.resolve(path, f":{fact.path}") if whole is not None else None
                if whole is not None and symbol is not None and self.is_component(symbol):
                    made.setdefault(whole.key, []).append(symbol)
        return {key: tuple(symbols) for key, symbols in made.items()}

    @cached_property
    def _has_decorator(self) -> bool:
        """Whether a file defines what may make components by decorating: else no function needs to be looked at."""
        closures = self.project.files_with("closures")
        return any(function.returned_ref in api.TEMPLATE for _, facts in closures for function in facts.functions)

    @property
    def _decorated(self) -> Iterator[Symbol]:
        for path, facts in self._files_with("functions"):
            yield from self._decorated_in(path, facts)

    def _decorated_in(self, path: str, facts: FileFacts) -> Iterator[Symbol]:
        """The functions of a file whose decorators, of other files, say that they make components of them."""
        for function in facts.functions:
            others = [each for each in function.decorators if "." in each and each not in api.TRANSPARENT]
            inner = (self.project.wrapping(path, each) for each in others if function.path[:1].isupper())
            symbol = self.project.resolve(path, f":{function.path}") if others and "." not in function.path else None
            if symbol is not None and any(each is not None and each.returned_ref in api.TEMPLATE for each in inner):
                yield symbol

    def is_component(self, symbol: Symbol) -> bool:
        """Whether a symbol is one of the components."""
        return self.why(symbol) is not None

    def overridden(self, *, tests: bool) -> frozenset[str] | None:
        """Types that another implementation may stand in for; None where that may be any."""
        if tests not in self._overridden:
            self._overridden[tests] = self._find_overridden(tests=tests)
        return self._overridden[tests]

    @cached_property
    def _overridden(self) -> dict[bool, frozenset[str] | None]:
        return {}

    def asked(self, *, tests: bool) -> frozenset[str] | None:
        """The keys of all services that something injects or fetches; None where nobody can tell what is asked for.

        What a library asks for by itself is not among them: components that tags name, middleware, hooks."""
        return asked_services(self.project, tests=tests)

    @cached_property
    def registers_indirectly(self) -> bool:
        """Whether some file may register what no fact tells of."""
        return Feature.REGISTERING_INDIRECTLY in self.project.features

    def _find_overridden(self, *, tests: bool) -> frozenset[str] | None:
        keys: set[str] = set()
        for path, facts in self.project.files_with("features"):
            if (tests or not is_test_file(path)) and Feature.REGISTERING_INDIRECTLY in facts.features:
                return None
        for path, facts in self.project.files_with("registrations"):
            for registration in facts.registrations if tests or not is_test_file(path) else ():
                if registration.factory.ref and registration.factory.ref == registration.type_ref:
                    continue
                symbol = self.project.resolve(path, registration.type_ref)
                if symbol is None and not registration.decorator:
                    return None
                keys.update({symbol.key} if symbol is not None else ())
        return frozenset(keys)

    def certain_uses(self, path: str) -> Iterator[TagUse]:
        """The tags of a file that stand for one component and no other, whoever registers what."""
        yield from (use for use, meant in self.known_uses(path) if meant == (use.component,))

    def known_uses(self, path: str) -> Iterator[tuple[TagUse, tuple[Symbol, ...]]]:
        """The tags of a file, each with all components that it may stand for: its own, and those that replace it."""
        overridden = self.overridden(tests=is_test_file(path))
        stand_ins: dict[str, tuple[Symbol, ...]] = {}
        for fact in self.project.facts[path].uses if overridden is not None else ():
            symbol = None if fact.is_quiet else self.project.resolve(path, fact.tag_ref)
            if symbol is None or not self.is_single(symbol):
                continue
            if symbol.key not in (overridden or ()):
                yield TagUse(path, fact, symbol), (symbol,)
                continue
            if symbol.key not in stand_ins:
                stand_ins[symbol.key] = self._stand_ins(symbol)
            if stand_ins[symbol.key]:
                yield TagUse(path, fact, symbol), stand_ins[symbol.key]

    def _stand_ins(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """All components that a tag may stand for; none where one of them is not known."""
        implementations = [provision.implementation for provision in self.provided.get(symbol.key, ())]
        is_known = bool(implementations) and all(
            each is not None and each.class_ is not None for each in implementations
        )
        return self.implementations(symbol) if is_known else ()

    def is_single(self, symbol: Symbol) -> bool:
        """Defined once as a function or class of a module, and not as the method of a class."""
        facts = self.project.facts.get(symbol.path)
        definition = symbol.function or symbol.class_
        if facts is None or definition is None:
            return False
        names = self._names_in(symbol.path)
        is_method = symbol.function is not None and definition.path.rpartition(".")[0] in names.owners
        is_bound_again = FeatureOf.REBOUND(definition.path) in facts.features or definition.path in names.bound
        return names.definitions[definition.path] == 1 and not (is_method or is_bound_again)

    def _names_in(self, path: str) -> _Names:
        """What a file defines and binds, counted once."""
        if path not in self._names:
            facts = self.project.facts[path]
            owners = [owner.path for owner in facts.classes]
            made = {fact.path for fact in facts.components if fact.called is not None}
            bound = {name for name, _ in facts.variables} - made | {fact.alias for fact in facts.imports}
            definitions = Counter([*(function.path for function in facts.functions), *owners, *made])
            self._names[path] = _Names(definitions, frozenset(owners), frozenset(bound))
        return self._names[path]

    @cached_property
    def _names(self) -> dict[str, _Names]:
        return {}

    def declared_in(self, symbol: Symbol, prop: ParameterFact) -> str:
        """The file that declares a prop, which may be that of a base class."""
        key = (symbol.path, symbol.key)
        if key not in self._declared:
            self._declared[key] = self._declarations(symbol)
        return self._declared[key].get((prop.name, prop.annotation, prop.start, prop.end), symbol.path)

    @cached_property
    def _declared(self) -> dict[tuple[str, str], dict[tuple[str, str, int, int], str]]:
        return {}

    def _declarations(self, symbol: Symbol) -> dict[tuple[str, str, int, int], str]:
        """The file of every prop that a class or a base of it declares, nearest first."""
        paths: dict[tuple[str, str, int, int], str] = {}
        for owner in self.project.ancestors(symbol) or []:
            for prop in (*owner.class_.fields, *(owner.class_.init or ())) if owner.class_ is not None else ():
                paths.setdefault((prop.name, prop.annotation, prop.start, prop.end), owner.path)
        return paths

    def tags_in(self, symbol: Symbol) -> tuple[TemplateUseFact, ...]:
        """The component tags in the templates of a function or class."""
        return self._places.tags_in(symbol)

    def drops_children(self, symbol: Symbol) -> bool:
        """Whether a component has no parameter for what stands between its tags."""
        return self._places.drops_children(symbol)

    def is_dropped(self, path: str, use: TemplateUseFact) -> bool:
        """Whether a tag stands between those of a component that renders no children: nothing asks for its props."""
        return self._places.is_dropped(path, use)

    @cached_property
    def _places(self) -> TagPlaces:
        return TagPlaces(self.project)

    def kind_of(self, symbol: Symbol) -> str:
        """`function`, `dataclass`, `protocol` or `class`."""
        if symbol.function is not None:
            return "function"
        if symbol.class_ is not None and symbol.class_.is_generated:
            return "dataclass"
        bases = symbol.class_.bases if symbol.class_ is not None else ()
        return "protocol" if any(base.rpartition(".")[2] == "Protocol" for base in bases) else "class"

    def implementations(self, symbol: Symbol) -> tuple[Symbol, ...]:
        """What a container may give for a type: itself, and whatever is registered for it."""
        implementations = {symbol.key: symbol}
        for provision in self.provided.get(symbol.key, ()):
            if provision.implementation is not None:
                implementations.setdefault(provision.implementation.key, provision.implementation)
        return tuple(implementations.values())


def _is_definition(symbol: Symbol) -> bool:
    return symbol.function is not None or symbol.class_ is not None


def last_name(reference: str) -> str:
    """The last part of a dotted name or a reference: `Card` of `shop.web.Card`, of `:Card` and of `*Card`."""
    return reference.rpartition(".")[2].lstrip(":*")


def span_of(definition: Symbol) -> tuple[int, int]:
    """The name of a definition in its file."""
    fact = definition.class_ or definition.function
    return (fact.start, fact.end) if fact is not None else (0, 0)


@once
def _application(project: Project) -> Application:
    return Application(project)
