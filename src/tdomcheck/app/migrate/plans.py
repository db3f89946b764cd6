"""`codemod apply`: a plan that was written before, all of it or nothing."""

from __future__ import annotations

import os

from tdomcheck.app.migrate.dirty import dirty_files, repository_of
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.result import FileVerdict, Migration
from tdomcheck.app.migrate.told import top_of
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.migrate.writing import Written, previewed, recover_before, refuse_dirty, write_tree
from tdomcheck.app.session import Session
from tdomcheck.convert.still_parses import rejection
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.edits.delta import StaleError, new_content
from tdomcheck.errors import UsageError
from tdomcheck.model.delta import Delta, FileDelta
from tdomcheck.report.delta_reader import read_delta


def migrate_plan(session: Session, text: bytes, name: str, order: MigrationOrder) -> Migration:
    """Apply a plan; raises UsageError where a file is not the one that it is about."""
    delta = read_delta(text, name)
    warnings = recover_before(session, order) if order.effect is RunEffect.WRITE else []
    top = top_of(session)
    tree = WorkTree()
    problems: list[str] = []
    writes: list[FileWrite] = []
    for file in delta.files:
        try:
            write = _write_of(file, top, tree)
            trouble = _rejection(file, write)
            problems += [f"{file.path} is rejected by Python, {trouble}"] if trouble else []
            writes.append(write)
        except StaleError as error:
            problems.append(f"{file.path} {error}")
        except OSError as error:
            problems.append(f"{file.path} cannot be read: {error.strerror or error}")
    if problems:
        raise UsageError(f"{name} does not fit the files any more: {'; '.join(problems)}. Nothing was written")
    written = Written(tuple(writes))
    if order.effect is RunEffect.WRITE and writes:
        if not order.allows_dirty:
            refuse_dirty(session, dirty_files(writes))
        written = write_tree(session, order, writes)
    elif order.effect is not RunEffect.WRITE and order.shows_contents:
        written = previewed(session, writes)
    return Migration(
        files=tuple(FileVerdict(file.new_path or file.path, "changed") for file in delta.files),
        writes=written.writes,
        formatted=written.formatted,
        delta=Delta(
            delta.files,
            repository_of(top, is_dirty=False),
            delta.proposals,
            delta.remainder,
            delta.affected_tests,
        ),
        failures=written.failures,
        errors=written.errors,
        verified=written.verified,
        warnings=(*warnings, *written.warnings),
        is_dry=order.effect is not RunEffect.WRITE,
    )


def _rejection(file: FileDelta, write: FileWrite) -> str:
    """Why Python rejects what is to be changed, or what comes of it."""
    match write:
        case FileDeletion():
            return ""
        case FileCreation(after=after):
            return rejection(file.path, after)
        case FileChange(before=before, after=after) | FileMove(before=before, after=after):
            return rejection(file.path, before) or rejection(file.new_path or file.path, after)


def _write_of(file: FileDelta, top: str, tree: WorkTree) -> FileWrite:
    """What one file of a plan asks for; raises StaleError where it does not fit."""
    path = os.path.join(top, *file.path.split("/"))
    if file.old_sha256 is None:
        after = new_content(file, b"" if os.path.lexists(path) else None)
        return FileCreation(path, after or b"")
    try:
        before = tree.original(path)
    except FileNotFoundError:
        before = None
    after = new_content(file, before)
    if before is None or after is None:
        return FileDeletion(path, before or b"")
    if file.new_path:
        return FileMove(path, os.path.join(top, *file.new_path.split("/")), before, after)
    return FileChange(path, before, after)
