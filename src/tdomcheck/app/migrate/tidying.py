"""What a run leaves without a use goes too, in the files that it has changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property

from tdomcheck.app.migrate.files import MigrationFiles, files_of
from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.project_steps import ProjectContents
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.session import Session
from tdomcheck.facts.python.occurrences import word
from tdomcheck.model import Span
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.rewrite.verify import Moves
from tdomcheck.source.depth import room_for_depth
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class TidiedFile:
    """A file of a run that lost more than what was asked for."""

    path: str
    rounds: tuple[Moves, ...]

    def moved(self, span: Span) -> Span:
        """Where a place went."""
        for moves in self.rounds:
            span = moves.moved(span)
        return span


def tidy(session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> Iterator[TidiedFile]:
    """Take out of each changed file what only its old content used."""
    from tdomcheck.refactor.leftovers import tidied  # for runs that change something

    words = _Words(session, order, files, tree)
    changed = [path for path in sorted(tree.contents) if path.endswith(SOURCES)]
    for path in changed:
        before, after = tree.originals.get(tree.origins.get(path, path)), tree.contents[path]
        if before is None or before == after:
            continue
        with room_for_depth():
            result = tidied(path, before, after, lambda name, path=path: words.are_elsewhere(name, path))  # type: ignore[misc]
        if result.rounds:
            tree.change(path, after, result.data)
            tree.touch(path, result.names)
            rounds = (Moves([edit for edit, _ in each], [length for _, length in each]) for each in result.rounds)
            yield TidiedFile(path, tuple(rounds))


class _Words:
    """What the files of a project say, read when somebody asks."""

    def __init__(self, session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> None:
        self._session = session
        self._order = order
        self._files = files
        self._tree = tree

    @cached_property
    def _contents(self) -> ProjectContents:
        """All files of the repository, whatever the run is about: a test may well ask for a private name."""
        files = self._files
        if not self._order.is_of_repository:
            files = files_of(self._session, replace(self._order, is_of_repository=True))
        return ProjectContents(files.root, files.of_project(self._tree), self._tree)

    def are_elsewhere(self, name: str, path: str) -> bool:
        """Whether any other file says a name."""
        pattern = word(name)
        own = os.path.relpath(path, self._files.root).replace(os.sep, "/")
        others = (self._contents.get(inner) or b"" for inner in self._contents if inner != own)
        return any(pattern.search(data) is not None for data in others)
