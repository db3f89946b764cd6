"""`check --new-only --base REF`: what was not there at a revision, told apart by content and not by line."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.baselines import keys_of
from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented, exit_code
from tdomcheck.app.plan_files import PlannedFile, RunPlan, rest_of_project
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import Baseline, counted
from tdomcheck.baseline.matching import Matching, match
from tdomcheck.config.settings import Settings
from tdomcheck.edges import git
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import is_input
from tdomcheck.values import replace


def only_new(session: Session, run: RunAnalysis, result: RunResult, base: str) -> RunResult:
    """The result without the findings that the revision had already; raises GitError for one that is not known.

    The revision is where the branch left `base`. The configuration is the one of now for both.
    """
    change = git.changed(session.cwd, base, is_input)
    matching = was_there(session, run, result.findings, change)
    left = tuple(finding for index, finding in enumerate(result.findings) if index not in matching.matched)
    result = telling_moves(session, result, change, matching)
    fresh = replace(result, findings=left, known=len(matching.matched))
    return replace(fresh, exit_code=exit_code(fresh, session))


def telling_moves(session: Session, result: RunResult, change: git.ChangeSet, matching: Matching) -> RunResult:
    """A shard says where it has found what was in files that are gone: no other may have found it elsewhere."""
    shard = result.shard
    if shard is None:
        return result
    names = ((os.path.join(change.root, *name.split("/")) for name in pair) for pair in matching.moved.items())
    moved = tuple((session.shown(before), session.shown(now)) for before, now in names)
    return replace(result, shard=replace(shard, moved=(*shard.moved, *moved)))


def was_there(
    session: Session,
    run: RunAnalysis,
    findings: Sequence[Finding],
    change: git.ChangeSet,
    names: AbstractSet[str] | None = None,
) -> Matching:
    """The findings beside those that there were before a change; with names only those files are judged again."""
    old = {path: blob.oid for path, blob in change.old.items() if blob.is_file}
    texts = git.contents(change.root, old.values())
    before = {path: texts[oid] for path, oid in old.items()}
    created = set(change.changed) - before.keys()
    then = _past(session, run.plan, before, created)
    past = check(session, before, plan=then if names is None else _narrowed(then, names))
    home = os.path.join(change.root, "findings")  # keys have paths from the folder of it
    had = commented(session, past).findings
    entries = Baseline(counted(keys_of(session, past, home, had)))
    keys = keys_of(session, run, home, findings)
    return match(entries, keys, lambda inner: not os.path.lexists(os.path.join(change.root, *inner.split("/"))))


def _past(session: Session, plan: RunPlan, before: Mapping[str, bytes], created: Collection[str]) -> RunPlan:
    """The files that were there then: of those that are looked at, and where a folder is, what it has lost."""
    planned = [file for file in plan.files if file.path not in created]
    elsewhere = [file for file in plan.elsewhere if file.path not in created]
    known = {file.path for file in (*planned, *elsewhere)}
    gone = [path for path in sorted(before) if path not in known and not os.path.lexists(path)]
    lost = [path for path in gone if any(is_within(path, root) for root in plan.discovery_roots)]
    planned += (_planned(session, path) for path in lost)

    def rest(settings: Settings, paths: Collection[str]) -> list[PlannedFile]:
        others = rest_of_project(session, plan, settings, paths).files
        return [file for file in others if file.path not in created]

    return replace(plan, files=tuple(planned), elsewhere=tuple(elsewhere), rest=rest)


def _narrowed(plan: RunPlan, names: AbstractSet[str]) -> RunPlan:
    """The same files, but nothing is asked about the others than what they tell of the project."""
    others = [replace(file, is_wanted=False) for file in plan.files if file.shown not in names]

    def rest(settings: Settings, paths: Collection[str]) -> list[PlannedFile]:
        beside = [file for file in others if file.settings.project == settings.project]
        known = {*paths, *(file.path for file in beside)}
        return [*beside, *(plan.rest(settings, known) if plan.rest else ())]

    return replace(plan, files=tuple(file for file in plan.files if file.shown in names), rest=rest)


def _planned(session: Session, path: str) -> PlannedFile:
    folder = os.path.dirname(path)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return PlannedFile(path, session.shown(path), session.settings_for(folder), is_wanted=True)
