"""`check --shard I/N`: which files of a run are its own, and what the merge of all shards has to know of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import tdomcheck
from tdomcheck.app.migrate.dirty import repository_of
from tdomcheck.app.plan_files import RunPlan, discovery_errors
from tdomcheck.app.session import Session
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.hashes import sha256
from tdomcheck.model import FileOutcome
from tdomcheck.model.shard import Shard
from tdomcheck.values import replace


def sharded(session: Session, plan: RunPlan, shard: Shard) -> RunPlan:
    """The plan of a shard: its own files, and the others for those who ask for the whole project."""
    is_own = ownership(session, shard)
    own = tuple(file for file in plan.files if is_own(file.path))
    known = {file.path for file in own}
    others = (replace(file, is_wanted=False, is_lent=shard.is_first) for file in plan.files if file.path not in known)
    unreadable = tuple(_own_outcomes(session, plan.discovery.unreadable, is_own))
    discovery = replace(plan.discovery, unreadable=unreadable)
    return replace(
        plan,
        files=own,
        elsewhere=tuple(others),
        outcomes=tuple(_own_outcomes(session, plan.outcomes, is_own)),
        errors=tuple(discovery_errors(discovery)) if plan.errors else (),
        discovery=discovery,
    )


def ownership(session: Session, shard: Shard) -> Callable[[str], bool]:
    """Tells of an absolute path whether it is of the shard: by its name in the repository, else in the project."""
    top = repository_top(session.cwd) or session.settings.project or session.cwd

    def is_own(path: str) -> bool:
        return shard.owns(os.path.relpath(path, top).replace(os.sep, "/"))

    return is_own


def _own_outcomes(
    session: Session, outcomes: Iterable[FileOutcome], is_own: Callable[[str], bool]
) -> Iterable[FileOutcome]:
    return (outcome for outcome in outcomes if is_own(os.path.normpath(os.path.join(session.cwd, outcome.path))))


def configuration_hash(session: Session, plan: RunPlan) -> str:
    """Of all that has to be the same in the shards of a run: what they were asked for, and how they are configured."""
    request = session.request
    planned = (*plan.files, *plan.elsewhere)  # what a shard asked beside these, on its way to them, is its own affair
    settings = {each.identity: each for each in (session.settings, *(file.settings for file in planned))}.values()
    top = repository_top(session.cwd) or session.settings.project or session.cwd
    asked = (
        sorted(os.path.relpath(os.path.join(session.cwd, path), top) for path in request.paths),
        os.path.relpath(session.cwd, top),
        request.staged,
        request.changed,
        request.since,
        request.judges_dependents,
        request.base,
        request.new_since,
        request.focus,
        request.ignores_suppressions,
        request.uses_gates,
        request.is_safe,
    )
    files = sorted(file.shown for file in planned)
    head = repository_of(session.cwd, is_dirty=False).head
    parts = sorted(
        (
            os.path.relpath(each.root, top),
            each.fingerprint(session.catalog(each).infos),
            repr(session.target_versions(each)),
            repr((each.baseline and os.path.relpath(os.path.join(each.root, each.baseline), top), each.budgets)),
        )
        for each in settings
    )
    text = repr((tdomcheck.__version__, head, asked, files, parts))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
