"""The one door through which source files are written, made, moved and deleted; `taking_back` is the way back."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from tdomcheck.edges import journal
from tdomcheck.edges.file_writes import (
    CHANGED,
    OCCUPIED,
    FileChange,
    FileWrite,
    Transition,
    WritePlan,
    WriteRefusal,
    check_free,
    check_old,
    plan_writes,
)
from tdomcheck.edges.journal import JournalEntry, JournalRun, State
from tdomcheck.edges.locks import PATIENCE, HeldSignals, folder_lock
from tdomcheck.edges.taking_back import (
    Done,
    RecoverReport,
    Step,
    blamed,
    place_of,
    put_new,
    recover_locked,
    take_back,
    temporary_of,
    write_beside,
)
from tdomcheck.errors import WriteError
from tdomcheck.values import dataclass, replace

TAKEN_BACK = "has its old content again"


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What a run wrote."""

    written: tuple[str, ...] = ()
    """Every file that is another one now: of a move both the old place and the new one."""
    skipped: tuple[WriteRefusal, ...] = ()
    run: str = ""
    """The name of the run in the journal; empty if nothing was written."""
    recovered: RecoverReport = RecoverReport()


@dataclass(slots=True)
class ProvisionalWrite:
    """What has been written and may still be taken back, file by file: a kill takes all of it back."""

    run: JournalRun
    plan: WritePlan
    contents: dict[str, bytes]
    """By real path, the new content of every file that was there before and still is."""
    shown: set[str]
    """The paths that hold it now; the others have their old one."""

    @property
    def is_divisible(self) -> bool:
        """Whether each file can be had without the others."""
        return all(each.before is not None and each.after is not None for each in self.plan.transitions)

    def show(self, targets: AbstractSet[str]) -> None:
        """Give some files their new content, and all others their old one."""
        entries = dict(zip((each.target for each in self.plan.transitions), self.run.entries, strict=True))
        for each in self.plan.transitions:
            is_wanted = each.target in targets
            if each.target not in self.contents or is_wanted == (each.target in self.shown) or each.before is None:
                continue
            data = self.contents[each.target] if is_wanted else each.before
            with blamed(each.path):
                temporary = write_beside(each.target, entries[each.target], data, each.old)
                journal.sync(temporary)
                os.replace(temporary, each.target)
            (self.shown.add if is_wanted else self.shown.discard)(each.target)

    def adopt(self, contents: Mapping[str, bytes]) -> None:
        """Take over what another program made of some of the files."""
        if not contents:
            return
        self.contents.update(contents)
        entries = [
            replace(entry, after=journal.digest(contents[each.target])) if each.target in contents else entry
            for each, entry in zip(self.plan.transitions, self.run.entries, strict=True)
        ]
        self.run = replace(self.run, entries=tuple(entries))
        journal.save(self.run)


Settle = Callable[[ProvisionalWrite], None]
"""Asked when all is written and nothing is final."""


def write_all(  # noqa: PLR0913  # how long to wait and whom to tell have defaults
    writes: Sequence[FileWrite],
    journal_folder: str,
    *,
    label: str,
    root: str,
    together: bool = False,
    on_step: Step = lambda _: None,
    on_done: Done = lambda _: None,
    settle: Settle | None = None,
    patience: float = PATIENCE,
) -> WriteReport:
    """Write all changes or, if the system fails on the way, none; raises WriteError.

    A file that is not as it was read is skipped and the others are written; with `together`, or where a file is made,
    moved or deleted, it stops them all.
    """
    root = os.path.realpath(root)
    together = together or any(not isinstance(write, FileChange) for write in writes)
    with blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals() as signals:

        def step(name: str) -> None:
            on_step(name)
            signals.check()

        recovered = recover_locked(journal_folder, root)
        plan = plan_writes(writes, root)
        if plan.refused and together:
            reason = f"{plan.refused[0].reason}. Nothing was written, as the changes belong together"
            raise WriteError(plan.refused[0].path, reason)
        if not plan.transitions:
            return WriteReport(skipped=plan.refused, recovered=recovered)
        run, late = _write(plan, _run(plan, journal_folder, root, label), together=together, step=step, settle=settle)
        on_done(len(plan.transitions) - len(late))
        journal.prune(journal_folder)
        gone = {refusal.path for refusal in late}
        written = tuple(sorted(each.path for each in plan.transitions if each.path not in gone))
        skipped = tuple(sorted((*plan.refused, *late)))
        return WriteReport(written, skipped, run.name if written else "", recovered)


def _run(plan: WritePlan, journal_folder: str, root: str, label: str) -> JournalRun:
    folders = tuple(os.path.relpath(path, root).replace(os.sep, "/") for path in _missing_folders(plan))
    folder = journal.new_folder(journal_folder)
    return JournalRun(folder, State.UNFINISHED, root, label, tuple(_entries(plan, root)), folders)


def _missing_folders(plan: WritePlan) -> list[str]:
    """What has to be made before files can be put there, outermost first."""
    missing: set[str] = set()
    for transition in plan.transitions:
        folder = os.path.dirname(transition.target)
        while transition.after is not None and folder not in missing and not os.path.lexists(folder):
            missing.add(folder)
            folder = os.path.dirname(folder)
    return sorted(missing)


def _entries(plan: WritePlan, root: str) -> list[JournalEntry]:
    token = os.urandom(4).hex()
    return [
        JournalEntry(
            path=os.path.relpath(each.target, root).replace(os.sep, "/"),
            before="" if each.before is None else journal.digest(each.before),
            after="" if each.after is None else journal.digest(each.after),
            backup=f"{number}.before",
            temporary=f".tdomcheck-{token}-{number}.tmp",
            mode=_new_mode() if each.old is None else stat.S_IMODE(each.old.st_mode),
        )
        for number, each in enumerate(plan.transitions)
    ]


