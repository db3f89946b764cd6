"""`check --new-only --base REF`: what was not there at a revision, told apart by content and not by line."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.baselines import keys_of
from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented, exit_code
from tdomcheck.app.plan_files import PlannedFile, RunPlan, rest_of_project
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import Baseline, BaselineKey, counted
from tdomcheck.baseline.matching import likeliest, match
from tdomcheck.config.documents import NAMES, PYPROJECT
from tdomcheck.config.regular import read_regular
from tdomcheck.config.settings import Settings
from tdomcheck.edges import git
from tdomcheck.errors import TdomcheckError
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.paths import is_within
from tdomcheck.model.shard import BudgetAccount
from tdomcheck.model.suffixes import is_input
from tdomcheck.regex import regex
from tdomcheck.report.budgets import EXCEEDED, exceeded
from tdomcheck.report.escape import visible
from tdomcheck.source.toml import TomlText
from tdomcheck.values import dataclass, replace

_NUMBER = regex(r"\d+")


@dataclass(frozen=True, slots=True)
class Past:
    """What a revision had already."""

    known: frozenset[int]
    """Indices of the findings."""
    moved: Mapping[str, str]
    """From files that are gone to where their findings are now."""
    budgets: Sequence[BudgetAccount] = ()
    """With what there was of each; empty where nobody asks."""


def only_new(session: Session, run: RunAnalysis, result: RunResult, base: str) -> RunResult:
    """The result without the findings that the revision had already; raises GitError for one that is not known.

    The revision is where the branch left `base`. The configuration is the one of now for both.
    """
    change = git.changed(session.cwd, base, tells_something)
    past = was_there(session, run, result.findings, change)
    left = tuple(finding for index, finding in enumerate(result.findings) if index not in past.known)
    result = telling_past(session, result, change, past)
    warnings = (*configuration_warnings(change), *result.warnings)
    fresh = replace(result, findings=left, known=len(past.known), warnings=warnings)
    return replace(fresh, exit_code=exit_code(fresh, session))


def tells_something(path: str) -> bool:
    """Whether what a run says may depend on a file: one that is looked at, or a configuration."""
    return is_input(path) or os.path.basename(path) in NAMES


def configuration_warnings(change: git.ChangeSet) -> Iterator[str]:
    """A sentence where the configuration is not what it was: rules and files of the past are those of now.

    It comes before all others: those on budgets come last, as whoever merges shards adds them to what these say."""
    paths = (path for path in sorted({*change.changed, *change.old}) if os.path.basename(path) in NAMES)
    changed = [
        os.path.relpath(path, change.root)
        for path in paths
        if _said(path, _now(path)) != _said(path, _content_then(change, path))
    ]
    if changed:
        yield (
            f"the configuration has changed ({', '.join(map(visible, changed))}): what was there before is judged by "
            "the rules and files of now; check without a revision to see all"
        )


def _now(path: str) -> bytes:
    try:
        return read_regular(path)
    except OSError:
        return b""


def _content_then(change: git.ChangeSet, path: str) -> bytes:
    blob = change.old.get(path)
    return git.contents(change.root, [blob.oid])[blob.oid] if blob is not None and blob.is_file else b""


def _said(path: str, data: bytes) -> object:
    """What a file says to us: of a manifest our table alone."""
    if os.path.basename(path) != PYPROJECT:
        return data
    try:
        tool = TomlText(data).values.get("tool", {})
    except TdomcheckError:
        return data
    return tool.get("tdomcheck") if isinstance(tool, dict) else data


def telling_past(session: Session, result: RunResult, change: git.ChangeSet, past: Past) -> RunResult:
    """A shard says where it has found what was in files that are gone: no other may have found it elsewhere.

    It says as well what there was of each budget, as whoever merges all of them judges those."""
    shard = result.shard
    if shard is None:
        return result
    names = ((os.path.join(change.root, *name.split("/")) for name in pair) for pair in past.moved.items())
    moved = tuple((session.shown(before), session.shown(now)) for before, now in names)
    return replace(result, shard=replace(shard, moved=(*shard.moved, *moved), budgets=_told(shard.budgets, past)))


def _told(budgets: Sequence[BudgetAccount], past: Past) -> tuple[BudgetAccount, ...]:
    if not past.budgets:
        return tuple(budgets)
    from tdomcheck.app.budgets import with_before  # only where there are any

    before = {account.path: {each.code: each.before for each in account.counts} for account in past.budgets}
    return tuple(with_before(account, before.get(account.path, {})) for account in budgets)


def was_there(
    session: Session,
    run: RunAnalysis,
    findings: Sequence[Finding],
    change: git.ChangeSet,
    names: AbstractSet[str] | None = None,
) -> Past:
    """The findings beside those that there were before a change; with names only those files are judged again."""
    is_budget = any(finding.code == EXCEEDED for finding in findings)
    then, before = _then(session, run, change, None if is_budget else names)  # a budget is of all files
    home = os.path.join(change.root, "findings")  # keys have paths from the folder of it
    entries = Baseline(counted(_keys(session, then, home, before.findings)))
    keys = _keys(session, run, home, findings)
    matching = match(
        entries, keys, lambda inner: not os.path.lexists(os.path.join(change.root, *inner.split("/"))), likeliest
    )
    budgets: Sequence[BudgetAccount] = ()
    if is_budget or (session.request.shard is not None and any(settings.budgets for settings in session.all_settings)):
        from tdomcheck.app.budgets import budgets_since  # only where there are any

        budgets = budgets_since(session, (run, commented(session, run)), (then, before))
    told = [finding for account in budgets for finding in exceeded(account, before=True)]
    overruns = (index for index, finding in enumerate(findings) if finding.code == EXCEEDED and finding in told)
    return Past(matching.matched.union(overruns), matching.moved, budgets)


def _then(
    session: Session, run: RunAnalysis, change: git.ChangeSet, names: AbstractSet[str] | None
) -> tuple[RunAnalysis, RunResult]:
    """What a run comes to with the files as they were."""
    old = {path: blob.oid for path, blob in change.old.items() if blob.is_file and is_input(path)}
    texts = git.contents(change.root, old.values())
    before = {path: texts[oid] for path, oid in old.items()}
    created = set(change.changed) - before.keys()
    plan = _plan_then(session, run.plan, before, created)
    versions = session.before(before, created)
    past = check(versions, before, plan=plan if names is None else _narrowed(plan, names))
    return past, commented(versions, past)


def _keys(session: Session, run: RunAnalysis, home: str, findings: Sequence[Finding]) -> list[BaselineKey]:
    """What findings are told apart by: by their words as well, as both runs are of one version; not by numbers."""
    keys = zip(findings, keys_of(session, run, home, findings), strict=True)
    return [key._replace(code=f"{key.code} {_NUMBER.sub('', finding.message)}") for finding, key in keys]


def _plan_then(session: Session, plan: RunPlan, before: Mapping[str, bytes], created: Collection[str]) -> RunPlan:
    """The files that were there then: of those that are looked at, and where a folder is, what it has lost."""
    planned = [file for file in plan.files if file.path not in created]
    elsewhere = [file for file in plan.elsewhere if file.path not in created]
    known = {file.path for file in (*planned, *elsewhere)}
    gone = [path for path in sorted(before) if path not in known and not os.path.lexists(path)]
    lost = {path for path in gone if any(is_within(path, root) for root in plan.discovery_roots)}
    planned += (_planned(session, path) for path in sorted(lost))
    beside = [replace(_planned(session, path), is_wanted=False) for path in gone if path not in lost]

    def rest(settings: Settings, paths: Collection[str]) -> list[PlannedFile]:
        others = [*rest_of_project(session, plan, settings, paths).files]
        others += (file for file in beside if file.settings.project == settings.project)
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
