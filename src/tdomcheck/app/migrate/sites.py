"""The places that codemods left, as later ones of the same run change the file around them."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.edits.difference import difference
from tdomcheck.model import Edit
from tdomcheck.model.codemod import OpenSite
from tdomcheck.rewrite.verify import Moves
from tdomcheck.values import replace


def moved_sites(sites: Sequence[OpenSite], before: bytes, after: bytes) -> list[OpenSite]:
    """The same places in the file as it is now."""
    if not sites or before == after:
        return list(sites)
    # A letter a byte, so that places of the text are places of the file.
    changes = difference(before.decode("latin-1"), after.decode("latin-1"))
    edits = [Edit(change.start, change.end, change.text) for change in changes]
    moves = Moves(edits, [len(edit.text) for edit in edits])
    return [replace(site, span=moves.moved(site.span)) for site in sites]
