"""Several definitions of a project by other names at once, for a codemod that finds out which."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.model import Span
from tdomcheck.model.changes import FileEdits, Proposal, Remainder, Rewrite
from tdomcheck.refactor.outcome import merged
from tdomcheck.refactor.problems import RefactoringRefusal
from tdomcheck.refactor.rename import rename
from tdomcheck.refactor.sources import Sources


def renamings(codebase: Codebase, wishes: Mapping[tuple[str, Span], tuple[str, str]]) -> Rewrite:
    """What it takes to rename definitions, by their places: a dotted name and a new last part for each.

    What cannot be renamed is left, with the reason at its place."""
    sources = Sources(codebase.contents, codebase.roots)
    edits: dict[str, FileEdits] = {}
    proposals: list[Proposal] = []
    left: list[Remainder] = []
    for (path, span), (old, new) in wishes.items():
        try:
            found = rename(sources, old, new).rewrite
        except RefactoringRefusal as refusal:
            left.append(Remainder(path, span, str(refusal), old))
            continue
        files = [wish for wish in found.files if isinstance(wish, FileEdits)]
        outside = next((wish.path for wish in files if not codebase.is_writable(wish.path)), "")
        if outside:
            left.append(Remainder(path, span, f"{outside} says its name, and is outside of what is written", old))
            continue
        for wish in files:
            known = edits.get(wish.path, FileEdits(wish.path))
            both = merged(*known.edits, *wish.edits)
            edits[wish.path] = FileEdits(wish.path, both, symbols=(*known.symbols, *wish.symbols))
        proposals += found.proposals
    return Rewrite(tuple(edits[path] for path in sorted(edits)), tuple(proposals), tuple(left))
