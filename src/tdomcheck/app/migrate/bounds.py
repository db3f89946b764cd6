"""PATHS bound what is written: what a codemod of the project wants elsewhere is proposed, or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tdomcheck.errors import UsageError
from tdomcheck.model import Span
from tdomcheck.model.changes import FileEdits, FileWish, Proposal, Rewrite, Tier

OutsideReason = Callable[[str], str]
"""Why a file, by its path in the project, is not written; nothing where it may be."""


def bounded(rewrite: Rewrite, outside: OutsideReason) -> Rewrite:
    """Only what lies inside is written; references outside are proposed.

    Raises UsageError where what the rest needs lies outside: a file that comes, goes or moves, a definition, an import.
    """
    inside: list[FileWish] = []
    proposals: list[Proposal] = []
    for wish in rewrite.files:
        place = next(filter(outside, _places(wish)), "")
        if not place:
            inside.append(wish)
        elif isinstance(wish, FileEdits) and not (wish.new_path or wish.symbols or wish.imports):
            proposals += _proposed(wish, outside(place))
        else:
            raise UsageError(
                f"{place} has to change with the rest, and {outside(place)}: name it, too. Nothing was changed"
            )
    return Rewrite(tuple(inside), (*rewrite.proposals, *proposals), rewrite.remainders)


def _places(wish: FileWish) -> tuple[str, ...]:
    return (wish.path, wish.new_path) if isinstance(wish, FileEdits) and wish.new_path else (wish.path,)


def _proposed(wish: FileEdits, reason: str) -> Iterator[Proposal]:
    for edit in wish.edits:
        yield Proposal(wish.path, Span(edit.start, edit.end), Tier.STRONG, f"it {reason}", (edit,))


def is_inside(path: str, paths: tuple[str, ...]) -> bool:
    """Whether a file is one of some paths, or below one."""
    return any(each in {"", "."} or path == each or path.startswith(f"{each.rstrip('/')}/") for each in paths)
