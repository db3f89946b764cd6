"""References to what has a name in a scope: of a module wherever that is imported, of a function within it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from tdomcheck.facts.python.occurrences import (
    BINDING,
    NameRole,
    Occurrence,
    home_at,
    homes_of,
    occurrences_of,
    top_bindings,
)
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.asked_modules import OTHERS, AskedModules
from tdomcheck.refactor.chosen_names import has_name, import_home, imports_chosen, is_chosen_at, is_chosen_in
from tdomcheck.refactor.exports import implied_in, is_exported
from tdomcheck.refactor.foreign_imports import sites_in_scope
from tdomcheck.refactor.kin import function_facts
from tdomcheck.refactor.origins import Definition, meaning_at, name_home
from tdomcheck.refactor.outline import comprehension_path, joined
from tdomcheck.refactor.quoted import is_annotation, quoted_owner
from tdomcheck.refactor.sites import Site, SiteKind, site_at
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.told_names import is_told
from tdomcheck.values import dataclass, replace


class Bond(Enum):
    """What binds the name of a scope to the definition."""

    OWN = "own"
    """It is defined there."""
    IMPORTED = "imported"
    MIXED = "mixed"
    """Imported, and on another branch something else: the scope goes on with the old name."""
    UNBOUND = "unbound"
    """A document says the name and not where it is from."""


@dataclass(frozen=True, slots=True)
class Group:
    """The occurrences of the name that one scope binds to the definition."""

    reading: SourceReading
    home: ScopeRegion | None
    bond: Bond
    occurrences: tuple[Occurrence, ...]


def groups_of(sources: Sources, definition: Definition) -> Iterator[Group]:
    """The scopes of the project that know a definition by its own name."""
    name = definition.last
    for path in sources.mentioning(name):
        for reading in sources.readings(path, [name]):
            for home, occurrences in homes_of(reading.view, name).items():
                bond = _bond(sources, reading, definition, home, occurrences)
                if bond is not None:
                    yield Group(reading, home, bond, tuple(occurrences))


def _bond(
    sources: Sources,
    reading: SourceReading,
    definition: Definition,
    home: ScopeRegion | None,
    occurrences: list[Occurrence],
) -> Bond | None:
    if home is None:
        return _bond_outside(sources, reading, definition)
    if _defines(sources, reading, definition, home):
        return Bond.OWN
    bindings = [each for each in occurrences if each.role in BINDING]
    origins = {each: import_home(sources, reading, each) for each in bindings}
    ours = [each for each, origin in origins.items() if origin == definition]
    if not ours:
        return None
    is_mixed = any(origin is not None and origin != definition for origin in origins.values())
    is_mixed = is_mixed or any(imports_chosen(sources, reading, each) for each in ours)
    return Bond.MIXED if is_mixed or _is_stub_of_chosen(sources, reading, definition.last) else Bond.IMPORTED


def _is_stub_of_chosen(sources: Sources, reading: SourceReading, name: str) -> bool:
    """Whether a file is the stub of a module that has a name from one import or another; the stub need not say so."""
    module = sources.canonical(reading.path)
    return reading.is_module and module != reading.path and is_chosen_in(sources, module, name)


def _defines(sources: Sources, reading: SourceReading, definition: Definition, home: ScopeRegion) -> bool:
    is_here = reading.is_module and sources.canonical(reading.path) == definition.path
    path = comprehension_path(home) or (home.path if home.kind in _NAMED else None)
    return is_here and path is not None and joined(path, definition.last) == definition.name


_NAMED = frozenset({RegionKind.MODULE, RegionKind.FUNCTION})


def _bond_outside(sources: Sources, reading: SourceReading, definition: Definition) -> Bond | None:
    """What nothing of the file binds: a star does, or the module whose docstring it is, or nobody."""
    if reading.around is not None:
        return Bond.OWN if has_name(sources, Definition(reading.around.path, ""), definition) else None
    home = name_home_outside(sources, reading, definition.last)
    if home == definition:
        return Bond.MIXED if _is_star_chosen(sources, reading, definition.last) else Bond.IMPORTED
    is_loose = not reading.is_module and home is None and "." not in definition.name
    return Bond.UNBOUND if is_loose else None


def _is_star_chosen(sources: Sources, reading: SourceReading, name: str) -> bool:
    root = next(each.step for each in occurrences_of(reading.view, name) if each.home is None)
    return is_chosen_at(sources, reading, name, root)


def name_home_outside(sources: Sources, reading: SourceReading, name: str) -> Definition | None:
    """What a star import gives for a name that the file does not bind."""
    root = next((each.step for each in occurrences_of(reading.view, name) if each.home is None), None)
    return name_home(sources, reading, name, root) if root is not None else None


def named_sites(sources: Sources, definition: Definition) -> Iterator[Site]:
    """Every reference to a definition that has a name in a scope."""
    bound: set[tuple[int, ScopeRegion | None]] = set()
    for group in groups_of(sources, definition):
        if group.bond is not Bond.MIXED:
            bound.add((id(group.reading.view), group.home))
        yield from _sites_of(sources, group, definition)
    for path in sources.mentioning(definition.last):
        for reading in sources.readings(path, [definition.last]):
            yield from _other_sites(sources, reading, definition, bound)
    yield from fixture_sites(sources, definition)


def fixture_sites(sources: Sources, definition: Definition) -> Iterator[Site]:
    """The parameters that pytest fills by the name of a fixture: which of its name it takes, the folders decide."""
    facts = function_facts(sources, definition)
    if not any(decorator.endswith(".fixture") for fact in facts for decorator in fact.decorators):
        return
    modules = (sources.module(path) for path in sources.mentioning(definition.last))
    for reading in (each for each in modules if each is not None):
        for home, occurrences in homes_of(reading.view, definition.last).items():
            if home is not None and any(each.role is NameRole.PARAMETER for each in occurrences):
                for each in occurrences:
                    yield site_at(reading, each.start, definition.last, Tier.ANCHORED, _FIXTURE)
        yield from _named_fixtures(reading, definition.last)


def _named_fixtures(reading: SourceReading, name: str) -> Iterator[Site]:
    """The strings by which a test asks for a fixture."""
    for each in occurrences_of(reading.view, name):
        call = each.step.around("call") if each.step.node.type == "string_content" else None
        function = call.node.child_by_field_name("function") if call is not None else None
        if function is not None and reading.view.text(function).rpartition(".")[2] in _FIXTURES_BY_NAME:
            yield site_at(reading, each.start, name, Tier.ANCHORED, _FIXTURE_NAMED)


_FIXTURES_BY_NAME = frozenset({"usefixtures", "getfixturevalue", "parametrize"})
_FIXTURE_NAMED = "pytest may look for the fixture by this name"
_FIXTURE = "pytest may fill the parameter with the fixture"


def tier_of(sources: Sources, path: str, definition: Definition) -> Tier:
    return Tier.PROVEN if sources.canonical(path) == definition.path else Tier.STRONG


def _imports(sources: Sources, reading: SourceReading, each: Occurrence, definition: Definition) -> bool:
    """Whether an import takes the definition from where it has its own name alone."""
    return import_home(sources, reading, each) == definition and not imports_chosen(sources, reading, each)


def _sites_of(sources: Sources, group: Group, definition: Definition) -> Iterator[Site]:
    name, tier = definition.last, tier_of(sources, group.reading.path, definition)
    for each in group.occurrences:
        if group.bond is Bond.UNBOUND:
            site = site_at(group.reading, each.start, name, Tier.ANCHORED, "the document does not say where it is from")
            yield Site(site.path, site.span, name, site.tier, SiteKind.PROSE, site.reason)
            continue
        is_ours = each.role is NameRole.IMPORT and _imports(sources, group.reading, each, definition)
        if group.bond is Bond.MIXED:
            site = site_at(group.reading, each.start, name, tier)
            yield from [replace(site, is_alias_due=True)] if is_ours else ()
        elif is_ours:
            yield site_at(group.reading, each.start, name, tier)
        else:
            yield from sites_in_scope(group.reading, each, name, tier)


def _other_sites(
    sources: Sources, reading: SourceReading, definition: Definition, bound: set[tuple[int, ScopeRegion | None]]
) -> Iterator[Site]:
    """By an attribute of a module, by an import under another name, in quotes."""
    name = definition.last
    owners = AskedModules(sources, reading, name, definition)
    for each in occurrences_of(reading.view, name):
        tier = owners.tier(each) if each.role is NameRole.ATTRIBUTE else None
        if tier is Tier.ANCHORED or (tier is None and owners.is_unseen(each)):
            yield site_at(reading, each.start, name, Tier.ANCHORED, OTHERS)
        is_one = (
            tier is Tier.STRONG
            or (each.role is NameRole.ALIASED and _imports(sources, reading, each, definition))
            or (each.role is NameRole.TEXT and _is_quoted(sources, reading, each, definition, bound))
        )
        if is_one:
            yield site_at(reading, each.start, name, tier_of(sources, reading.path, definition))
    if "." not in definition.name and _is_offered(sources, reading, definition, bound):
        for each in implied_in(reading, name):
            yield site_at(reading, each.start, name, Tier.ANCHORED, _EXPORTS)


_EXPORTS = "`__all__` is made of this"


def _is_offered(
    sources: Sources, reading: SourceReading, definition: Definition, bound: set[tuple[int, ScopeRegion | None]]
) -> bool:
    """Whether a file has the definition by its own name, so that `__all__` may list it."""
    bindings = top_bindings(reading.view, definition.last)
    if bindings:
        return (id(reading.view), bindings[0].home) in bound
    return has_name(sources, Definition(reading.path, ""), definition)


def _is_quoted(
    sources: Sources,
    reading: SourceReading,
    each: Occurrence,
    definition: Definition,
    bound: set[tuple[int, ScopeRegion | None]],
) -> bool:
    step = each.step
    if step.node.type != "string_content" or step.outer is None:
        return False
    if reading.view.text(step.node) == definition.last and is_exported(reading, step):
        return _is_offered(sources, reading, definition, bound)
    if is_told(sources, reading, each):
        home = home_at(reading.view, definition.last, step)
        return home is not None and _defines(sources, reading, definition, home)
    if not is_annotation(sources, reading, step.outer):
        return False
    before = quoted_owner(reading, each)
    if before:
        owner = meaning_at(sources, reading, before, step)
        return owner is not None and has_name(sources, owner, definition)
    return (id(reading.view), home_at(reading.view, definition.last, step)) in bound
