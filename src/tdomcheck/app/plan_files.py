"""Which files a run is about, which others the project has, and why some are left out."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tdomcheck.app.session import Session
from tdomcheck.app.targets import upwards
from tdomcheck.config.settings import Settings
from tdomcheck.edges.discovery import Discovery, discover
from tdomcheck.errors import UsageError
from tdomcheck.model import FileOutcome
from tdomcheck.model.suffixes import LOCKS, MANIFEST, PROJECT_FILES, SOURCES, is_document, is_lock, is_project_file


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file with the settings that hold for it."""

    path: str
    shown: str
    settings: Settings
    is_wanted: bool
    """Asked for; else it only tells about the project."""


@dataclass(slots=True)
class PlannedRun:
    """What discovery found."""

    files: list[PlannedFile]
    outcomes: tuple[FileOutcome, ...] = ()
    errors: list[str] = field(default_factory=list)
    warnings: tuple[str, ...] = ()
    is_quiet: bool = False
    """Nothing to do is no mistake: `--staged`, or everything was excluded on purpose."""
    discovery: Discovery = field(default_factory=Discovery)
    watched_folders: set[str] = field(default_factory=set)

    def by_settings(self) -> Mapping[Settings, list[PlannedFile]]:
        """The files of each configuration."""
        groups: dict[str, list[PlannedFile]] = {}
        owners: dict[str, Settings] = {}
        for file in self.files:
            key = file.settings.source or file.settings.root
            owners[key] = file.settings
            groups.setdefault(key, []).append(file)
        return {owners[key]: groups[key] for key in sorted(groups)}

    def rest_of_project(self, session: Session, settings: Settings, known: Collection[str]) -> list[PlannedFile]:
        """The files of a project that were not asked for: below `src`, and all where something outside of it was."""
        home = os.path.realpath(settings.root or session.cwd)
        roots = [os.path.realpath(os.path.join(home, root)) for root in settings.src]
        modules = [path for path in known if not is_project_file(path)]
        if not all(any(_is_within(path, root) for root in roots) for path in modules):
            roots.append(home)
        self.watched_folders.update(roots)  # one that is not there yet may come
        missing = [root for root in roots if not any(_is_within(root, done) for done in self.discovery_roots)]
        found = discover(
            [root for root in missing if os.path.isdir(root)],
            cwd=session.cwd,
            settings_for=session.walk_settings,
            beside=project_files(home),
        )
        self.watched_folders.update(found.folders)
        locks = {path for path in found.files if is_lock(path)}
        return [
            PlannedFile(path, session.shown(path), settings, is_wanted=False)
            for path in found.files
            if path not in known and (path in locks or session.settings_for(os.path.dirname(path)) is settings)
        ]

    discovery_roots: list[str] = field(default_factory=list)
    """Folders that were walked as a whole."""


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def project_files(home: str) -> list[str]:
    """What may say what a project requires: beside its configuration, and the locks of a workspace above."""
    return [os.path.join(home, MANIFEST), *(os.path.join(folder, name) for folder in upwards(home) for name in LOCKS)]


def plan_run(session: Session) -> PlannedRun:
    """Find the files that were asked for."""
    request = session.request
    if session.settings.baseline:
        raise UsageError(
            "`baseline` is not supported yet: take the key out, or accept findings with `tdomcheck check --add-ignore`"
        )
    if request.stdin is not None:
        return _stdin_run(session)
    paths, is_selection = _paths(session)
    is_whole = not is_selection and not request.paths and session.settings.source
    beside = [os.path.join(session.settings.root, name) for name in sorted(PROJECT_FILES)] if is_whole else ()
    discovery = discover(paths, cwd=session.cwd, settings_for=session.walk_settings, beside=beside)
    files = [_planned(session, path) for path in discovery.files]
    errors = [f"{name}: no such file or folder" for name in discovery.missing]
    errors += [f"{outcome.path}: {outcome.reason}" for outcome in discovery.unreadable]
    run = PlannedRun(files, discovery.outcomes, errors, discovery=discovery)
    run.watched_folders.update(discovery.folders)
    run.discovery_roots = [
        os.path.realpath(os.path.join(session.cwd, path))
        for path in paths
        if os.path.isdir(os.path.join(session.cwd, path))
    ]
    run.is_quiet = is_selection or bool(discovery.outcomes and _all_files(session, paths))
    return run


def _all_files(session: Session, paths: Sequence[str]) -> bool:
    """Only files were named, as a hook does: when all are excluded there is nothing to do."""
    return all(not os.path.isdir(os.path.join(session.cwd, path)) for path in paths)


def _paths(session: Session) -> tuple[Sequence[str], bool]:
    request = session.request
    if request.staged or request.changed or request.since is not None:
        from tdomcheck.edges import git  # starts processes: only for those who ask

        found = git.staged_files(session.cwd) if request.staged else git.changed_files(session.cwd, request.since)
        within = [os.path.realpath(os.path.join(session.cwd, path)) for path in request.paths]
        chosen = [path for path in found if _is_chosen(session, path) and os.path.exists(path)]
        if within:
            chosen = [path for path in chosen if any(_is_within(os.path.realpath(path), top) for top in within)]
        return chosen, True
    if request.paths:
        return request.paths, False
    settings = session.settings
    if not settings.source:
        return ["."], False
    return [session.shown(os.path.join(settings.root, root)) for root in settings.src], False


def _is_chosen(session: Session, path: str) -> bool:
    """Whether a walk would take a file that git names."""
    if is_document(path):
        return session.walk_settings(os.path.dirname(path)).documents
    return path.endswith(SOURCES) or is_project_file(path)


def _planned(session: Session, path: str) -> PlannedFile:
    return PlannedFile(path, session.shown(path), session.settings_for(os.path.dirname(path)), is_wanted=True)


def _stdin_run(session: Session) -> PlannedRun:
    """One file whose content comes from standard input; it need not exist."""
    path = os.path.join(session.cwd, session.request.stdin_filename or "stdin.py")
    settings = session.settings_for(os.path.dirname(os.path.realpath(path)))
    if os.path.exists(path):
        excluded = discover([path], cwd=session.cwd, settings_for=session.walk_settings)
        if not excluded.files:
            return PlannedRun([], excluded.outcomes, is_quiet=True)
    real = stdin_path(session)
    return PlannedRun([PlannedFile(real, session.shown(real), settings, is_wanted=True)])


def stdin_path(session: Session) -> str:
    """What standard input is called; the file need not exist."""
    path = os.path.join(session.cwd, session.request.stdin_filename or "stdin.py")
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
