"""Delete a definition that nothing refers to, or, by force, one that something does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tdomcheck.edits.dropped_imports import without_names
from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, homes_of, occurrences_of
from tdomcheck.facts.python.regions import RegionKind, ScopeRegion
from tdomcheck.model import Edit
from tdomcheck.model.changes import DeletedFile, FileEdits, FileWish, Proposal, Remainder, Rewrite, Tier
from tdomcheck.refactor.blocks import Passage, blocks_of, removals
from tdomcheck.refactor.decorators import telling_decorators
from tdomcheck.refactor.dependents import Registration, proposals_of_tests, registrations
from tdomcheck.refactor.export_items import without_item
from tdomcheck.refactor.exports import listed_in
from tdomcheck.refactor.import_blocks import without_imports_of
from tdomcheck.refactor.kin import is_class
from tdomcheck.refactor.modules import ModuleRenaming
from tdomcheck.refactor.needs import needs_of
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.outcome import Refactoring, merged
from tdomcheck.refactor.outline import COMPREHENSIONS, joined
from tdomcheck.refactor.places import ModuleMove, is_package
from tdomcheck.refactor.positions import counted_sites, positional_sites
from tdomcheck.refactor.problems import RefactoringRefusal, StillUsed
from tdomcheck.refactor.refusals import still_used
from tdomcheck.refactor.rename import DEFAULTS, RenameOptions, check_readable, code_sites
from tdomcheck.refactor.sites import Site, SiteKind, in_order
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.special_names import is_asked_for
from tdomcheck.refactor.statements import names_in, own_name
from tdomcheck.refactor.target import (
    MemberTarget,
    ModuleTarget,
    NameTarget,
    ParameterTarget,
    Target,
    described,
    old_name,
    target_of,
)
from tdomcheck.refactor.texts import text_sites
from tdomcheck.refactor.unseen import unseen_places
from tdomcheck.values import replace


def delete(sources: Sources, source: str, options: RenameOptions = DEFAULTS, *, force: bool = False) -> Refactoring:
    """What it takes to delete something; raises StillUsed where it is referred to, unless by force."""
    target = target_of(sources, source)
    if isinstance(target, ParameterTarget):
        raise RefactoringRefusal(
            f"{described(sources, target)} is not deleted by itself: its calls would pass one too many"
        )
    if isinstance(target, ModuleTarget) and target.is_folder:
        raise RefactoringRefusal(
            f"{described(sources, target)} has no `__init__.py`, and not all that is in it may be its: "
            "delete its modules by their names"
        )
    if isinstance(target, NameTarget) and _is_of_comprehension(target.definition):
        raise RefactoringRefusal(f"{described(sources, target)} is the variable of a comprehension, which needs it")
    if is_asked_for(target, old_name(target)) and not force:
        raise StillUsed(
            f"{described(sources, target)} is asked for by the interpreter, whoever names it; "
            "--force deletes it all the same"
        )
    deletion = Deletion(sources, target)
    references = deletion.references
    check_readable(sources, old_name(target), options)
    if references and not force:
        raise StillUsed(still_used(sources, target, references))
    registered = next(deletion.decorators(), None)
    if registered is not None and not force:
        raise StillUsed(
            f"{described(sources, target)} is decorated by `{registered[1]}` ({registered[0]}), which may have "
            "registered it, so that it is used without its name; --force deletes it all the same"
        )
    failures = tuple(sources.failures[path] for path in sorted(sources.failures))
    return Refactoring(deletion.rewrite(), failures=failures)


def _is_of_comprehension(definition: Definition) -> bool:
    return not frozenset(COMPREHENSIONS.values()).isdisjoint(definition.name.split("."))


class Deletion:
    """A definition, what it takes along, and what refers to it."""

    def __init__(self, sources: Sources, target: Target) -> None:
        self._sources = sources
        self._target = target
        self._name = old_name(target)
        self._blocks: list[tuple[SourceReading, list[Passage], Occurrence]] = list(self._own_blocks())
        self._files = tuple(self._own_files())
        self._overriding: dict[str, frozenset[int]] = {}
        self._exporting: dict[int, set[int]] = {}
        self.references = self._references()

    def _own_blocks(self) -> Iterator[tuple[SourceReading, list[Passage], Occurrence]]:
        """The lines of the definition, those in a stub too."""
        home = _definition(self._target)
        if home is None:
            return
        for path in (home.path, f"{home.path}i"):
            reading = self._sources.module(path) if path in self._sources.files else None
            if reading is None:
                continue
            for region, occurrences in homes_of(reading.view, self._name).items():
                if region is not None and joined(region.path, self._name) == home.name and self._is_its(region):
                    roles = BINDING - {NameRole.IMPORT}
                    bindings = [each for each in occurrences if each.role in roles and _stands_in(each, region)]
                    if bindings:
                        yield reading, blocks_of(reading, bindings, self._name), bindings[0]

    def decorators(self) -> Iterator[tuple[str, str]]:
        """Where decorators stand that may have registered it, and what they say."""
        for reading, blocks, _ in self._blocks:
            named = (each for each in occurrences_of(reading.view, self._name) if each.role in BINDING)
            own = [each for each in named if any(block.holds(each.start) for block in blocks)]
            yield from telling_decorators(reading, own)

    def _is_its(self, region: ScopeRegion) -> bool:
        is_body = region.kind is RegionKind.CLASS
        return region.kind is not RegionKind.COMPREHENSION and is_body == isinstance(self._target, MemberTarget)

    def _own_files(self) -> Iterator[str]:
        match self._target:
            case ModuleTarget(path=path):
                stem = path.rpartition(".")[0]
                folder = path.rpartition("/")[0]
                for each in sorted(self._sources.files):
                    is_inside = is_package(path) and each.startswith(f"{folder}/")
                    if is_inside or each in {path, f"{stem}.pyi"}:
                        yield each

    def _references(self) -> tuple[Site, ...]:
        """What refers to it from elsewhere, the surest first; the prose aside."""
        sites = (site for site in self._sites() if site.kind in {SiteKind.CODE, SiteKind.STRING})
        outside = (site for site in sites if not self._is_own(site))
        return in_order(_as_reference(site) for site in outside)

    def _sites(self) -> Iterable[Site]:
        if isinstance(self._target, ModuleTarget):
            code: Sequence[Site] = in_order(ModuleRenaming(self._sources, self._target, _aside(self._target)))
        else:
            code = tuple(code_sites(self._sources, self._target))
        sites = [*code, *text_sites(self._sources, self._target, code, prose=False)]
        if isinstance(self._target, MemberTarget):
            sites += positional_sites(self._sources, self._target.owner, self._target.name)
            sites += counted_sites(self._sources, self._target.owner, self._target.name)
        return sites

    def _is_own(self, site: Site) -> bool:
        """Whether a reference goes with the definition: it is in its lines, or among the exports of its module."""
        if site.path in self._files:
            return True
        for reading, blocks, _ in self._blocks:
            if site.path != reading.path:
                continue
            offset = reading.view.source.to_utf8(site.span.start)
            if any(block.holds(offset) for block in blocks) or offset in self._exports(reading):
                return True
        return isinstance(self._target, MemberTarget) and site.span.start in self._overrides(site.path)

    def _exports(self, reading: SourceReading) -> set[int]:
        is_top = isinstance(self._target, NameTarget) and "." not in self._target.definition.name
        key = id(reading.view)
        if key not in self._exporting:
            self._exporting[key] = {each.start for each in listed_in(reading, self._name)} if is_top else set()
        return self._exporting[key]

    def _overrides(self, path: str) -> frozenset[int]:
        """Where classes of a file define the member for themselves."""
        if path not in self._overriding:
            self._overriding[path] = frozenset(self._override_starts(path))
        return self._overriding[path]

    def _override_starts(self, path: str) -> Iterator[int]:
        reading = self._sources.module(path)
        for each in occurrences_of(reading.view, self._name) if reading is not None else ():
            home = Definition(self._sources.canonical(path), each.home.path) if each.home is not None else None
            if reading is not None and each.role in BINDING and is_class(self._sources, home):
                yield reading.view.source.from_utf8(each.start)

    def rewrite(self) -> Rewrite:
        """The edits that delete it, its imports, and what is left behind."""
        edits: dict[str, list[Edit]] = {}
        for path, edit in self._own_edits():
            edits.setdefault(path, []).append(edit)
        gone: set[tuple[str, int]] = set()
        for reading, statement_edits, starts in self._imports():
            settled = reading.view.source.settled(statement_edits)
            if settled is not None:
                edits.setdefault(reading.path, []).extend(settled)
                gone |= {(reading.path, start) for start in starts}
        registered = tuple(registrations(self._sources, self.references))
        for each in registered:
            edits.setdefault(each.path, []).extend(each.edits)
        files: list[FileWish] = [DeletedFile(path) for path in self._files]
        files += [FileEdits(path, merged(*each), symbols=self._symbols(path)) for path, each in edits.items()]
        left = [site for site in self.references if (site.path, site.span.start) not in gone]
        left = [site for site in left if not _is_in(site, registered)]
        proposals = tuple(proposals_of_tests(self._sources, left))
        remainders = tuple(
            Remainder(site.path, site.span, f"{_LEFT}: {site.reason}" if site.reason else _LEFT)
            for site in left
            if not _is_in(site, proposals)
        )
        unseen = unseen_places(self._sources, self._target, self.references)
        return Rewrite(tuple(sorted(files, key=lambda wish: wish.path)), proposals, (*remainders, *unseen))

    def _symbols(self, path: str) -> tuple[str, ...]:
        home = _definition(self._target)
        return (home.name,) if home is not None and home.path == path else ()

    def _own_edits(self) -> Iterator[tuple[str, Edit]]:
        """Those that take the definition itself away, with the file of each."""
        for reading, blocks, binding in self._blocks:
            yield from ((reading.path, edit) for edit in self._removals(reading, blocks, binding))

    def _removals(self, reading: SourceReading, blocks: list[Passage], binding: Occurrence) -> Iterator[Edit]:
        yield from removals(reading, blocks, binding.step)
        if isinstance(self._target, NameTarget) and "." not in self._target.definition.name:
            for each in listed_in(reading, self._name):
                yield from without_item(reading, each)
        if not is_package(reading.path):
            needs = needs_of(self._sources, reading, blocks, self._name)
            yield from without_imports_of(reading, [need.name for need in needs if need.imports and need.is_only_here])

    def _imports(self) -> Iterator[tuple[SourceReading, list[Edit], list[int]]]:
        """By force: the imports of what is deleted, and the exports of them."""
        target = self._target
        if not isinstance(target, NameTarget) or "." in target.definition.name:
            return
        known = {(site.path, site.span.start) for site in self.references}
        for path in self._sources.mentioning(self._name):
            for reading in self._sources.readings(path, [self._name]):
                yield from self._imports_in(reading, known)

    def _imports_in(
        self, reading: SourceReading, known: set[tuple[str, int]]
    ) -> Iterator[tuple[SourceReading, list[Edit], list[int]]]:
        source = reading.view.source
        for each in occurrences_of(reading.view, self._name):
            start = source.from_utf8(each.start)
            statement = each.step.around("import_from_statement")
            if (reading.path, start) not in known:
                continue
            if statement is not None and each.role is NameRole.IMPORT:
                names = names_in(statement.node)
                hits = [name for name in names if own_name(reading, name) == (self._name, self._name)]
                yield reading, list(without_names(reading.view, [(statement.node, hits)])), [start]
            elif each in listed_in(reading, self._name):
                yield reading, list(without_item(reading, each)), [start]


def _stands_in(each: Occurrence, region: ScopeRegion) -> bool:
    """Whether a scope binds a name itself, and not one inside by `global` or `nonlocal`."""
    inside = {RegionKind.MODULE, RegionKind.CLASS, RegionKind.FUNCTION}
    return next(around for around in each.step.region.outwards if around.kind in inside) == region


def _is_in(site: Site, going: Sequence[Registration | Proposal]) -> bool:
    """Whether a reference goes with what it stands in."""
    return any(each.path == site.path and each.span.start <= site.span.start < each.span.end for each in going)


_LEFT = "it refers to what is deleted"


def _as_reference(site: Site) -> Site:
    """A string is no proof, whatever it says."""
    if site.kind is SiteKind.STRING:
        return replace(site, tier=Tier.ANCHORED, reason=site.reason or "a string says the dotted name")
    return site


def _definition(target: Target) -> Definition | None:
    match target:
        case NameTarget(definition=definition):
            return definition
        case MemberTarget(owner=owner, name=name):
            return Definition(owner.path, joined(owner.name, name))
    return None


def _aside(target: ModuleTarget) -> ModuleMove:
    """A name that no module has: what would be renamed are the references."""
    return ModuleMove(target.name, f"{target.name}_")
