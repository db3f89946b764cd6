"""From the files as they will be to the disk: each project through its own journal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tdomcheck.app.migrate.formatting import format_files, formatters_of
from tdomcheck.app.migrate.order import MigrationOrder
from tdomcheck.app.migrate.proving import Verdict, Verifier, counted, prove_files, runs_pytest, words_of
from tdomcheck.app.migrate.suites import suite_around
from tdomcheck.app.progress import wrote
from tdomcheck.app.session import Session
from tdomcheck.config.settings import Settings
from tdomcheck.edges.file_writes import FileChange, FileMove, FileWrite
from tdomcheck.edges.files import write_report
from tdomcheck.edges.taking_back import recover, unfinished_label
from tdomcheck.edges.writing import TAKEN_BACK, ProvisionalWrite, write_all
from tdomcheck.errors import TdomcheckError, UsageError, WriteError
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing."""

    writes: tuple[FileWrite, ...]
    formatted: Mapping[str, bytes] = field(default_factory=dict)
    """By absolute path, where a formatter made something else of the new content."""
    failures: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    verified: str = ""
    """How many tests ran, before and after."""


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


def write_tree(
    session: Session, order: MigrationOrder, writes: Sequence[FileWrite], baselines: Sequence[FileChange] = ()
) -> Written:
    """Write all projects of a run, format and verify them; what is not as it was read is left, and told.

    The baselines are for all of these files: where some are left, they are made anew for the others."""
    groups = _by_project(session, [*writes, *baselines])
    verifier = _verifier(session, order, writes)
    if verifier is not None and len(groups) > 1:
        raise UsageError("--verify goes with one project at a time; name the paths of one")
    before = verifier.run() if verifier is not None else None
    account = _Account()
    if verifier is not None and before is not None and (before.trouble or before.idle):
        reason = f"--verify `{verifier.shown}` proves nothing: {before.trouble or before.idle}"
        if before.trouble or not order.allows_failing_verify:
            advice = "" if before.trouble else ", or pass --allow-failing-verify"
            return Written((), errors=(f"{reason}. Nothing was written; give a command that runs tests{advice}",))
        account.warnings.append(reason)
    for settings, group in groups.items():
        places = frozenset(baseline.path for baseline in baselines)
        _write_project(order, group, _Settling(session, settings, verifier, before, account, group, places))
    return account.written()


def previewed(session: Session, writes: Sequence[FileWrite]) -> Written:
    """What writing would come to where nothing is written: the same, once the formatter has been over it."""
    from tdomcheck.app.migrate.previewing import preview  # copies a project, which other runs need not

    shown = preview(session, writes)
    return Written(tuple(writes), shown.formatted, shown.problems)


def _write_project(order: MigrationOrder, group: Sequence[FileWrite], settling: _Settling) -> None:
    session, settings, account = settling.session, settling.settings, settling.account
    try:
        report = write_all(
            group,
            session.journal_to_write(settings),
            label=order.label,
            root=settings.project or session.cwd,
            on_done=wrote,
            settle=settling if settling.has_work else None,
        )
    except _RefusedError:
        patch = _save_patch(session, settings, group, account)
        account.failures.append(f"nothing was written, as it fails anew ({account.why}); the change is in {patch}")
        return
    refused = {item.path: item.reason for item in report.skipped}
    account.done += (write for write in group if write.path not in refused)
    _tell_refused(group, settling, refused)


def _tell_refused(group: Sequence[FileWrite], settling: _Settling, refused: Mapping[str, str]) -> None:
    """Say what was not written; a baseline is not what anybody waits for."""
    session, account = settling.session, settling.account
    lost = {path: reason for path, reason in refused.items() if reason != TAKEN_BACK}
    taken = refused.keys() - lost.keys() - settling.baselines
    for path, reason in sorted(lost.items()):
        account.errors.append(f"{session.shown(path)}: not written: {reason}")
    if taken:
        patch = _save_patch(session, settling.settings, [write for write in group if write.path in taken], account)
        names = ", ".join(session.shown(path) for path in sorted(taken))
        account.failures.append(f"{names}: taken back, as it fails anew ({account.why}); the change is in {patch}")


@dataclass(slots=True)
class _Account:
    """What writing has come to so far."""

    done: list[FileWrite] = field(default_factory=list)
    formatted: dict[str, bytes] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    verified: str = ""

    @property
    def why(self) -> str:
        return ", ".join(self.reasons)

    def written(self) -> Written:
        notes = tuple(self.failures), tuple(self.errors), tuple(self.warnings)
        return Written(tuple(self.done), self.formatted, *notes, self.verified)


class _RefusedError(TdomcheckError):
    """A change that cannot be had in parts, and fails as a whole: everything is rolled back."""


@dataclass(frozen=True, slots=True)
class _Settling:
    """Formats and verifies what was written, before it is final."""

    session: Session
    settings: Settings
    verifier: Verifier | None
    before: Verdict | None
    account: _Account
    group: Sequence[FileWrite]
    baselines: frozenset[str]
    """The paths of those among the group."""

    @property
    def has_work(self) -> bool:
        return bool(self.commands) or self.verifier is not None

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        return formatters_of(self.session, self.settings)

    def __call__(self, provisional: ProvisionalWrite) -> None:
        originals = dict(provisional.contents)
        if self.commands:
            self.account.failures += format_files(provisional, self.commands, self.session.cwd)
        if self.verifier is not None and self.before is not None:
            proof = prove_files(provisional, self.verifier, self.before)
            self.account.reasons += proof.failures
            self.account.verified = counted(self.before, proof.after)
            if proof.failing and not provisional.is_divisible:
                raise _RefusedError
            if proof.failing and self.baselines:
                self._carry_again(provisional, proof.kept)
        changed = {path: data for path, data in provisional.contents.items() if data != originals[path]}
        self.account.formatted.update(changed)

    def _carry_again(self, provisional: ProvisionalWrite, kept: frozenset[str]) -> None:
        """Make the baselines anew, for the files that stay."""
        from tdomcheck.app.migrate.carried_baselines import carried_baselines  # judges files

        places = {write.path: os.path.realpath(write.path) for write in self.group}
        kept -= {places[path] for path in self.baselines}
        provisional.show(kept)  # the baselines are read as they were
        writes = [write for write in self.group if places[write.path] in kept]
        contents = {places[change.path]: change.after for change in carried_baselines(self.session, writes)}
        provisional.adopt(contents)
        provisional.show(kept | contents.keys())


def _verifier(session: Session, order: MigrationOrder, writes: Sequence[FileWrite]) -> Verifier | None:
    if order.verify is None:
        return None
    from tdomcheck.app.migrate.affected import affected_tests  # facts of every file, which other runs need not
    from tdomcheck.app.migrate.told import top_of

    top = top_of(session)
    tests = [os.path.join(top, *path.split("/")) for path in affected_tests(session, writes)]
    if runs_pytest(words_of(order.verify)):
        suite = suite_around(session.cwd, top)
        tests = [path for path in tests if suite.collects(path)]
    there = [os.path.relpath(path, session.cwd) for path in tests if os.path.exists(path)]
    return Verifier.of(order.verify, there, session.cwd)


def _save_patch(session: Session, settings: Settings, writes: Sequence[FileWrite], account: _Account) -> str:
    """The part that was taken back, where `git apply` finds it; the reason stands above it."""
    from tdomcheck.app.migrate.patches import patch_of

    path = os.path.join(session.state_folder(settings).path, "failed.patch")
    reasons = "".join(f"# fails: {visible(reason)}\n" for reason in account.reasons)
    write_report(path, reasons + patch_of(session, writes))
    return session.shown(path)


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
