"""A run over what would be committed: every staged file as the index has it, in the project that the index holds."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from tdomcheck.app.plan_files import PlannedFile, RunPlan, is_chosen, project_files, unmerged
from tdomcheck.app.session import Session
from tdomcheck.catalog.manifest import sources_of_plugins
from tdomcheck.config.regular import open_regular
from tdomcheck.config.settings import Settings
from tdomcheck.edges.discovery import discover, paths_in_walk
from tdomcheck.edges.index_tree import IndexTree
from tdomcheck.model import Bucket, FileOutcome
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import is_input
from tdomcheck.values import replace

_LINK = "is a symbolic link: what it leads to is judged where it is"


def plan_staged(session: Session, tree: IndexTree) -> RunPlan:
    """The files that the commit adds or changes, also those that are another on disk, or not there."""
    request = session.request
    within = [os.path.realpath(os.path.join(session.cwd, path)) for path in request.paths]
    selection = [path for path in tree.change.changed if is_chosen(session, path)]
    if within:
        selection = [path for path in selection if any(is_within(path, top) for top in within)]
    files = [path for path in selection if path in tree]
    links = [FileOutcome(session.shown(path), Bucket.EXCLUDED, _LINK) for path in selection if tree.is_link(path)]
    discovery = discover((), cwd=session.cwd, settings_for=session.walk_settings, listed=files)
    tree.fetch(discovery.files)
    planned = tuple(_planned(session, path, is_wanted=True) for path in discovery.files)
    return RunPlan(
        planned,
        (*discovery.outcomes, *links),
        warnings=(*unmerged(session, tree.change), *_other_plugins(session, tree, planned)),
        is_quiet=True,
        discovery=discovery,
        change=tree.change,
        rest=StagedRest(session, tree),
    )


def _planned(session: Session, path: str, *, is_wanted: bool) -> PlannedFile:
    return PlannedFile(path, session.shown(path), session.settings_for(os.path.dirname(path)), is_wanted)


class StagedRest:
    """The files of a project that the commit does not change: those that git tracks, and no others."""

    def __init__(self, session: Session, tree: IndexTree) -> None:
        self._session = session
        self._tree = tree

    def __call__(self, settings: Settings, planned: Collection[str]) -> list[PlannedFile]:
        home = settings.project
        beside = {path for path in project_files(home) if path in self._tree}
        inside = [path for path in self._tree if is_within(path, home) and is_input(path) and path not in planned]
        walked = paths_in_walk(inside, home, cwd=self._session.cwd, settings_for=self._session.walk_settings)
        own = [path for path in walked if self._session.project_of(os.path.dirname(path)) == home]
        paths = sorted({*own, *beside}.difference(planned))
        files = [_planned(self._session, path, is_wanted=False) for path in paths]
        return [replace(file, settings=settings) if file.path in beside else file for file in files]


def _other_plugins(session: Session, tree: IndexTree, files: Collection[PlannedFile]) -> Iterator[str]:
    """Plugins are loaded from disk, also where the commit has another state of them."""
    seen = {file.settings.identity: file.settings for file in files}
    paths = {path for settings in seen.values() for path in sources_of_plugins(settings.plugins, settings.root)}
    for path in sorted(path for path in paths if is_within(path, tree.change.root)):
        if not _is_staged(tree, path):
            yield f"the rules in {session.shown(path)} ran as they are on disk, which is not what is staged"


def _is_staged(tree: IndexTree, path: str) -> bool:
    try:
        with open_regular(path) as file:
            return path in tree and file.read() == tree[path]
    except OSError:
        return False
