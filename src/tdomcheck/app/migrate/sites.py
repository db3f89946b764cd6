"""The places that codemods left or propose, as other changes of the same run move them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.edits.difference import difference
from tdomcheck.model import Edit
from tdomcheck.model.changes import Proposal
from tdomcheck.model.codemod import OpenSite
from tdomcheck.model.paths import path_from
from tdomcheck.rewrite.verify import Moves
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class PlacedProposal:
    """A proposal, and the file that its place is one of."""

    proposal: Proposal
    path: str
    data: bytes
    """What the file held then."""


def moved_sites(sites: Sequence[OpenSite], before: bytes, after: bytes) -> list[OpenSite]:
    """The same places in the file as it is now."""
    if not sites or before == after:
        return list(sites)
    moves = moves_between(before, after)
    return [replace(site, span=moves.moved(site.span)) for site in sites]


def settled_proposals(placed: Iterable[PlacedProposal], tree: WorkTree, root: str) -> Iterator[Proposal]:
    """Proposals with the places that they have in the end."""
    known: dict[tuple[str, bytes], Moves] = {}
    for each in placed:
        path, key = tree.place_of(each.path), (each.path, each.data)
        try:
            after = tree.read(path)
        except OSError:  # it has gone
            yield each.proposal
            continue
        if key not in known:
            known[key] = moves_between(each.data, after)
        inner = path_from(root, path)
        yield replace(each.proposal, path=inner, span=known[key].moved(each.proposal.span))


def moves_between(before: bytes, after: bytes) -> Moves:
    """Where the places of one text are in another."""
    # A letter a byte, so that places of the text are places of the file.
    changes = difference(before.decode("latin-1"), after.decode("latin-1")) if before != after else ()
    edits = [Edit(change.start, change.end, change.text) for change in changes]
    return Moves(edits, [len(edit.text) for edit in edits])
