"""`codemod run --shard I/N`: what a part of the files can be converted by, and which run it is a part of."""

from __future__ import annotations

import os
from collections.abc import Sequence

import tdomcheck
from tdomcheck.app.migrate.files import MigrationFiles
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.session import Session
from tdomcheck.convert.file import LoadedStep
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import UsageError
from tdomcheck.hashes import sha256
from tdomcheck.model.codemod import CodemodScope
from tdomcheck.model.shard import Shard, ShardIdentity


def check_shard(shard: Shard | None, order: MigrationOrder, loaded: Sequence[LoadedStep]) -> None:
    """Raise UsageError for what would not come to the same as a run of all files."""
    if shard is None:
        return
    if order.limit:
        raise UsageError("--limit counts the files of a whole run, and --shard has a part of them: give one of the two")
    earlier = ""
    for step in loaded:
        name = step.step.name
        if step.cls.SCOPE is not CodemodScope.FILE:
            raise UsageError(f"{name} changes the project as a whole, which is one change: run it without --shard")
        if step.cls.SURVEYS and earlier:
            raise UsageError(
                f"{name} looks at the whole project first, and would not see what {earlier} changes in other shards: "
                f"run it before {earlier}, or in a run of its own once those changes are there"
            )
        earlier = name


def identity_of_run(session: Session, order: MigrationOrder, files: MigrationFiles) -> ShardIdentity | None:
    """Which part of which run this is; None where it is the whole."""
    shard, settings = session.request.shard, session.settings
    if shard is None:
        return None
    top = repository_top(session.cwd) or settings.project or session.cwd
    asked = (
        os.path.relpath(session.cwd, top),
        sorted(os.path.relpath(os.path.join(session.cwd, path), top) for path in session.request.paths),
        [(step.name, step.options, step.recipe) for step in order.steps],
        (order.effect is RunEffect.WRITE, order.marks, order.takes_proposals, order.fails_on_proposals, order.verify),
    )
    configured = (os.path.relpath(settings.root, top), settings.src, settings.format, settings.max_file_bytes)
    every = sorted(os.path.relpath(path, top) for path in (*files.wanted, *files.elsewhere))
    text = repr((asked, configured, repr(session.target_versions(settings)), every))
    hashed = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return ShardIdentity(shard, tdomcheck.__version__, hashed)
