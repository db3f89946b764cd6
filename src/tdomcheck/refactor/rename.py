"""Rename a definition, a member, a parameter or a module, and all that refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tdomcheck.model.changes import FileEdits, Proposal, Rewrite, Tier
from tdomcheck.refactor.collisions import check_name, collisions_of, refuse
from tdomcheck.refactor.foreign_imports import check_aliases
from tdomcheck.refactor.manifest import manifest_sites
from tdomcheck.refactor.members import MemberSites
from tdomcheck.refactor.named import Bond, Group, groups_of, named_sites
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.outcome import Refactoring, merged
from tdomcheck.refactor.outer_bases import outer_bases
from tdomcheck.refactor.parameters import ParameterSites
from tdomcheck.refactor.problems import NotFound, RefactoringRefusal, UnreadableFiles
from tdomcheck.refactor.props import check_prop
from tdomcheck.refactor.sites import Site, SiteKind, in_order
from tdomcheck.refactor.sources import Sources
from tdomcheck.refactor.special_names import check_special
from tdomcheck.refactor.taken_members import taken_beside, taken_members
from tdomcheck.refactor.target import (
    MemberTarget,
    ModuleTarget,
    NameTarget,
    ParameterTarget,
    Target,
    old_name,
    target_of,
    targets_of,
)
from tdomcheck.refactor.texts import text_sites
from tdomcheck.refactor.unseen import unseen_places
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class RenameOptions:
    """How far a renaming goes."""

    strings: bool = False
    """Also strings that say the dotted name."""
    prose: bool = False
    """Also comments, docstrings and documents."""
    allow_shadowing: bool = False
    """The new name may hide a builtin."""
    keep_going: bool = False
    """Files that mention the name and cannot be read are left as they are."""


DEFAULTS = RenameOptions()


def rename(sources: Sources, source: str, to: str, options: RenameOptions = DEFAULTS) -> Refactoring:
    """What it takes to call something by another name; raises Refusal where that cannot be done."""
    try:
        target = target_of(sources, source)
    except NotFound:
        if _stands(sources, source, to):
            return Refactoring(notice=f"`{source}` is gone and `{renamed(source, to)}` stands there: nothing to do")
        raise
    if isinstance(target, ModuleTarget):
        from tdomcheck.refactor.modules import rename_module  # the only one that moves files

        return rename_module(sources, target, to, options)
    if "." in to:
        raise RefactoringRefusal(
            f"`{to}` has a dot in it: only modules and packages are renamed to a dotted name; use `move`"
        )
    name = old_name(target)
    if name == to:
        return Refactoring(notice=f"`{source}` is called that: nothing to do")
    check_name(to, is_variable=not isinstance(target, MemberTarget), allow_shadowing=options.allow_shadowing)
    check_special(target, to)
    sites = in_order(wanted(sites_of(sources, target, options), options))
    check_readable(sources, name, options)
    check_aliases(sources, sites)
    refuse(to, _collisions(sources, target, to))
    check_prop(sources, target, sites, to)
    rewrite = rewrite_of(sites, to, _touched(target))
    outcome = settled(sources, replace(rewrite, remainders=unseen_places(sources, target, sites)))
    # After what could not be read was told: a file that does not say the name may be as broken as it likes.
    return _with_other_bases(sources, target, outcome, to)


def _with_other_bases(sources: Sources, target: Target, outcome: Refactoring, to: str) -> Refactoring:
    """With the rows for classes outside of the project that may know a member by its name; raises for those within."""
    if not isinstance(target, MemberTarget):
        return outcome
    members = MemberSites(sources, target.owner, target.name)
    refuse(to, taken_beside(sources, members, to))
    rows = (*outcome.rewrite.remainders, *outer_bases(sources, members.roots, target.name, to))
    rewrite = replace(outcome.rewrite, remainders=tuple(sorted(rows, key=lambda row: (row.path, row.span))))
    return replace(outcome, rewrite=rewrite)


def renamed(source: str, to: str) -> str:
    """The whole new name."""
    outer = source.rpartition(".")[0]
    return to if "." in to or not outer else f"{outer}.{to}"


def _stands(sources: Sources, source: str, to: str) -> bool:
    return any(True for _ in targets_of(sources, renamed(source, to)))


def sites_of(sources: Sources, target: Target, options: RenameOptions) -> Iterator[Site]:
    """Every reference to a target, sure or not."""
    code = tuple(code_sites(sources, target))
    yield from code
    yield from text_sites(sources, target, code, prose=options.prose)


def code_sites(sources: Sources, target: Target) -> Iterator[Site]:
    """The references that are code wherever they stand."""
    match target:
        case NameTarget(definition=definition):
            yield from named_sites(sources, definition)
            yield from manifest_sites(sources, definition)
        case MemberTarget(owner=owner, name=name):
            yield from MemberSites(sources, owner, name)
            yield from manifest_sites(sources, Definition(owner.path, f"{owner.name}.{name}"))
        case ParameterTarget(function=function, name=name):
            yield from ParameterSites(sources, function, name)
        case ModuleTarget():
            raise AssertionError("unreachable")


def wanted(sites: Iterable[Site], options: RenameOptions) -> Iterator[Site]:
    """Strings that were not asked for are proposed; prose that was not asked for is left alone."""
    for site in sites:
        if site.kind is SiteKind.CODE or (site.kind is SiteKind.PROSE and (options.prose or site.reason)):
            yield site
        elif site.kind is SiteKind.STRING:
            yield site if options.strings else replace(site, tier=Tier.ANCHORED, reason=site.reason or _STRING)
        elif site.kind is SiteKind.MESSAGE and options.prose:
            yield site if options.strings else replace(site, tier=Tier.ANCHORED, reason=site.reason or _MESSAGE)


_STRING = "a string says the dotted name; --strings takes it"
_MESSAGE = "a word in a string; --strings with --prose takes it"


def rewrite_of(sites: Sequence[Site], to: str, touched: Definition | None = None) -> Rewrite:
    """The edits of the sites that are sure, and proposals for the others."""
    edits: dict[str, list[Site]] = {}
    for site in filter(_is_sure, sites):
        edits.setdefault(site.path, []).append(site)
    proposals = tuple(
        Proposal(
            site.path, site.span, site.tier, site.reason, (site.renamed(to),), is_reference=site.kind in _REFERENCES
        )
        for site in sites
        # The name of a module may stand in a longer one that changes as a whole.
        if not (site.is_sure or any(each.span.contains(site.span) for each in edits.get(site.path, ())))
    )
    files = tuple(
        FileEdits(path, merged(*(site.renamed(to) for site in edits[path])), symbols=_symbols(path, touched))
        for path in sorted(edits)
    )
    return Rewrite(files, proposals)


def _is_sure(site: Site) -> bool:
    return site.is_sure


_REFERENCES = frozenset({SiteKind.CODE, SiteKind.STRING})


def _symbols(path: str, touched: Definition | None) -> tuple[str, ...]:
    return (touched.name,) if touched is not None and touched.path == path else ()


def settled(sources: Sources, rewrite: Rewrite) -> Refactoring:
    """The outcome, with the files that could not be read."""
    failures = tuple(sources.failures[path] for path in sorted(sources.failures))
    return Refactoring(rewrite, failures=failures)


def check_readable(sources: Sources, name: str, options: RenameOptions) -> None:
    """Raise where a file that mentions the name cannot be read."""
    broken = [sources.failures[path] for path in sources.mentioning(name) if path in sources.failures]
    if broken and not options.keep_going:
        listed = "; ".join(map(str, broken))
        raise UnreadableFiles(
            f"`{name}` is mentioned in what cannot be read: {listed}. Nothing is changed; --keep-going leaves it out"
        )


def _collisions(sources: Sources, target: Target, to: str) -> Iterator[str]:
    match target:
        case NameTarget(definition=definition):
            yield from collisions_of(tuple(groups_of(sources, definition)), to)
        case MemberTarget(owner=owner, name=name):
            yield from taken_members(sources, MemberSites(sources, owner, name), to)
        case ParameterTarget(function=function, name=name):
            yield from _taken_parameters(ParameterSites(sources, function, name), to)
        case ModuleTarget():
            raise AssertionError("unreachable")


def _taken_parameters(parameters: ParameterSites, to: str) -> Iterator[str]:
    for reading, home, occurrences in parameters.bodies():
        yield from collisions_of([Group(reading, home, Bond.OWN, tuple(occurrences))], to)


def _touched(target: Target) -> Definition | None:
    """The definition whose own lines a renaming changes; a module is none."""
    match target:
        case NameTarget(definition=definition):
            return definition
        case MemberTarget(owner=owner, name=name):
            return Definition(owner.path, f"{owner.name}.{name}")
        case ParameterTarget(function=function):
            return function
        case ModuleTarget():
            return None
    raise AssertionError("unreachable")