def _new_mode() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _write(
    plan: WritePlan, run: JournalRun, *, together: bool, step: Step, settle: Settle | None
) -> tuple[JournalRun, list[WriteRefusal]]:
    step("journal")
    run = journal.begin(run, [each.before for each in plan.transitions])
    try:
        with blamed(run.folder):
            _make_folders(run, step)
            _prepare(plan, run, step)
            late = _swap(plan, run, together=together, step=step)
            _remove(plan, run, step)
            refused = {refusal.path for refusal in late}
            places = {each.target for each in plan.transitions if each.path not in refused}
            if settle is not None:
                step("settle")
                provisional = _provisional(plan, run, places)
                settle(provisional)
                run = provisional.run
                taken_back = provisional.contents.keys() - provisional.shown
                late += (WriteRefusal(each.path, TAKEN_BACK) for each in plan.transitions if each.target in taken_back)
                places -= taken_back
            step("finish")
            run = _finish(run, places)
    except WriteError as error:
        raise WriteError(error.path, f"{error.reason}. {_roll_back(run)}") from error
    except BaseException:
        _roll_back(run)
        raise
    return run, late


def _provisional(plan: WritePlan, run: JournalRun, places: AbstractSet[str]) -> ProvisionalWrite:
    contents = {
        each.target: each.after
        for each in plan.transitions
        if each.target in places and each.before is not None and each.after is not None
    }
    return ProvisionalWrite(run, plan, contents, set(contents))


def _make_folders(run: JournalRun, step: Step) -> None:
    for path in run.folders:
        step("folder")
        with blamed(place_of(run.root, path)):
            os.makedirs(place_of(run.root, path), exist_ok=True)


def _prepare(plan: WritePlan, run: JournalRun, step: Step) -> None:
    """All new content on disk, beside the files that it is for."""
    temporaries: list[tuple[str, str]] = []
    for each, entry in zip(plan.transitions, run.entries, strict=True):
        if each.after is not None:
            step("temporary")
            with blamed(each.path):
                temporaries.append((each.path, write_beside(each.target, entry, each.after, each.like)))
    # Syncing after all is written lets the system write many files in one go.
    for path, temporary in temporaries:
        step("sync")
        with blamed(path):
            journal.sync(temporary)


def _swap(plan: WritePlan, run: JournalRun, *, together: bool, step: Step) -> list[WriteRefusal]:
    """Put the new files in place; those that somebody changed meanwhile are left, and returned."""
    late: list[WriteRefusal] = []
    for each, entry in zip(plan.transitions, run.entries, strict=True):
        if each.after is None:
            continue
        step("swap")
        with blamed(each.path):
            # What is left between this look and the swap are microseconds.
            reason = _late_reason(each, run.root) or _put(each, temporary_of(each.target, entry))
            if reason and together:
                raise WriteError(each.path, reason)
            if reason:
                os.unlink(temporary_of(each.target, entry))
                late.append(WriteRefusal(each.path, reason))
    for folder in {os.path.dirname(each.target) for each in plan.transitions if each.after is not None}:
        journal.sync_folder(folder)
    return late


def _put(each: Transition, temporary: str) -> str:
    if each.before is None:
        return "" if put_new(temporary, each.target) else OCCUPIED
    os.replace(temporary, each.target)
    return ""


def _late_reason(each: Transition, root: str) -> str:
    if each.before is None:
        is_elsewhere = os.path.realpath(os.path.dirname(each.target)) != os.path.dirname(each.target)
        return CHANGED if is_elsewhere else check_free(each.target, root)
    # A file that is written through a link is named by the link.
    target = os.path.realpath(each.path)
    checked = check_old(target, each.before, root)
    if isinstance(checked, str):
        return checked
    return "" if target == each.target else CHANGED


def _remove(plan: WritePlan, run: JournalRun, step: Step) -> None:
    """What is gone afterwards goes last, when all else is in place; folders that it leaves empty go with it."""
    places = [each for each in plan.transitions if each.after is None]
    for each in places:
        step("remove")
        with blamed(each.path):
            reason = _late_reason(each, run.root)
            if reason:
                raise WriteError(each.path, reason)
            os.unlink(each.target)
    for folder in sorted({os.path.dirname(each.target) for each in places}, reverse=True):
        _remove_empty(folder, run.root, step)


def _remove_empty(folder: str, root: str, step: Step) -> None:
    while folder != root:
        step("empty")
        try:
            os.rmdir(folder)
        except OSError:
            journal.sync_folder(folder)
            return
        folder = os.path.dirname(folder)


def _finish(run: JournalRun, places: set[str]) -> JournalRun:
    """Files that were skipped at the last moment leave the manifest, or an undo would wonder about them."""
    entries = tuple(entry for entry in run.entries if place_of(run.root, entry.path) in places)
    if not entries:
        journal.discard(run.folder)
        return run
    if len(entries) < len(run.entries):
        run = replace(run, entries=entries)
        journal.save(run)
    return journal.advance(run, State.FINISHED)


def _roll_back(run: JournalRun) -> str:
    """Everything as it was before the run; says so, or what could not be put back and where it is."""
    back = take_back(run, run.root, lambda _: None)
    if back.failed:
        names = ", ".join(refusal.path for refusal in back.failed)
        return f"These could not be put back: {names}. Copies are in {run.folder}; the next run tries again"
    if back.refused:
        journal.advance(run, State.UNDONE)
        names = ", ".join(refusal.path for refusal in back.refused)
        return f"All files are as they were, but for what others did meanwhile to {names} (copies in {run.folder})"
    journal.discard(run.folder)
    return "All files are as they were"
