"""What a run leaves without a use goes too, in the files that it has changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from tdomcheck.app.migrate.files import MigrationFiles, files_of
from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.project_steps import ProjectContents
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.session import Session
from tdomcheck.convert.still_parses import damage
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.project.offered_imports import OfferedImports
from tdomcheck.facts.python.occurrences import word
from tdomcheck.model import Span
from tdomcheck.model.changes import Proposal
from tdomcheck.model.paths import path_from
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.rewrite.verify import Moves
from tdomcheck.source.depth import room_for_depth
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass, replace

MOST_TAKEN = 50
"""Proposals of one file that are taken, one after the other."""


@dataclass(frozen=True, slots=True)
class TidiedFile:
    """A file of a run that lost more than what was asked for, or might."""

    path: str
    rounds: tuple[Moves, ...]
    proposals: tuple[Proposal, ...] = ()

    def moved(self, span: Span) -> Span:
        """Where a place went."""
        for moves in self.rounds:
            span = moves.moved(span)
        return span


def tidy(session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> Iterator[TidiedFile]:
    """Take out of each changed file what only its old content used."""
    words = _Words(session, order, files, tree)
    for path in sorted(tree.contents):
        before, after = tree.originals.get(tree.origins.get(path, path)), tree.contents[path]
        if path.endswith(SOURCES) and before is not None and before != after:
            with room_for_depth():
                tidied = _tidy_file(tree, path, before, words, takes_proposals=order.takes_proposals)
            yield tidied  # out here: whoever takes it may never come back


def _tidy_file(tree: WorkTree, path: str, before: bytes, words: _Words, *, takes_proposals: bool) -> TidiedFile:
    from tdomcheck.refactor.idle_parameters import idle_parameters  # for runs that change something
    from tdomcheck.refactor.leftovers import tidied

    def is_elsewhere(name: str) -> bool:
        return words.are_elsewhere(name, path)

    after = tree.contents[path]
    result = tidied(path, before, after, is_elsewhere, partial(words.offered_by, path))
    rounds = [Moves([edit for edit, _ in each], [length for _, length in each]) for each in result.rounds]
    data = result.data
    proposals = tuple(idle_parameters(words.inner(path), before, data, is_elsewhere))
    for _ in range(MOST_TAKEN if takes_proposals else 0):
        if not proposals:
            break
        edits = proposals[0].edits
        rounds.append(Moves(edits, [0 for _ in edits]))
        data = apply_edits(SourceText(data), edits)
        proposals = tuple(idle_parameters(words.inner(path), before, data, is_elsewhere))
    if rounds and not damage(path, after, data):
        tree.change(path, after, data)
        tree.touch(path, result.names)
    return TidiedFile(path, tuple(rounds), proposals)


def repository_contents(
    session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree
) -> ProjectContents:
    """All files of the repository, whatever the run is about: a test may well ask for a private name."""
    if not (order.is_of_repository or order.reads_project):
        files = files_of(session, replace(order, reads_project=True))
    return ProjectContents(files.root, files.of_project(tree), tree)


class _Words:
    """What the files of a project say, read when somebody asks."""

    def __init__(self, session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> None:
        self._session = session
        self._order = order
        self._files = files
        self._tree = tree

    @cached_property
    def _contents(self) -> ProjectContents:
        return repository_contents(self._session, self._order, self._files, self._tree)

    @cached_property
    def _offered(self) -> OfferedImports:
        return OfferedImports(self._contents)

    def offered_by(self, path: str) -> frozenset[str]:
        """What other files import from one."""
        return self._offered.of(self.inner(path))

    def inner(self, path: str) -> str:
        """A path relative to the root of what is written."""
        return path_from(self._files.root, path)

    def are_elsewhere(self, name: str, path: str) -> bool:
        """Whether any other file says a name."""
        pattern, own = word(name), self.inner(path)
        others = (self._contents.get(inner) or b"" for inner in self._contents if inner != own)
        return any(pattern.search(data) is not None for data in others)
