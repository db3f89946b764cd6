"""Which files a run is about, which others the project has, and why some are left out."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from tdomcheck.app.session import Session
from tdomcheck.config.globs import PathMatcher
from tdomcheck.config.settings import Settings
from tdomcheck.edges.discovery import Discovery, WalkSettings, discover
from tdomcheck.edges.requirement_files import upwards
from tdomcheck.errors import UsageError
from tdomcheck.model import Bucket, FileOutcome
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import LOCKS, MANIFEST, is_document, is_input, is_lock, is_module, is_project_file
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass, field, replace

if t.TYPE_CHECKING:  # only for those who ask git
    from tdomcheck.edges.git import ChangeSet


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file with the settings that hold for it."""

    path: str
    shown: str
    settings: Settings
    is_wanted: bool
    """Asked for; else it only tells about the project."""
    is_lent: bool = False
    """Of another shard, which asks what the rules of the project say of it: its comments hold here, too."""

    @property
    def is_planned(self) -> bool:
        """Whether anything is asked about it."""
        return self.is_wanted or self.is_lent


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The files that a run is about, and what is to tell of the others that it came to."""

    files: tuple[PlannedFile, ...]
    outcomes: tuple[FileOutcome, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    is_quiet: bool = False
    """Nothing to do is no mistake: `--staged`, or everything was excluded on purpose."""
    discovery: Discovery = field(default_factory=Discovery)
    watched_folders: frozenset[str] = frozenset()
    """Where files were looked for."""
    change: ChangeSet | None = None
    """What git says of a selection: what is staged, or changed."""
    has_named_files: bool = False
    """Files were named, and no folder."""
    rest: Callable[[Settings, Collection[str]], list[PlannedFile]] | None = None
    """Where the rest of a project comes from, if not from disk."""
    discovery_roots: tuple[str, ...] = ()
    """Folders that were walked as a whole."""
    elsewhere: tuple[PlannedFile, ...] = ()
    """The files of other shards."""
    beyond: tuple[str, ...] = ()
    """Files that a walk came to and that `include` does not name: they tell about the project all the same."""

    def has_walked(self, folder: str) -> bool:
        """Whether all of a folder was looked for, so that a file that is not among these is not there."""
        return not self.has_named_files and any(is_within(folder, root) for root in self.discovery_roots)

    def has_walked_in(self, folder: str) -> bool:
        """Whether a part of a folder was looked for, and not only files that somebody named."""
        return any(is_within(root, folder) or is_within(folder, root) for root in self.discovery_roots)

    def by_project(self) -> Mapping[Settings, list[PlannedFile]]:
        """The files of each project, under the settings of its root or else those of a part of it."""
        groups: dict[str, list[PlannedFile]] = {}
        for file in (*self.files, *(file for file in self.elsewhere if file.is_lent)):
            groups.setdefault(file.settings.project, []).append(file)
        return {_main_settings(project, groups[project]): groups[project] for project in sorted(groups)}


@dataclass(frozen=True, slots=True)
class RestOfProject:
    """The files of a project that were not asked for."""

    files: Sequence[PlannedFile]
    folders: Collection[str] = ()
    """Where they were looked for."""


def rest_of_project(session: Session, plan: RunPlan, settings: Settings, paths: Collection[str]) -> RestOfProject:
    """The files of a project that are not among `paths`."""
    if plan.rest is not None:
        return RestOfProject(plan.rest(settings, paths))
    home = settings.project
    is_walked = any(is_within(home, root) for root in plan.discovery_roots)
    discovery = discover(
        () if is_walked else (home,),
        cwd=session.cwd,
        settings_for=session.walk_settings,
        beside=project_files(home),
    )
    locks = {path for path in discovery.files if is_lock(path)}
    others = {*discovery.files, *plan.beyond, *(file.path for file in plan.elsewhere)}.difference(paths)
    files = [
        PlannedFile(path, session.shown(path), settings if path in locks else own, is_wanted=False)
        for path, own in _own_settings(session, sorted(others), home, locks)
    ]
    return RestOfProject(files, {home, *discovery.folders})


def _main_settings(project: str, files: Sequence[PlannedFile]) -> Settings:
    return min((file.settings for file in files), key=lambda settings: (settings.root != project, settings.identity))


def _own_settings(
    session: Session, paths: Sequence[str], project: str, locks: Collection[str]
) -> Iterator[tuple[str, Settings]]:
    """The files of one project, each with its settings; other projects stay apart, whatever folder they are in."""
    known: dict[str, Settings | None] = {}
    for path in paths:
        folder = os.path.dirname(path)
        if folder not in known:
            known[folder] = session.settings_for(folder) if session.project_of(folder) == project else None
        own = session.settings_for(folder) if path in locks else known[folder]
        if own is not None:
            yield path, own


def project_files(home: str) -> list[str]:
    """What may say what a project requires: beside its configuration, and the locks of a workspace above."""
    return [os.path.join(home, MANIFEST), *(os.path.join(folder, name) for folder in upwards(home) for name in LOCKS)]


def plan_run(session: Session) -> RunPlan:
    """Find the files that were asked for; of a shard those that are its own."""
    plan = _plan(session)
    if session.request.shard is None:
        return plan
    from tdomcheck.app.shards import sharded  # only where several machines share the work

    return sharded(session, plan, session.request.shard)


def _plan(session: Session) -> RunPlan:
    if session.request.stdin is not None:
        return _stdin_plan(session)
    if session.tree is not None:
        from tdomcheck.app.staged import plan_staged  # only for what is staged

        return plan_staged(session, session.tree)
    return _disk_plan(session)


def _disk_plan(session: Session) -> RunPlan:
    """The files that a walk finds below the paths, or that git names."""
    paths, change = _paths(session)
    folders = list(filter(os.path.isdir, (os.path.join(session.cwd, path) for path in paths)))
    discovery = discover(paths, cwd=session.cwd, settings_for=session.walk_settings)
    files = [_planned(session, path) for path in discovery.files]
    is_walk = change is None and not session.request.paths
    beyond = tuple(_not_included(session, files)) if is_walk else ()
    repositories = _other_repositories(session, change)
    return RunPlan(
        tuple(file for file in files if file not in beyond),
        (
            *discovery.outcomes,
            *(FileOutcome(file.shown, Bucket.EXCLUDED, _NOT_INCLUDED) for file in beyond),
            *repositories,
        ),
        tuple(discovery_errors(discovery)),
        warnings=(*(f"{outcome.path} {outcome.reason}" for outcome in repositories), *unmerged(session, change)),
        # a hook names files only: when all of them are excluded there is nothing to do
        is_quiet=change is not None or bool(discovery.outcomes and not folders),
        discovery=discovery,
        watched_folders=frozenset(discovery.folders),
        change=change,
        has_named_files=bool(session.request.paths) and not folders,
        discovery_roots=tuple(map(os.path.realpath, folders)),
        beyond=tuple(file.path for file in beyond),
    )


def _other_repositories(session: Session, change: ChangeSet | None) -> Sequence[FileOutcome]:
    paths = change.repositories if change is not None else ()
    return [FileOutcome(f"{session.shown(path)}/", Bucket.EXCLUDED, _OTHER) for path in paths]


def discovery_errors(discovery: Discovery) -> Iterator[str]:
    """What was named and is not there, then what may not be read."""
    yield from (f"{name}: no such file or folder" for name in discovery.missing)
    yield from unreadable(discovery)


def unmerged(session: Session, change: ChangeSet | None) -> Iterator[str]:
    """A sentence for each file of the selection of which a merge has left several."""
    within = [os.path.realpath(os.path.join(session.cwd, path)) for path in session.request.paths]
    for path in change.unmerged if change is not None else ():
        if is_chosen(session, path) and (not within or any(is_within(path, top) for top in within)):
            yield f"{session.shown(path)}: it is not merged yet, so nothing is staged of it: `git add` it once it is"


def unreadable(discovery: Discovery) -> list[str]:
    """A sentence for each file and folder that discovery could not look at."""
    return sorted(f"{outcome.path}: {outcome.reason}" for outcome in discovery.unreadable)


_OTHER = "is a repository of its own that git does not track here, so nothing in it was looked at"
_NOT_INCLUDED = "is not in `include` of the configuration"


def _not_included(session: Session, files: Sequence[PlannedFile]) -> Iterator[PlannedFile]:
    """What neither the configuration of the run nor that of the file names; what says which versions hold stays."""
    for file in files:
        for settings in (session.settings, file.settings):
            inside = session.inside(settings, file.path)
            is_own = is_project_file(inside) and "/" not in inside
            if settings.include and not is_own and not session.included(settings).is_match(inside):
                yield file
                break


def idle_globs(session: Session, plan: RunPlan) -> Iterator[str]:
    """A sentence for each glob of `include`, and each table of `overrides`, that names none of the files of a walk."""
    files = [file.path for file in (*plan.files, *plan.elsewhere)] + [*plan.beyond]
    for settings in session.all_settings:
        if not (settings.include or settings.overrides) or not plan.has_walked(settings.root):
            continue
        names = [session.inside(settings, path) for path in files if is_within(path, settings.root)]
        keys: list[tuple[str, tuple[str, ...]]] = [
            ("include", (glob,)) for glob in settings.include if not glob.startswith("!")
        ]
        keys += [("overrides", override.paths) for override in settings.overrides]
        for key, globs in keys:
            if not any(map(PathMatcher.of(globs).is_match, names)):
                where = visible(settings.origin(key))
                yield f"{where}: no file matches {', '.join(map(visible, globs))} of `{key}`"


def left_out_by_configuration(session: Session, plan: RunPlan) -> str:
    """A Python file that a walk without `include` and `exclude` would come to; empty where there is none."""

    def without(folder: str) -> WalkSettings:
        return replace(session.walk_settings(folder), exclude=())

    files = discover(plan.discovery_roots, cwd=session.cwd, settings_for=without).files
    return next((session.shown(path) for path in files if is_module(path)), "")


def leaving_out(session: Session) -> str:
    """The keys and options that keep a walk from files, each with where it is said, and the verb."""
    said = set[tuple[str, str]]()
    for settings in session.all_settings:
        lists = {"exclude": settings.exclude, "extend-exclude": settings.extend_exclude}
        if not session.request.paths:  # a path that is named is looked at, whatever `include` names
            lists["include"] = settings.include
        said.update((key, settings.origin(key)) for key, value in lists.items() if value)
    named = [f"`{key}` ({visible(origin)})" for key, origin in sorted(said)]
    return f"{' and '.join(named)} {'leave' if len(named) > 1 else 'leaves'}"


def _paths(session: Session) -> tuple[Sequence[str], ChangeSet | None]:
    """The paths to look at, and what git says of them where it was asked."""
    request = session.request
    if request.only_deleted:
        from tdomcheck.edges import git  # starts processes: only for those who ask

        return (), git.deleted(session.cwd, request.base or "HEAD")
    if request.is_of_git:
        from tdomcheck.edges import git  # starts processes: only for those who ask

        change = git.staged(session.cwd) if request.staged else git.changed(session.cwd, request.since, is_input)
        within = [os.path.realpath(os.path.join(session.cwd, path)) for path in request.paths]
        selection = [path for path in change.changed if is_chosen(session, path) and os.path.exists(path)]
        if within:
            selection = [path for path in selection if any(is_within(os.path.realpath(path), top) for top in within)]
        return selection, change
    if request.paths:
        return request.paths, None
    if session.is_loose(session.settings):
        raise UsageError("no project here: name a path")
    return [session.shown(session.settings.root)], None


def is_chosen(session: Session, path: str) -> bool:
    """Whether a walk would take a file that git names."""
    if is_document(path):
        return session.walk_settings(os.path.dirname(path)).documents
    return is_input(path)


def _planned(session: Session, path: str) -> PlannedFile:
    return PlannedFile(path, session.shown(path), session.settings_for(os.path.dirname(path)), is_wanted=True)


def _stdin_plan(session: Session) -> RunPlan:
    """One file whose content comes from standard input; it need not exist."""
    path = os.path.join(session.cwd, session.request.stdin_filename or "stdin.py")
    settings = session.settings_for(os.path.dirname(os.path.realpath(path)))
    if os.path.exists(path):
        excluded = discover([path], cwd=session.cwd, settings_for=session.walk_settings)
        if not excluded.files:
            return RunPlan((), excluded.outcomes, is_quiet=True)
    real = stdin_path(session)
    return RunPlan((PlannedFile(real, session.shown(real), settings, is_wanted=True),))


def stdin_path(session: Session) -> str:
    """What standard input is called; the file need not exist."""
    path = os.path.join(session.cwd, session.request.stdin_filename or "stdin.py")
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
