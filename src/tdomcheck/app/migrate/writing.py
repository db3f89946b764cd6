"""From the files as they will be to the disk: each project through its own journal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import field

from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.progress import wrote
from tdomcheck.app.session import Session
from tdomcheck.config.settings import Settings
from tdomcheck.edges.file_writes import FileChange, FileMove, FileWrite
from tdomcheck.edges.taking_back import recover, unfinished_label
from tdomcheck.edges.writing import write_all
from tdomcheck.errors import UsageError, WriteError
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing."""

    writes: tuple[FileWrite, ...]
    formatted: Mapping[str, bytes] = field(default_factory=dict)
    """By absolute path, where a formatter made something else of the new content."""
    failures: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def recover_before(session: Session, order: MigrationOrder) -> list[str]:
    """Roll back a run that was killed: what is read must be what will be written over. Says what it did."""
    settings = session.settings
    journal, project = session.journal(settings), settings.project or session.cwd
    label = unfinished_label(journal, project)
    if order.resumes and label is not None and label != order.label:
        raise UsageError(
            f"--resume: the run that was killed was another one ({label}); repeat that one, or take it back with "
            "`tdomcheck fix --undo`"
        )
    report = recover(journal, project)
    if report.problems or report.refused:
        reasons = [*report.problems, *(f"{session.shown(item.path)}: {item.reason}" for item in report.refused)]
        raise WriteError(session.shown(journal), "; ".join(reasons))
    if not report.runs:
        return []
    count = len(report.rolled_back)
    verb = "goes on from there" if order.resumes else "runs anew; `tdomcheck fix --undo` would have left it at that"
    return [f"a run was killed while it wrote: {count} of its files have their old content again, and this one {verb}"]


def write_tree(session: Session, order: MigrationOrder, writes: Sequence[FileWrite], tree: WorkTree) -> Written:  # noqa: ARG001
    """Write all projects of a run; what is not as it was read is left, and told."""
    done: list[FileWrite] = []
    errors: list[str] = []
    warnings: list[str] = []
    for settings, group in _by_project(session, writes).items():
        root = settings.project or session.cwd
        report = write_all(group, session.journal(settings), label=order.label, root=root, on_done=wrote)
        skipped = {item.path for item in report.skipped}
        done += (write for write in group if write.path not in skipped)
        errors += (f"{session.shown(item.path)}: not written: {item.reason}" for item in report.skipped)
        warnings += report.notes
    return Written(tuple(done), errors=tuple(errors), warnings=tuple(warnings))


def _by_project(session: Session, writes: Sequence[FileWrite]) -> dict[Settings, list[FileWrite]]:
    """Changes of one file go to their own project; where files come, go or move, all must be of one."""
    groups: dict[str, list[FileWrite]] = {}
    owners: dict[str, Settings] = {}
    for write in writes:
        settings = session.settings_for(_existing(os.path.dirname(write.path)))
        project = settings.project or session.cwd
        owners.setdefault(project, settings)
        groups.setdefault(project, []).append(write)
        target = write.new_path if isinstance(write, FileMove) else write.path
        if not os.path.realpath(os.path.dirname(target)).startswith(os.path.realpath(project)):
            raise WriteError(session.shown(write.path), f"would leave its project, to {target}. Nothing was written")
    is_mixed = any(not isinstance(write, FileChange) for write in writes)
    if is_mixed and len(groups) > 1:
        names = ", ".join(session.shown(project) for project in groups)
        raise UsageError(f"the change is about several projects at once ({names}); list them in `workspaces` of one")
    return {owners[project]: groups[project] for project in sorted(groups)}


def _existing(folder: str) -> str:
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def refuse_dirty(session: Session, dirty: Sequence[str]) -> None:
    """Work that no commit has could not be told from what the run does to it."""
    if not dirty:
        return
    names = ", ".join(session.shown(path) for path in dirty[:5])
    more = f" and {len(dirty) - 5} more" if len(dirty) > 5 else ""
    raise UsageError(
        f"{names}{more}: uncommitted changes, or not in git at all; commit or stash them, or pass --allow-dirty. "
        "Nothing was written"
    )
