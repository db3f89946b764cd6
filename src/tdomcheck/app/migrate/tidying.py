"""Imports that a run leaves without a use go too, in the files that it has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from tdomcheck.app.migrate.files import MigrationFiles, files_of
from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.project_steps import ProjectContents
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.session import Session
from tdomcheck.edits.orphans import orphan_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.offered_imports import OfferedImports
from tdomcheck.model.paths import path_from
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.regex import regex
from tdomcheck.rewrite.verify import Moves
from tdomcheck.source.depth import room_for_depth
from tdomcheck.source.text import SourceText
from tdomcheck.values import replace

_WORD = regex(rb"(?![0-9])[\w\x80-\xff]+")


def tidy(session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> Iterator[tuple[str, Moves]]:
    """Take out of each changed file the imports that only its old content used; where that moved the rest."""
    exports = _Exports(session, order, files, tree)
    for path in sorted(tree.contents):
        before, after = tree.originals.get(tree.origins.get(path, path)), tree.contents[path]
        if path.endswith(SOURCES) and before is not None and before != after:
            with room_for_depth():
                moves = _tidy_file(tree, path, before, exports)
            if moves is not None:
                yield path, moves  # out here: whoever takes it may never come back


def _tidy_file(tree: WorkTree, path: str, before: bytes, exports: _Exports) -> Moves | None:
    after = tree.contents[path]
    if not _says_less(before, after):
        return None  # most changes of a large run orphan nothing, and no file has to be parsed to know
    old, new = _view_of(before), _view_of(after)
    if old is None or new is None or not orphan_edits(old, new):
        return None
    edits = orphan_edits(old, new, exports.of(path))  # what other files take is asked only where something may go
    if not edits:
        return None
    tree.change(path, after, apply_edits(new.source, edits))
    return Moves(edits, [len(new.source.encode(edit.text)) for edit in edits])


def _says_less(before: bytes, after: bytes) -> bool:
    """Whether a word is said less often than before, and still said, as an import that is orphaned says it."""
    counts = Counter(_WORD.findall(after))
    return any(0 < counts[word] < count for word, count in Counter(_WORD.findall(before)).items())


def _view_of(data: bytes) -> ModuleView | None:
    """A file, parsed; None where it cannot be read."""
    try:
        view = ModuleView(SourceText(data)).closely
    except Undecodable:
        return None
    return None if view.tree.is_broken or view.tree.excess else view


def repository_contents(
    session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree
) -> ProjectContents:
    """All files of the repository, whatever the run is about: a test may well ask for a private name."""
    if not (order.is_of_repository or order.reads_project):
        files = files_of(session, replace(order, reads_project=True))
    return ProjectContents(files.root, files.of_project(tree), tree)


class _Exports:
    """What the files of a project take from each other, read when somebody asks."""

    def __init__(self, session: Session, order: MigrationOrder, files: MigrationFiles, tree: WorkTree) -> None:
        self._session = session
        self._order = order
        self._files = files
        self._tree = tree

    @cached_property
    def _offered(self) -> OfferedImports:
        return OfferedImports(repository_contents(self._session, self._order, self._files, self._tree))

    def of(self, path: str) -> frozenset[str]:
        """What other files import from one."""
        return self._offered.of(path_from(self._files.root, path))
