"""Which files a run of codemods is about."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from tdomcheck.app.migrate.bounds import OutsideReason, is_inside, link_out
from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.plan_files import RunPlan, plan_run, rest_of_project
from tdomcheck.app.session import Session
from tdomcheck.errors import UsageError
from tdomcheck.model import Bucket
from tdomcheck.model.paths import is_within, path_from
from tdomcheck.model.suffixes import is_lock, is_project_file
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class MigrationFiles:
    """The files of a run."""

    wanted: tuple[str, ...]
    """Absolute, of those that were asked for."""
    others: tuple[str, ...]
    """Absolute, of the rest of the project, which a codemod of the project reads."""
    root: str
    roots: tuple[str, ...]
    """The folders that imports start from, relative to the root."""
    is_bounded: bool
    """What may be written is what was asked for, and not all that is read."""
    bounds: tuple[str, ...] = ()
    """PATHS, relative to the root: what is made lies there, too."""
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def convertible(self, tree: WorkTree) -> list[str]:
        """The files that codemods of one file look at, where they are by now."""
        there = [path for path in self.wanted if path not in tree.gone or path in tree.contents]
        come = [path for path, origin in tree.origins.items() if origin in self.wanted]
        return sorted(path for path in {*there, *come} if not is_project_file(path))

    def of_project(self, tree: WorkTree) -> tuple[str, ...]:
        """All files below the root, relative to it."""
        every = {*self.wanted, *self.others, *tree.contents} - (tree.gone - tree.contents.keys())
        inside = (path for path in every if is_within(path, self.root) and not is_lock(path))
        return tuple(sorted(self._inner(inside)))

    @property
    def writable(self) -> frozenset[str] | None:
        return frozenset(self._inner(self.wanted)) if self.is_bounded else None

    def outside(self) -> OutsideReason:
        """Tells why a file is not written, by its path from the root."""
        if not self.is_bounded:
            return lambda _: ""
        if self.bounds:
            return lambda path: "" if is_inside(path, self.bounds) else "is outside of the given paths"
        left_out = frozenset(self._inner(self.others))
        return lambda path: "is left out by the configuration" if path in left_out else ""

    def _inner(self, paths: Iterable[str]) -> Iterator[str]:
        return (path_from(self.root, path) for path in paths)


def files_of(session: Session, order: MigrationOrder) -> MigrationFiles:
    """The files of a run, from the same walk that a check makes."""
    _check_links(session)
    plan = plan_run(session)
    wanted = tuple(sorted(file.path for file in plan.files))
    if order.on_plan is not None:
        order.on_plan(len(wanted))
    settings = session.settings
    root = settings.project or session.cwd
    others: tuple[str, ...] = ()
    if order.is_of_repository or order.reads_project:
        others = tuple(file.path for file in rest_of_project(session, plan, settings, set(wanted)).files)
    errors = (*plan.errors, *_nothing(session, plan, wanted))
    return MigrationFiles(
        wanted,
        others,
        root,
        tuple(_roots(settings.src, settings.root, root)),
        is_bounded=bool(session.request.paths) or not order.is_of_repository,
        bounds=tuple(
            path_from(os.path.realpath(root), os.path.realpath(os.path.join(session.cwd, path)))
            for path in session.request.paths
        ),
        errors=errors,
        warnings=(*plan.warnings, *session.trust.warnings),
    )


def _check_links(session: Session) -> None:
    """Raise for a path that a link leads out of the project: nothing is written there without its name."""
    project = os.path.realpath(session.settings.project or session.cwd)
    for path in session.request.paths:
        target = link_out(path, session.cwd, project)
        if target:
            raise UsageError(
                f"{path} leads out of the project by a link, to {session.shown(target)}, where nothing is written; "
                "name what is meant by its own path. Nothing was changed"
            )


def _nothing(session: Session, plan: RunPlan, wanted: Sequence[str]) -> Sequence[str]:
    is_excused = session.request.allows_empty or plan.errors or plan.is_quiet
    if any(not is_project_file(path) for path in wanted) or is_excused:
        return ()
    excluded = sum(outcome.bucket is Bucket.EXCLUDED for outcome in plan.outcomes)
    more = f" ({excluded} are excluded)" if excluded else ""
    return (f"no file was found to convert{more}; name other paths, or pass --allow-empty",)


def _roots(src: Sequence[str], home: str, root: str) -> Sequence[str]:
    folders = (path_from(root, os.path.join(home, folder)) for folder in src)
    return ["" if folder == "." else folder for folder in folders]
