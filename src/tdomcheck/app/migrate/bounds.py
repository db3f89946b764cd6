"""PATHS bound what is written: what a codemod of the project wants elsewhere is proposed, or refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import PurePath

from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import UsageError
from tdomcheck.model import Span
from tdomcheck.model.changes import FileEdits, FileWish, Proposal, Rewrite, Tier
from tdomcheck.model.paths import is_within

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


def link_out(path: str, cwd: str, project: str) -> str:
    """Where a link on the way to a path leaves the project that it lies in; nothing where none does.

    What is named beyond the project without a link is meant."""
    place = cwd
    for part in PurePath(path).parts:
        step = os.path.dirname(place) if part == ".." else os.path.join(place, part)
        if os.path.islink(step):
            top = repository_top(place) or (project if is_within(place, project) else "")
            step = os.path.realpath(step)
            if top and not is_within(step, top):
                return step
        place = step
    return ""
