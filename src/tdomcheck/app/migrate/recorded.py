"""A run that changes a project, with its events and its place in the ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from tdomcheck.app.events.changes import note_writes, tell_deltas
from tdomcheck.app.events.recorder import Answer, Recorder, RecordingOrder, record
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.result import Migration
from tdomcheck.app.session import Session
from tdomcheck.model.events import LedgerByBucket
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import RunKind
from tdomcheck.values import dataclass, replace

Run = Callable[[MigrationOrder], tuple[Answer, Migration]]


@dataclass(frozen=True, slots=True)
class MigrationWish:
    """What a run was asked for, as its events tell it."""

    command: str
    codemod: str
    options: Mapping[str, object]
    is_json: bool = False


def recorded(session: Session, wish: MigrationWish, order: MigrationOrder, run: Run) -> Answer:
    """Run it; what only looks is recorded where somebody wants to know of it."""
    is_writing = order.effect is RunEffect.WRITE
    if not (is_writing or session.is_recorded):
        return run(order)[0]

    def body(recorder: Recorder) -> Answer:
        answer, migration = run(replace(order, on_plan=recorder.start))
        if is_writing:
            note_writes(recorder, migration.writes, (name for file in migration.delta.files for name in file.symbols))
            tell_deltas(recorder, wish.codemod, wish.options, migration.delta.files if migration.writes else ())
        _account(recorder, migration)
        return answer

    kind = RunKind.MUTATION if is_writing else RunKind.LOOK
    return record(session, RecordingOrder(wish.command, kind, wish.is_json), os.environ, body)


def _account(recorder: Recorder, migration: Migration) -> None:
    files: dict[str, list[str]] = {name: [] for name in ("changed", "unchanged", "skipped", "failed")}
    for verdict in migration.files:
        files.setdefault(verdict.state, []).append(verdict.path)
    recorder.account.ledger = LedgerByBucket({name: tuple(paths) for name, paths in files.items()})
    recorder.account.counts |= {
        "files": len(migration.files),
        "changed": len(migration.writes),
        "remainder": len(migration.sites),
        "proposals": len(migration.proposals),
        "failures": len(migration.failures),
    }
    if migration.failures or migration.errors:
        failing = (*migration.failures, *migration.errors)
        recorder.account.failure_fingerprint = failure_fingerprint(failing, migration.exit_code)
