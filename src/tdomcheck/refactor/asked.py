"""The refactorings as codemods ask for them."""

from __future__ import annotations

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.authoring.codemod import Skip
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder, Rewrite
from tdomcheck.refactor import delete, move
from tdomcheck.refactor.outcome import Refactoring
from tdomcheck.refactor.problems import NotFound
from tdomcheck.refactor.rename import RenameOptions, rename
from tdomcheck.refactor.sources import Sources
from tdomcheck.values import replace


def renamed(
    codebase: Codebase, source: str, target: str, *, strings: bool = False, prose: bool = False, shadows: bool = False
) -> Rewrite:
    """All that it takes to call something by another name; `shadows` where that may hide a builtin."""
    options = RenameOptions(strings=strings, prose=prose, allow_shadowing=shadows)
    return _answered(rename(_sources(codebase), source, target, options))


def moved(codebase: Codebase, source: str, module: str, *, reexport: bool = False) -> Rewrite:
    """All that it takes to define something in another module."""
    return _answered(move.move(_sources(codebase), source, module, reexport=reexport))


def deleted(codebase: Codebase, target: str, *, force: bool = False) -> Rewrite:
    """All that it takes for a definition to go; refused while anything refers to it, unless by force.

    What is not there need not go: `Skip` says so, with the nearest names."""
    try:
        return _answered(delete.delete(_sources(codebase), target, force=force))
    except NotFound as error:
        raise Skip(str(error)) from None


def _sources(codebase: Codebase) -> Sources:
    return Sources(codebase.contents, codebase.roots or ("",))


def _answered(outcome: Refactoring) -> Rewrite:
    """The answer with the files that could not be read among what is left; `Skip` where nothing is to be done."""
    rewrite = outcome.rewrite
    if outcome.notice and not (rewrite.files or rewrite.proposals or outcome.failures):
        raise Skip(outcome.notice)
    unread = tuple(Remainder(failure.path, Span(0, 0), failure.reason) for failure in outcome.failures)
    return replace(rewrite, remainders=(*rewrite.remainders, *unread))
