"""Places that may refer to the target of a refactoring, and that nobody can see through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.python.occurrences import word
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder
from tdomcheck.model.suffixes import is_document
from tdomcheck.refactor.loose_strings import built_names, given_away, named_after
from tdomcheck.refactor.members import MemberSites
from tdomcheck.refactor.parameters import ParameterSites
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import Sources
from tdomcheck.refactor.target import MemberTarget, ParameterTarget, Target, old_name


def unseen_places(sources: Sources, target: Target, sites: Sequence[Site]) -> tuple[Remainder, ...]:
    """Spreads into what has the parameter or prop, and blocks of documents that are no Python and say the name."""
    names = (*built_names(sources, target), *named_after(sources, target))
    rows = [*_spread(sources, target), *_unread_blocks(sources, target, sites), *names]
    return tuple(sorted(rows, key=lambda row: (row.path, row.span)))


def _spread(sources: Sources, target: Target) -> Iterator[Remainder]:
    match target:
        case MemberTarget(owner=owner, name=name):
            yield from MemberSites(sources, owner, name).unseen()
        case ParameterTarget(function=function, name=name):
            parameters = ParameterSites(sources, function, name)
            yield from parameters.unseen()
            if parameters.is_given_by_name:
                yield from given_away(sources, function)


def _unread_blocks(sources: Sources, target: Target, sites: Sequence[Site]) -> Iterator[Remainder]:
    name = old_name(target)
    known = {(site.path, site.span.start) for site in sites}
    for path in sources.mentioning(name):
        if not is_document(path):
            continue
        sources.readings(path, [name])
        data = sources.files[path]
        for fence in sources.unread.get(path, ()):
            start, end = fence.code
            places = [match.start() for match in word(name).finditer(data, start, end)]
            left = [place for place in places if (path, place) not in known]
            if left and _says_owner(target, data[start:end]):
                span = Span(left[0], left[0] + len(name.encode()))
                yield Remainder(path, span, f"the code block says `{name}` and cannot be read: {fence.skipped}")


def _says_owner(target: Target, code: bytes) -> bool:
    """Whether a block says the class or function that has the member or parameter, without which a word says little."""
    match target:
        case MemberTarget(owner=owner) | ParameterTarget(function=owner):
            return word(owner.name.removesuffix(".__init__").rpartition(".")[2]).search(code) is not None
    return True
