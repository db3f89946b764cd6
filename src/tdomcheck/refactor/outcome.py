"""What a refactoring comes to."""

from __future__ import annotations

from tdomcheck.model import Edit
from tdomcheck.model.changes import FileEdits, FileWish, Rewrite
from tdomcheck.refactor.problems import Failure
from tdomcheck.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Refactoring:
    """The edits and proposals, and what there is to tell about them."""

    rewrite: Rewrite = field(default_factory=Rewrite)
    notice: str = ""
    """Why nothing has to be done, or what somebody should know."""
    failures: tuple[Failure, ...] = ()
    """Files that could not be read; none of them mentions the name, or the run goes on without them."""


def accepted(refactoring: Refactoring) -> Refactoring:
    """The same with its proposals among the edits."""
    edits: dict[str, list[Edit]] = {}
    for proposal in refactoring.rewrite.proposals:
        edits.setdefault(proposal.path, []).extend(proposal.edits)
    files: list[FileWish] = []
    for wish in refactoring.rewrite.files:
        more = edits.pop(wish.path, []) if isinstance(wish, FileEdits) else []
        files.append(replace(wish, edits=merged(*wish.edits, *more)) if isinstance(wish, FileEdits) and more else wish)
    files += [FileEdits(path, merged(*more)) for path, more in edits.items()]
    rewrite = Rewrite(tuple(sorted(files, key=lambda wish: wish.path)), (), refactoring.rewrite.remainders)
    return replace(refactoring, rewrite=rewrite)


def merged(*edits: Edit) -> tuple[Edit, ...]:
    """Edits in order, each once; of two that overlap the one that begins first stays, and the longer of two there.

    What is put into the midst of what another takes out goes behind that."""
    chosen: list[Edit] = []
    end = -1
    for edit in sorted(set(edits), key=_order):
        if edit.start >= end:
            chosen.append(edit)
            end = edit.end
        elif edit.start == edit.end:
            chosen.append(Edit(end, end, edit.text))
    return tuple(chosen)


def _order(edit: Edit) -> tuple[int, bool, int, str]:
    return edit.start, edit.end > edit.start, -edit.end, edit.text
